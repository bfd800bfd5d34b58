import { createQueryClient } from '@mainstay/web-kit';
import { problem, renderWithProviders } from '@mainstay/web-kit/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { ActivitySection } from '../activity/activity-section.tsx';
import {
  ada,
  admin,
  comment,
  commented,
  dana,
  maintenanceApi,
  returnsPeople,
  returnsTimeline,
  takesUploads,
  ticket,
} from '../../test/fixtures.ts';

const api = maintenanceApi();
const leak = ticket('Leak');

interface Sent {
  body: unknown;
  key: string | null;
}
let sent: Sent[];
beforeEach(() => {
  sent = [];
  // jsdom has none.
  Object.assign(URL, {
    createObjectURL: () => `blob:${crypto.randomUUID()}`,
    revokeObjectURL: () => undefined,
  });
});

/** Mocks the creation of a comment with `response` and records the requests. */
const onComment = (response: (body: string) => Response) =>
  api.use(
    http.post(`*/api/tickets/${leak.id}/comments`, async ({ request }) => {
      const body = (await request.json()) as { body: string };
      sent.push({ body, key: request.headers.get('idempotency-key') });
      await delay(20);
      return response(body.body);
    }),
  );

/** Mocks a creation that succeeds and shows the line. */
const takesComments = (id = '01890000-0000-7000-8000-0000000000c1') =>
  onComment((body) => {
    const added = comment(body, { id });
    api.use(returnsTimeline(leak.id, commented(added)));
    return HttpResponse.json(added, { status: 201, headers: { etag: '"1"' } });
  });

async function openField(hasReporter = false, hasVendor = false) {
  api.use(returnsPeople(leak.id, dana, ada));
  const rendered = renderWithProviders(
    <ActivitySection
      ticketId={leak.id}
      zone={leak.location.timezone}
      user={admin}
      hasReporter={hasReporter}
      hasVendor={hasVendor}
      drafts={new Map()}
    />,
  );
  const field = await screen.findByRole('textbox', { name: 'Add a comment' });
  return { ...rendered, field, submit: screen.getByRole('button', { name: 'Comment' }) };
}

const list = () => screen.findByRole('list', { name: 'Activity' });

