import { Form, Input } from '@mainstay/ui/forms';
import { describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { ApiError } from './api-error.ts';
import { type EditedThing, FormDialog, type Submission } from './form-dialog.tsx';
import { renderWithProviders } from './testing/index.ts';

interface Values {
  name: string;
  note: string;
}

type Submit = (values: Values, submission: Submission<Values>) => Promise<unknown>;

function Screen({ onSubmit, edits }: { onSubmit: Submit; edits?: EditedThing<Values> }) {
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
        objectId={undefined}
        initialValues={{ name: 'Ada', note: '' }}
        canSubmit={({ name }) => name !== ''}
        check={({ note }) => (note === 'bad' ? 'That is bad.' : undefined)}
        {...(edits && { edits })}
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

async function openWith(onSubmit: Submit, edits?: EditedThing<Values>) {
  const { user } = renderWithProviders(<Screen onSubmit={onSubmit} {...(edits && { edits })} />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('dialog', { name: 'New thing' });
  return user;
}

type User = Awaited<ReturnType<typeof openWith>>;
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const saves = () => jest.fn<Submit>(() => Promise.resolve());

describe('a form dialog', () => {
  it('focuses its first field, and then the button that opened it', async () => {
    const user = await openWith(saves());
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus());
  });

  it('starts from its initial values each time', async () => {
    const user = await openWith(saves());
    type('Name', 'Grace');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Open' }));
    expect(await screen.findByLabelText('Name')).toHaveValue('Ada');
  });

  it('keeps what was typed, and the rest, when the screen reads again what it edits', async () => {
    const dialog = (name: string, note: string) => (
      <FormDialog<Values>
        open
        title="Edit thing"
        labels={{ cancel: 'Cancel', submit: 'Save', pending: 'Saving...' }}
        objectId={undefined}
        initialValues={{ name, note }}
        onSubmit={saves()}
        onClose={() => undefined}
      >
        <Form.Item name="name" label="Name">
          <Input />
        </Form.Item>
        <Form.Item name="note" label="Note">
          <Input />
        </Form.Item>
      </FormDialog>
    );
    const { rerender } = renderWithProviders(dialog('Ada', 'first'));
    await screen.findByRole('dialog', { name: 'Edit thing' });
    type('Name', 'Grace');
    rerender(dialog('Somebody', 'second'));
    expect(screen.getByLabelText('Name')).toHaveValue('Grace');
    expect(screen.getByLabelText('Note')).toHaveValue('first');
  });

  it('submits once while a submit is pending, and stays open', async () => {
    let finish = () => undefined as unknown;
    const save = jest.fn<Submit>(() => {
      // Before the pending state of the first submit is rendered.
      if (save.mock.calls.length === 1) fireEvent.click(button);
      return new Promise((resolve) => (finish = () => resolve(undefined)));
    });
    const user = await openWith(save);
    const button = screen.getByRole('button', { name: 'Save' });
    fireEvent.click(button);
    expect(await screen.findByRole('button', { name: 'Saving...' })).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeVisible();
    expect(save.mock.calls.map(([values]) => values)).toEqual([{ name: 'Ada', note: '' }]);
    finish();
    expect(await screen.findByRole('button', { name: 'Save' })).toBeEnabled();
  });

  it('shows a form-level error instead of submitting', async () => {
    const save = saves();
    const user = await openWith(save);
    type('Note', 'bad');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('That is bad.');
    expect(save).not.toHaveBeenCalled();
  });

  it('cannot be submitted until it is allowed', async () => {
    await openWith(saves());
    type('Name', '');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled());
  });

  it('says that it needs a connection while there is none, and cannot be submitted', async () => {
    await openWith(saves());
    const save = screen.getByRole('button', { name: 'Save' });
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    const sentence = 'You are offline. This needs a connection.';
    expect(screen.getByText(sentence)).toBeVisible();
    expect(save).toBeDisabled();
    onLine.mockRestore();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(screen.queryByText(sentence)).toBeNull();
    expect(save).toBeEnabled();
  });

  it('shows validation errors on their fields and focuses the first', async () => {
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

  it.each([
    ['Escape', (user: User) => user.keyboard('{Escape}')],
    [
      'Back',
      async () => {
        history.back();
        await screen.findByText('Discard changes?');
      },
    ],
    ['Cancel', (user: User) => user.click(screen.getByRole('button', { name: 'Cancel' }))],
    ['Close', (user: User) => user.click(screen.getByRole('button', { name: 'Close' }))],
    [
      'a click beside it',
      (user: User) => user.click(document.querySelector('.ant-modal-wrap') ?? document.body),
    ],
  ])('asks before %s discards the input', async (_how, leave) => {
    const user = await openWith(saves());
    type('Note', 'half a sentence');
    await leave(user);
    await user.click(await screen.findByRole('button', { name: 'Keep Editing' }));
    expect(screen.getByLabelText('Note')).toHaveValue('half a sentence');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('lets the browser ask before a reload discards the input', async () => {
    const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const user = await openWith(saves());
    expect(asks()).toBe(false);
    type('Note', 'half a sentence');
    expect(asks()).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(asks()).toBe(false);
  });

  it('sends a retry with the same Idempotency-Key, and anything else with another', async () => {
    const save = jest.fn<Submit>(() => Promise.reject(new Error('no connection')));
    const user = await openWith(save);
    const submit = () => user.click(screen.getByRole('button', { name: 'Save' }));
    const keys = () => save.mock.calls.map(([, { idempotencyKey }]) => idempotencyKey);
    await submit();
    await waitFor(() => expect(keys()).toHaveLength(1));
    await submit();
    await waitFor(() => expect(keys()).toHaveLength(2));
    type('Note', 'other');
    await submit();
    await waitFor(() => expect(keys()).toHaveLength(3));
    const [first, second, third] = keys();
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });
});

describe('a form dialog that edits', () => {
  const stale = () =>
    new ApiError({ status: 412, detail: 'Changed.', errors: undefined, requestId: undefined });
  const editing = (...states: { values: Values; etag: string }[]): EditedThing<Values> => ({
    labels: { name: 'Name', note: 'Note' },
    read: jest.fn(() => {
      const state = states.length > 1 ? states.shift() : states[0];
      return state ? Promise.resolve(state) : Promise.reject(new Error('gone'));
    }),
  });
  const submit = (user: User) => user.click(screen.getByRole('button', { name: 'Save' }));

  it('starts from the current state and sends its ETag and the changes', async () => {
    const save = saves();
    const user = await openWith(save, editing({ values: { name: 'Ada', note: 'newer' }, etag: '"5"' }));
    await waitFor(() => expect(screen.getByLabelText('Note')).toHaveValue('newer'));
    type('Name', 'Grace');
    await submit(user);
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
    expect(save.mock.calls[0]?.[1]).toMatchObject({ ifMatch: '"5"', changes: { name: 'Grace' } });
  });

  it('sends an ETag that matches nothing if the current state could not be read', async () => {
    const save = saves();
    const user = await openWith(save, editing());
    await submit(user);
    await waitFor(() => expect(save.mock.calls[0]?.[1].ifMatch).toBe('"unread"'));
  });

  async function conflict(theirs: Values) {
    const save = saves().mockRejectedValueOnce(stale());
    const user = await openWith(
      save,
      editing({ values: { name: 'Ada', note: '' }, etag: '"5"' }, { values: theirs, etag: '"6"' }),
    );
    type('Note', 'mine');
    await submit(user);
    await screen.findByText(/Someone else has changed this in the meantime/);
    return { user, save };
  }

  it("keeps the input, shows the other user's changes, and overwrites them on the next save", async () => {
    const { user, save } = await conflict({ name: 'Ada L.', note: 'other' });
    expect(screen.getByRole('alert')).toHaveTextContent('Choose what to keep');
    expect(screen.getByLabelText('Note')).toHaveValue('mine');
    expect(screen.getByRole('radio', { name: 'Yours mine' })).toBeChecked();
    expect(screen.getByRole('radio', { name: 'Theirs other' })).not.toBeChecked();
    // Untouched here, so it is updated.
    expect(screen.getByText('Name is now Ada L.')).toBeVisible();
    expect(screen.getByLabelText('Name')).toHaveValue('Ada L.');
    await submit(user);
    await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
    expect(save.mock.calls[1]?.[1]).toMatchObject({ ifMatch: '"6"', changes: { note: 'mine' } });
  });

  it('switches between theirs and yours', async () => {
    const { user, save } = await conflict({ name: 'Ada', note: 'other' });
    const theirs = screen.getByRole('radio', { name: 'Theirs other' });
    fireEvent.click(theirs);
    // At once: a radio button must not flip back for a moment.
    expect(theirs).toBeChecked();
    expect(screen.getByLabelText('Note')).toHaveValue('other');
    await user.click(screen.getByRole('radio', { name: 'Yours mine' }));
    expect(screen.getByLabelText('Note')).toHaveValue('mine');
    await user.click(screen.getByRole('radio', { name: 'Theirs other' }));
    await submit(user);
    await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
    expect(save.mock.calls[1]?.[1]).toMatchObject({ ifMatch: '"6"', changes: {} });
  });
});
