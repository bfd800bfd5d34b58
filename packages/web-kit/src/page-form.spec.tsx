import { Form, Input } from '@mainstay/ui/forms';
import { expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { ApiError } from './api-error.ts';
import { type Submission } from './form-dialog.tsx';
import { PageForm } from './page-form.tsx';
import { renderWithProviders } from './testing/index.ts';

interface Values {
  name: string;
  note: string;
}

type Submit = (values: Values, submission: Submission<Values>) => Promise<unknown>;

/** The versions that are read, one after the other; the last one stays. */
function Page({ versions, onSubmit }: { versions: (Values & { etag: string })[]; onSubmit: Submit }) {
  const [revision, setRevision] = useState(0);
  const [left] = useState(() => [...versions]);
  const read = () => {
    const { etag = '', ...values } = (left.length > 1 ? left.shift() : left[0]) ?? { name: '', note: '' };
    return Promise.resolve({ values, etag });
  };
  return (
    <PageForm<Values>
      labels={{ submit: 'Save', pending: 'Saving...' }}
      objectId={undefined}
      initialValues={{ name: 'Ada', note: '' }}
      edits={{ read, revision, labels: { name: 'Name', note: 'Note' } }}
      onSubmit={(values, submission) =>
        onSubmit(values, submission).then(() => setRevision((before) => before + 1))
      }
      beside={<button type="button">Send a test</button>}
    >
      <Form.Item name="name" label="Name">
        <Input />
      </Form.Item>
      <Form.Item name="note" label="Note">
        <Input />
      </Form.Item>
    </PageForm>
  );
}

const first = { name: 'Ada', note: '', etag: '"1"' };
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

it('stays after saving, and saves again what was read then', async () => {
  const submit = jest.fn<Submit>(() => Promise.resolve());
  const { user } = renderWithProviders(
    <Page versions={[first, { name: 'Grace', note: '', etag: '"2"' }]} onSubmit={submit} />,
  );
  expect(screen.queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Send a test' })).toBeVisible();
  type('Name', 'Grace');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(submit).toHaveBeenCalledTimes(1));
  type('Note', 'Later');
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(submit).toHaveBeenCalledTimes(2));
  expect(submit.mock.calls.map(([values, { ifMatch, changes }]) => [values, ifMatch, changes])).toEqual([
    [{ name: 'Grace', note: '' }, '"1"', { name: 'Grace' }],
    [{ name: 'Grace', note: 'Later' }, '"2"', { note: 'Later' }],
  ]);
});

it('shows what another user changed until it is saved', async () => {
  const stale = new ApiError({ status: 412, detail: 'Changed.', errors: undefined, requestId: undefined });
  const submit = jest.fn<Submit>(() => Promise.resolve());
  submit.mockRejectedValueOnce(stale);
  const { user } = renderWithProviders(
    <Page versions={[first, { name: 'Alan', note: '', etag: '"2"' }]} onSubmit={submit} />,
  );
  type('Name', 'Grace');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('radio', { name: /Yours/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('radio')).not.toBeInTheDocument());
  expect(submit.mock.calls.map(([values, { ifMatch }]) => [values.name, ifMatch])).toEqual([
    ['Grace', '"1"'],
    ['Grace', '"2"'],
  ]);
});

it('asks before Back or a reload discards what was typed, until it is saved', async () => {
  const submit = jest.fn<Submit>(() => Promise.resolve());
  const { user } = renderWithProviders(<Page versions={[first]} onSubmit={submit} />);
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(asks()).toBe(false);
  type('Note', 'Later');
  await waitFor(() => expect(asks()).toBe(true));
  // The entry of the test before is left by then.
  await waitFor(() => expect(history.state).toEqual({ dialogs: 1 }));
  history.back();
  await user.click(await screen.findByRole('button', { name: 'Keep Editing' }));
  expect(screen.getByLabelText('Note')).toHaveValue('Later');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asks()).toBe(false));
});
