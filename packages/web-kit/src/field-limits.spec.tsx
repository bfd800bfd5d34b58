import { Form, Input } from '@mainstay/ui/forms';
import { expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { fieldRules, inputLimits } from './field-limits.ts';
import { renderWithProviders } from './testing/index.ts';

const title = { required: true, minLength: 1, maxLength: 10 } as const;

it.each([
  ['', 'Title is required'],
  ['   ', 'Title is required'],
  ['12345678901', 'At most 10 characters'],
  // Six signs, twelve UTF-16 units, as the server counts.
  ['🥪'.repeat(6), 'At most 10 characters'],
  ['🥪'.repeat(5), undefined],
  ['  1234567890  ', undefined],
])('%j is judged as the server judges it', async (text, message) => {
  const { user } = renderWithProviders(
    <Form>
      <Form.Item name="title" label="Title" rules={fieldRules(title, 'Title')}>
        <Input />
      </Form.Item>
      <button type="submit">Save</button>
    </Form>,
  );
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: text } });
  await user.click(screen.getByRole('button'));
  if (message) expect(await screen.findByText(message)).toBeVisible();
  else
    await waitFor(() => expect(screen.getByLabelText('Title')).not.toHaveAttribute('aria-invalid', 'true'));
});

it('leaves a field without limits alone', () => {
  expect(fieldRules({}, 'Notes')).toEqual([]);
  expect(inputLimits({})).toEqual({});
  expect(inputLimits(title)).toEqual({ maxLength: 10 });
});
