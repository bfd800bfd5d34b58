import { Form, Input } from '@mainstay/ui/forms';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { ApiError } from './api-error.ts';
import { eraseDrafts, readDrafts } from './drafts.ts';
import { type EditedThing, FormDialog } from './form-dialog.tsx';
import { PageForm } from './page-form.tsx';
import { createQueryClient } from './query-client.ts';
import { renderWithProviders } from './testing/index.ts';

interface Values {
  name: string;
  note: string;
  password?: string;
}

const hour = 3_600_000;
const sentence = 'Restored what you typed before you were signed out.';
const ada = { id: 'ada', lifetime: { idleMs: hour } };

function Fields() {
  return (
    <>
      <Form.Item name="name" label="Name">
        <Input />
      </Form.Item>
      <Form.Item name="note" label="Note">
        <Input />
      </Form.Item>
      <Form.Item name="password" label="Password">
        <Input type="password" autoComplete="new-password" />
      </Form.Item>
    </>
  );
}

/** Opens the dialog in a page of its own, as after a sign-in. */
function open({
  user = ada,
  title = 'Edit thing',
  objectId = 'one',
  onSubmit = () => Promise.resolve(),
  edits,
}: {
  user?: object;
  title?: string;
  objectId?: string;
  onSubmit?: () => Promise<unknown>;
  edits?: EditedThing<Values>;
} = {}) {
  const queryClient = createQueryClient();
  queryClient.setQueryData(['/api/user'], user);
  const onClose = jest.fn();
  const page = renderWithProviders(
    <FormDialog<Values>
      open
      title={title}
      labels={{ cancel: 'Cancel', submit: 'Save', pending: 'Saving...' }}
      objectId={objectId}
      initialValues={{ name: 'Old', note: 'Before', password: '' }}
      {...(edits && { edits })}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <Fields />
    </FormDialog>,
    { queryClient },
  );
  return { ...page, onClose };
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const endSession = () => act(() => void window.dispatchEvent(new Event('mainstay:session-ended')));

/** Somebody types into the form, the session ends, and the page is left. */
function typeAndLose(typed: Partial<Record<'Name' | 'Note' | 'Password', string>>, where = {}) {
  const { unmount } = open(where);
  for (const [label, value] of Object.entries(typed)) type(label, value);
  endSession();
  unmount();
}

afterEach(() => {
  jest.useRealTimers();
});

describe('what was typed before the session ended', () => {
  it('is in the form again for the same user, who is told of it, once', async () => {
    typeAndLose({ Name: 'New', Note: '' });
    const { unmount } = open();
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('New'));
    expect(screen.getByLabelText('Note')).toHaveValue('');
    expect(screen.getByText(sentence).closest('[role="alert"]')).not.toBeNull();
    unmount();
    open();
    expect(screen.getByLabelText('Name')).toHaveValue('Old');
    expect(screen.queryByText(sentence)).toBeNull();
  });

  it('is kept again when the session ends again, also if it is refused as the press of the button', async () => {
    typeAndLose({ Name: 'New' });
    const refused = () =>
      Promise.reject(
        new ApiError({ status: 401, detail: 'Unauthorized', errors: undefined, requestId: undefined }),
      );
    const { user, unmount } = open({ onSubmit: refused });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('button', { name: 'Save' });
    endSession();
    unmount();
    open();
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('New'));
  });

  it('can be discarded', async () => {
    typeAndLose({ Name: 'New' });
    const { user, onClose } = open();
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(screen.getByLabelText('Name')).toHaveValue('Old');
    expect(screen.getByLabelText('Name')).toHaveFocus();
    expect(screen.queryByText(sentence)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['another user', { user: { id: 'grace' } }],
    ['another form', { title: 'Other thing' }],
    ['another object', { objectId: 'two' }],
  ])('is not there for %s', (_what, where) => {
    typeAndLose({ Name: 'New' });
    open(where);
    expect(screen.getByLabelText('Name')).toHaveValue('Old');
    expect(screen.queryByText(sentence)).toBeNull();
  });

  it('is not there at another path', () => {
    typeAndLose({ Name: 'New' });
    history.replaceState(null, '', '/elsewhere');
    open();
    history.replaceState(null, '', '/');
    expect(screen.getByLabelText('Name')).toHaveValue('Old');
  });

  it('is deleted when somebody else opens a form', () => {
    typeAndLose({ Name: 'New' });
    open({ user: { id: 'grace' } }).unmount();
    expect(sessionStorage).toHaveLength(0);
  });

  it('has no password in it', async () => {
    typeAndLose({ Name: 'New', Password: 'secret' });
    expect(sessionStorage.getItem('mainstay.drafts')).not.toContain('secret');
    open();
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('New'));
    expect(screen.getByLabelText('Password')).toHaveValue('');
    sessionStorage.clear();
  });

  it('is nothing where nothing was typed, or only a password', () => {
    typeAndLose({ Password: 'secret' });
    expect(sessionStorage).toHaveLength(0);
  });

  it.each([
    ['as long as a session lasts', hour],
    ['a clock that was set back', -1],
  ])('ends with %s', (_what, passed) => {
    jest.useFakeTimers({ now: 1e12 });
    typeAndLose({ Name: 'New' });
    jest.setSystemTime(1e12 + hour - 1);
    expect(readDrafts('ada')?.forms).toEqual({ '\nEdit thing\none': { name: ['New', 'Old'] } });
    jest.setSystemTime(1e12 + passed);
    expect(readDrafts('ada')).toBeUndefined();
    expect(sessionStorage).toHaveLength(0);
  });

  it.each([
    ['is ahead and is set right', -3 * hour, -3 * hour, 0],
    ['is behind, before the server has answered', 3 * hour, 0, undefined],
  ])('stays on a device whose clock %s', (_what, ahead, passed, aheadThen) => {
    jest.useFakeTimers({ now: 1e12 });
    globalThis.mainstayClockAhead = ahead;
    typeAndLose({ Name: 'New' });
    jest.setSystemTime(1e12 + passed);
    globalThis.mainstayClockAhead = aheadThen;
    expect(readDrafts('ada')).toBeDefined();
    globalThis.mainstayClockAhead = undefined;
    sessionStorage.clear();
  });

  it('has a limit, at which the oldest is dropped', () => {
    typeAndLose({ Note: 'x'.repeat(80_000) }, { objectId: 'one' });
    typeAndLose({ Note: 'x'.repeat(80_000) }, { objectId: 'two' });
    typeAndLose({ Note: 'x'.repeat(80_000) }, { objectId: 'three' });
    const forms = Object.keys(readDrafts('ada')?.forms ?? {});
    expect(forms.map((form) => form.split('\n')[2])).toEqual(['two', 'three']);
    typeAndLose({ Note: 'x'.repeat(200_000) }, { objectId: 'four' });
    expect(sessionStorage).toHaveLength(0);
  });

  it.each(['{"forms":', '{"userId":"ada","at":0,"until":9e99,"forms":{"\\nEdit thing\\none":5}}'])(
    'is nothing where the browser has something else: %s',
    (found) => {
      sessionStorage.setItem('mainstay.drafts', found);
      open();
      expect(screen.getByLabelText('Name')).toHaveValue('Old');
    },
  );

  it('is shown beside what another user has changed meanwhile', async () => {
    typeAndLose({ Name: 'New' });
    open({
      edits: {
        labels: { name: 'Name', note: 'Note' },
        read: () => Promise.resolve({ values: { name: 'Theirs', note: 'Before' }, etag: '"2"' }),
      },
    });
    expect(await screen.findByRole('radio', { name: 'Theirs Theirs' })).not.toBeChecked();
    expect(screen.getByLabelText('Name')).toHaveValue('New');
  });

  it('is in the form of a page, until it is saved', async () => {
    const page = () => {
      const queryClient = createQueryClient();
      queryClient.setQueryData(['/api/user'], ada);
      return renderWithProviders(
        <PageForm<Values>
          labels={{ submit: 'Save', pending: 'Saving...' }}
          objectId={undefined}
          initialValues={{ name: 'Old', note: 'Before' }}
          onSubmit={() => Promise.resolve()}
        >
          <Fields />
        </PageForm>,
        { queryClient },
      );
    };
    const { unmount } = page();
    type('Name', 'New');
    endSession();
    unmount();
    const { user } = page();
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('New'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
  });

  it('is erased by a sign-out', () => {
    typeAndLose({ Name: 'New' });
    eraseDrafts();
    open();
    expect(screen.getByLabelText('Name')).toHaveValue('Old');
  });
});
