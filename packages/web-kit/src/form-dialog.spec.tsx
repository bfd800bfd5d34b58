import { Form, Input } from '@mainstay/ui/forms';
import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { ApiError } from './api-error.ts';
import { FormDialog } from './form-dialog.tsx';
import { renderWithProviders } from './testing/index.ts';

interface Values {
  name: string;
  note: string;
}

function Screen({ onSubmit }: { onSubmit: (values: Values) => Promise<unknown> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <FormDialog<Values>
        open={open}
        title="New thing"
        labels={{ cancel: 'Cancel', submit: 'Save', pending: 'Saving...' }}
        initialValues={{ name: 'Ada', note: '' }}
        canSubmit={({ name }) => name !== ''}
        check={({ note }) => (note === 'bad' ? 'That is bad.' : undefined)}
        onSubmit={onSubmit}
        onClose={() => setOpen(false)}
      >
        <Form.Item name="name" label="Name">
          <Input />
        </Form.Item>
        <Form.Item name="note" label="Note">
          <Input />
        </Form.Item>
      </FormDialog>
    </>
  );
}

async function openWith(onSubmit: (values: Values) => Promise<unknown>) {
  const { user } = renderWithProviders(<Screen onSubmit={onSubmit} />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('dialog', { name: 'New thing' });
  return user;
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const saves = () => jest.fn<(values: Values) => Promise<unknown>>(() => Promise.resolve());

describe('a form dialog', () => {
  it('gives the focus to its first field and back to the button that opened it', async () => {
    const user = await openWith(saves());
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus());
  });

  it('starts from its initial values each time', async () => {
    const user = await openWith(saves());
    type('Name', 'Grace');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Open' }));
    expect(await screen.findByLabelText('Name')).toHaveValue('Ada');
  });

  it('submits once while the first submit is under way, and does not close meanwhile', async () => {
    let finish = () => undefined as unknown;
    const save = jest.fn<(values: Values) => Promise<unknown>>(() => {
      // Before anything that tells of the first submit is rendered.
      if (save.mock.calls.length === 1) fireEvent.click(button);
      return new Promise((resolve) => (finish = () => resolve(undefined)));
    });
    const user = await openWith(save);
    const button = screen.getByRole('button', { name: 'Save' });
    fireEvent.click(button);
    expect(await screen.findByRole('button', { name: 'Saving...' })).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeVisible();
    expect(save.mock.calls).toEqual([[{ name: 'Ada', note: '' }]]);
    finish();
    expect(await screen.findByRole('button', { name: 'Save' })).toBeEnabled();
  });

  it('says what is wrong as a whole instead of submitting', async () => {
    const save = saves();
    const user = await openWith(save);
    type('Note', 'bad');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('That is bad.')).toHaveAttribute('role', 'alert');
    expect(save).not.toHaveBeenCalled();
  });

  it('cannot be submitted before it may', async () => {
    await openWith(saves());
    type('Name', '');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled());
  });

  it("puts a refusal's errors on the fields that have one and the focus on the first", async () => {
    const refusal = new ApiError({
      status: 400,
      detail: 'No.',
      errors: { note: ['Too short.'], other: ['Unseen.'] },
      requestId: undefined,
    });
    const user = await openWith(() => Promise.reject(refusal));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Too short.')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Note')).toHaveFocus());
  });
});
