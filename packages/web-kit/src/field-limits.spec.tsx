import { Form, Input } from '@mainstay/ui/forms';
import { expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { fieldRules, inputLimits } from './field-limits.ts';
import { renderWithProviders } from './testing/index.ts';

const title = { required: true, minLength: 1, maxLength: 10 } as const;

it.each([
  ['', 'Title is required'],
  ['   ', 'Title is required'],
  ['\u200b\u2800\u3164', 'Title is required'],
  ['e\u0301'.repeat(10), undefined],
  ['12345678901', 'At most 10 characters'],
  // Six characters of two UTF-16 units each, as the server counts.
  ['🥪'.repeat(6), 'At most 10 characters'],
  ['🥪'.repeat(5), undefined],
  ['  1234567890  ', undefined],
])('%j is judged as the server judges it', async (text, message) => {
  const [accepted, refused] = [jest.fn(), jest.fn()];
  const { user } = renderWithProviders(
    <Form onFinish={accepted} onFinishFailed={refused}>
      <Form.Item name="title" label="Title" rules={fieldRules(title, 'Title')}>
        <Input />
      </Form.Item>
      <button type="submit">Save</button>
    </Form>,
  );
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: text } });
  await user.click(screen.getByRole('button'));
  await waitFor(() => expect(accepted.mock.calls.length + refused.mock.calls.length).toBe(1));
  expect(accepted).toHaveBeenCalledTimes(message === undefined ? 1 : 0);
  if (message) expect(await screen.findByText(message)).toBeVisible();
});

it('accepts a longer text from before the limit until it is edited', async () => {
  const onFinish = jest.fn();
  const { user } = renderWithProviders(
    <Form initialValues={{ title: 'longer than ten' }} onFinish={onFinish}>
      <Form.Item name="title" label="Title" rules={fieldRules(title, 'Title')}>
        <Input />
      </Form.Item>
      <button type="submit">Save</button>
    </Form>,
  );
  await user.click(screen.getByRole('button'));
  await waitFor(() => expect(onFinish).toHaveBeenCalledTimes(1));
  await user.type(screen.getByLabelText('Title'), '!');
  await user.click(screen.getByRole('button'));
  expect(await screen.findByText('At most 10 characters')).toBeVisible();
  expect(onFinish).toHaveBeenCalledTimes(1);
});

it('leaves a field without limits alone', () => {
  expect(fieldRules({}, 'Notes')).toEqual([]);
  expect(inputLimits({})).toEqual({});
});

it.each([
  ['an input', <Input key="1" {...inputLimits(title)} />],
  ['a text area', <Input.TextArea key="1" {...inputLimits(title)} />],
])(
  'a text that is pasted into %s is kept whole, with its length and an error at once',
  async (_where, field) => {
    const { user } = renderWithProviders(
      <Form>
        <Form.Item name="title" label="Title" rules={fieldRules(title, 'Title')}>
          {field}
        </Form.Item>
      </Form>,
    );
    await user.click(screen.getByLabelText('Title'));
    await user.paste('123456789');
    expect(screen.queryByText(/ \/ 10/)).not.toBeInTheDocument();
    await user.paste('0123');
    expect(screen.getByLabelText('Title')).toHaveValue('1234567890123');
    expect(screen.getByText('13 / 10')).toBeVisible();
    expect(await screen.findByText('At most 10 characters')).toBeVisible();
  },
);