describe('a new comment', () => {
  it('is sent with the ids of those it mentions; its line appears, without a toast', async () => {
    takesComments();
    const { user, field, submit } = await openField();
    await user.type(field, 'Ask @ada');
    await screen.findByRole('option');
    await user.keyboard('{Enter}');
    await user.click(submit);
    expect(screen.getByRole('button', { name: 'Commenting...' })).toBeVisible();
    // It stands below the lines until the server has it, and the field is free.
    expect(screen.getByText('Commenting...', { selector: 'span[class]' }).parentElement).toHaveTextContent(
      'Ask @Ada Lane',
    );
    expect(field).toHaveValue('');
    expect(await list()).toHaveTextContent(/Dana Whitfield.*Ask/);
    await waitFor(() => expect(field).toHaveValue(''));
    expect(sent).toEqual([{ body: { body: `Ask <@${ada.id}> ` }, key: expect.any(String) }]);
    expect(await screen.findByText('Comment added')).toHaveAttribute('aria-live', 'polite');
    expect(screen.queryByText('Success')).not.toBeInTheDocument();
    expect(field).toHaveFocus();
  });

  it('is sent once if the button is clicked repeatedly', async () => {
    takesComments();
    const { user, field, submit } = await openField();
    await user.type(field, 'Fixed.');
    fireEvent.click(submit);
    fireEvent.click(submit);
    await screen.findByText('Comment added');
    expect(sent).toHaveLength(1);
  });

  it('must have a text', async () => {
    const { user, field, submit } = await openField();
    await user.type(field, '  ');
    await user.click(submit);
    expect(await screen.findByText('Comment is required')).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('keeps its text if it fails; the same text is sent with the same key, another one with another', async () => {
    onComment(() => problem(503, 'Later.'));
    const { user, field, submit } = await openField();
    await user.type(field, 'Fixed.');
    await user.click(submit);
    expect(field).toHaveValue('');
    expect(await screen.findByRole('alert')).toHaveTextContent('ErrorFailed to add comment');
    expect(field).toHaveValue('Fixed.');
    await user.click(await screen.findByRole('button', { name: 'Comment' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    await screen.findByRole('button', { name: 'Comment' });
    await user.type(field, ' Really.');
    await user.click(screen.getByRole('button', { name: 'Comment' }));
    await waitFor(() => expect(sent).toHaveLength(3));
    const [first, second, third] = sent.map(({ key }) => key);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('shows a refusal of its text at the field', async () => {
    onComment(() => problem(400, 'No.', { body: ['Ada Lane cannot open this ticket.'] }));
    const { user, field, submit } = await openField();
    await user.type(field, 'Fixed.');
    await user.click(submit);
    expect(await screen.findByText('Ada Lane cannot open this ticket.')).toBeVisible();
    expect(field).toHaveAccessibleDescription(/Ada Lane cannot open this ticket/);
    expect(field).toHaveValue('Fixed.');
  });

  it('is for the reporter only where there is one and that is chosen, each time', async () => {
    takesComments();
    const { user, field, submit } = await openField(true);
    const choice = screen.getByRole('switch', { name: 'Visible to the reporter' });
    expect(choice).not.toBeChecked();
    await user.type(field, 'We are on the way.');
    await user.click(screen.getByText('Visible to the reporter'));
    expect(choice).toBeChecked();
    expect(field).toHaveAccessibleDescription(/person who reported this can read it/);
    await user.click(submit);
    await waitFor(() => expect(field).toHaveValue(''));
    await waitFor(() => expect(choice).not.toBeChecked());
    await user.type(field, 'It is the thermostat.');
    await user.click(await screen.findByRole('button', { name: 'Comment' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent.map(({ body }) => body)).toEqual([
      { body: 'We are on the way.', visibility: 'reporter' },
      { body: 'It is the thermostat.' },
    ]);
  });

  it('leaves what is chosen while it is sent to the next one', async () => {
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    api.use(
      http.post(`*/api/tickets/${leak.id}/comments`, async () => {
        await answered;
        return HttpResponse.json(comment('Fixed.'), { status: 201, headers: { etag: '"1"' } });
      }),
    );
    const { user, field, submit } = await openField(true);
    await user.type(field, 'Fixed.');
    await user.click(submit);
    await user.click(screen.getByText('Visible to the reporter'));
    answer();
    await screen.findByRole('button', { name: 'Comment' });
    expect(screen.getByRole('switch')).toBeChecked();
  });

  it('is for the vendor only where one has the ticket and that is chosen', async () => {
    takesComments();
    const { user, field, submit } = await openField(false, true);
    await user.type(field, 'The key is at the bar.');
    await user.click(screen.getByRole('radio', { name: 'Vendor' }));
    expect(field).toHaveAccessibleDescription(/vendor gets it by mail/);
    await user.click(submit);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toEqual({ body: 'The key is at the bar.', visibility: 'vendor' });
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Team' })).toBeChecked());
  });

  it('mentions nobody where the reporter sees it', async () => {
    takesComments();
    const { user, field, submit } = await openField(true);
    await user.type(field, 'Ask @ada');
    await screen.findByRole('option');
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('switch'));
    await user.click(submit);
    expect(
      await screen.findByText('The reporter sees this comment: it cannot mention anybody.'),
    ).toBeVisible();
    expect(field).toHaveFocus();
    await user.type(field, ' and @ad');
    expect(screen.queryByRole('option')).not.toBeInTheDocument();
    expect(sent).toEqual([]);
    await user.click(screen.getByRole('switch'));
    await user.click(submit);
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  it('is sent with another key when somebody else is to see the same text', async () => {
    onComment(() => problem(503, 'Later.'));
    const { user, field, submit } = await openField(true);
    await user.type(field, 'Fixed.');
    await user.click(submit);
    await waitFor(() => expect(sent).toHaveLength(1));
    await user.click(screen.getByRole('switch'));
    await user.click(await screen.findByRole('button', { name: 'Comment' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });
});

describe('a comment that was written when the session ended', () => {
  const write = async (ticketId: string, text: string) => {
    const queryClient = createQueryClient();
    queryClient.setQueryData(['/api/user'], admin);
    api.use(returnsPeople(leak.id, dana, ada));
    const opened = renderWithProviders(
      <ActivitySection
        ticketId={ticketId}
        zone={leak.location.timezone}
        user={admin}
        drafts={new Map()}
        hasReporter={false}
        hasVendor={false}
      />,
      { queryClient },
    );
    const field = await screen.findByLabelText('Add a comment');
    if (text) await opened.user.type(field, text);
    return { ...opened, field };
  };

  it('is in the field of its ticket again, with the names of those it mentions, until it is added', async () => {
    const { user, unmount } = await write(leak.id, 'Ask @ada');
    await screen.findByRole('option');
    await user.keyboard('{Enter}');
    act(() => void window.dispatchEvent(new Event('mainstay:session-ended')));
    unmount();

    const other = ticket('Other');
    api.use(returnsTimeline(other.id), returnsPeople(other.id));
    const elsewhere = await write(other.id, '');
    expect(elsewhere.field).toHaveValue('');
    elsewhere.unmount();

    takesComments();
    const { field, user: again } = await write(leak.id, '');
    expect(field).toHaveValue('Ask @Ada Lane ');
    expect(await screen.findByText(/Restored what you typed/)).toBeVisible();
    await again.click(screen.getByRole('button', { name: 'Comment' }));
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ body: `Ask <@${ada.id}> ` }]));
    await waitFor(() => expect(screen.queryByText(/Restored what you typed/)).not.toBeInTheDocument());
  });
});

describe('photos', () => {
  const photo = new File(['x'], 'drain.png', { type: 'image/png' });
  const other = new File(['yy'], 'oven.png', { type: 'image/png' });

  async function choosePhotos(...files: File[]) {
    const opened = await openField();
    await opened.user.upload(screen.getByLabelText('Add photos', { selector: 'input' }), files);
    return opened;
  }

  it('are listed before they are sent, and can be removed', async () => {
    const { user } = await choosePhotos(photo, other);
    const chosen = within(screen.getByRole('list', { name: 'Photos to add' }));
    expect(chosen.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual([
      'drain.png',
      'oven.png',
    ]);
    await user.click(chosen.getByRole('button', { name: 'Remove drain.png' }));
    expect(chosen.getAllByRole('listitem')).toHaveLength(1);
  });

  it('that are too large are refused in words', async () => {
    const large = new File([new Uint8Array(10_485_761)], 'large.png', { type: 'image/png' });
    await choosePhotos(large, photo);
    expect(await screen.findByRole('alert')).toHaveTextContent('large.png is larger than 10 MB.');
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
  });

  it('are taken from what is pasted or dropped; other files are refused in words', async () => {
    const { field } = await openField();
    const given = (...files: File[]) => ({ files, types: ['Files'], getData: () => '' });
    fireEvent.paste(field, { clipboardData: given(photo) });
    fireEvent.drop(field, {
      dataTransfer: given(other, new File(['x'], 'quote.pdf', { type: 'application/pdf' })),
    });
    expect(screen.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual([
      'drain.png',
      'oven.png',
    ]);
    expect(await screen.findByRole('alert')).toHaveTextContent('quote.pdf is not a picture.');
  });

  it('are attached to the comment; those that fail are kept, and sent on Retry', async () => {
    takesComments('01890000-0000-7000-8000-0000000000c7');
    const recorded: unknown[] = [];
    let isBroken = true;
    api.use(
      ...takesUploads(leak.id, (body) => {
        if (isBroken && body.fileName === 'oven.png') return problem(413, 'The storage is full.');
        recorded.push(body);
      }),
    );
    const { user, field, submit } = await choosePhotos(photo, other);
    await user.type(field, 'See');
    await user.click(submit);
    expect(await screen.findByText('The comment was added without these photos:')).toBeVisible();
    expect(await list()).toHaveTextContent('See');
    expect(field).toHaveValue('');
    expect(screen.getByRole('alert')).toHaveTextContent('413: The storage is full.');
    const commentId = '01890000-0000-7000-8000-0000000000c7';
    expect(recorded).toEqual([expect.objectContaining({ fileName: 'drain.png', commentId })]);

    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(recorded).toHaveLength(2));
    expect(recorded[1]).toEqual(expect.objectContaining({ fileName: 'oven.png', commentId, fileSize: 2 }));
    await waitFor(() =>
      expect(screen.queryByText('The comment was added without these photos:')).not.toBeInTheDocument(),
    );
    expect(sent).toHaveLength(1);
  });
});
