import { formatStoreMoment } from '@mainstay/web-kit';
import { problem, renderWithProviders, returnsPages } from '@mainstay/web-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import {
  ada,
  admin,
  attachment,
  comment,
  commented,
  dialogAround,
  line,
  maintenanceApi,
  returnsAttachments,
  returnsTimeline,
} from '../../test/fixtures.ts';
import { type Reader } from '../comments/comment-entry.tsx';
import { ActivitySection } from './activity-section.tsx';
import { type TimelineLine } from '../api/timeline.ts';

const api = maintenanceApi();
const ticketId = '01890000-0000-7000-8000-0000000000ff';
const created = line({ kind: 'created', via: 'app' });
const working = line({ actor: ada, changes: [{ field: 'status', from: 'incoming', to: 'in_progress' }] });

const returnsLines = (...lines: TimelineLine[]) => api.use(returnsTimeline(ticketId, ...lines));

function openActivity(user: Reader = admin) {
  return renderWithProviders(
    <ActivitySection
      ticketId={ticketId}
      zone="America/New_York"
      user={user}
      hasReporter={false}
      hasVendor={false}
      drafts={new Map()}
    />,
  );
}

const section = () => screen.getByRole('region', { name: 'Activity' });
const rows = async () => {
  const list = await screen.findByRole('list', { name: 'Activity' });
  return Array.from(list.children, (row) => row.textContent);
};

describe('the activity', () => {
  it('lists what happened, oldest first, with the exact time for screen readers', async () => {
    returnsLines(created, working, commented(comment('It is the fuse.')));
    openActivity();
    const exact = formatStoreMoment(created.at, 'America/New_York');
    expect(await rows()).toEqual([
      `Dana Whitfield created the ticket Mar 5, 2024${exact}`,
      `Ada Lane changed Status to Working Mar 5, 2024${exact}`,
      expect.stringContaining(`DWDana WhitfieldMar 5, 2024${exact}It is the fuse.`),
    ]);
    expect(within(section()).getAllByText('Mar 5, 2024')[0]).toHaveAttribute('aria-hidden', 'true');
  });

  it('shows a line of a kind of a later version', async () => {
    api.use(http.get('*/timeline', () => HttpResponse.json([{ ...created, kind: 'audited' }])));
    openActivity();
    expect(await rows()).toEqual([expect.stringMatching(/^Dana Whitfield changed the ticket/)]);
  });

  it('reads all pages, shows the newest lines and the others on demand', async () => {
    const lines = Array.from({ length: 42 }, (_, at) =>
      line({ changes: [{ field: 'title', from: null, to: `Title ${at}` }] }),
    );
    api.use(returnsPages(`/api/tickets/${ticketId}/timeline`, [lines.slice(0, 30), lines.slice(30)]));
    const { user } = openActivity();
    expect(await rows()).toHaveLength(20);
    expect((await rows()).at(-1)).toContain('Title 41');
    await user.click(screen.getByRole('button', { name: 'Show 22 earlier' }));
    expect(await rows()).toHaveLength(42);
    expect(screen.queryByRole('button', { name: /earlier/ })).not.toBeInTheDocument();
    expect(screen.getByRole('list', { name: 'Activity' }).parentElement).toHaveFocus();
  });

  it('shows an error if it cannot be loaded, and loads on Retry', async () => {
    api.use(http.get('*/timeline', () => problem(503, 'Later.')));
    const { user } = openActivity();
    expect(await screen.findByText('The activity could not be loaded.')).toBeVisible();
    returnsLines(created);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await rows()).toHaveLength(1);
  });
});

describe('a comment', () => {
  it('is text with line breaks, the current names of those it mentions, and links', async () => {
    const body = `<@${ada.id}>, see https://example.com/fuse.\n<b>Now</b>`;
    returnsLines(commented(comment(body, { mentions: [{ ...ada, lastName: 'Newname' }] })));
    openActivity();
    const link = await screen.findByRole('link', { name: 'https://example.com/fuse' });
    expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    expect(link).toHaveAttribute('href', 'https://example.com/fuse');
    expect(link.parentElement?.textContent).toBe('@Ada Newname, see https://example.com/fuse.\n<b>Now</b>');
    expect(document.querySelector('b')).toBeNull();
  });

  it('names its author, also without an account', async () => {
    returnsLines(
      commented(comment('One', { editedAt: new Date().toISOString() })),
      commented(comment('Two', { author: null })),
    );
    openActivity();
    const [edited, former] = await rows();
    expect(edited).toMatch(/Dana Whitfield.*Edited.*One/);
    expect(former).toMatch(/Former employee.*Two/);
  });

  it('of a reporter is marked, and so is one that the reporter can read', async () => {
    const ofReporter = { author: null, visibility: 'reporter', via: 'qr' } as const;
    returnsLines(
      commented(comment('One', { ...ofReporter, authorName: 'Kim' })),
      commented(comment('Two', ofReporter)),
      commented(comment('Two', { ...ofReporter, authorName: 'Dana Whitfield) commented (' })),
      commented(comment('Three', { visibility: 'reporter' })),
      commented(comment('Four')),
    );
    openActivity();
    const [named, nameless, brackets, forReporter, team] = await rows();
    expect(named).toMatch(/^RThe reporter \(signed as Kim\).*2024 10:04 AM ESTOne/);
    expect(nameless).toMatch(/^RThe reporter.*2024 10:04 AM ESTTwo/);
    expect(brackets).toMatch(/^RThe reporter \(signed as Dana Whitfield\] commented \[\)/);
    expect(forReporter).toMatch(/Dana Whitfield.*Visible to the reporterThree/);
    expect(team).not.toContain('eporter');
  });

  it('has photos that open', async () => {
    const photo = attachment('drain.png', { ticketId, thumbnailURL: 'https://storage.example/t?sig=1' });
    const recent = attachment('oven.png', { ticketId });
    api.use(
      ...returnsAttachments(ticketId, [photo, recent]),
      http.get('*/api/attachments/:id/download', ({ params }) =>
        HttpResponse.json({ downloadURL: `https://storage.example/${String(params['id'])}?sig=1` }),
      ),
    );
    returnsLines(commented(comment('See', { attachments: [photo, recent] })));
    const { user } = openActivity();
    const open = await screen.findByRole('button', { name: 'Open drain.png' });
    await waitFor(() => expect(open.querySelector('img')).toHaveAttribute('src', photo.thumbnailURL));
    // It has no thumbnail yet.
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Open oven.png' }).querySelector('img')).toHaveAttribute(
        'src',
        `https://storage.example/${recent.id}?sig=1`,
      ),
    );
    await user.click(open);
    const dialog = await screen.findByRole('dialog', { name: 'drain.png' });
    expect(await within(dialog).findByRole('img', { name: 'drain.png' })).toHaveAttribute(
      'src',
      `https://storage.example/${photo.id}?sig=1`,
    );
  });
});

describe('Edit and Delete', () => {
  const own = comment('It is the fuse.', { version: 3 });

  const other = { ...admin, id: crypto.randomUUID() };
  it.each<[string, Reader, string[]]>([
    ['the author', admin, ['Edit', 'Delete']],
    ['another administrator', other, ['Delete']],
    ['another manager', { ...other, role: 'district_manager' }, []],
  ])('are offered to %s', async (_who, reader, offered) => {
    returnsLines(commented(own));
    openActivity(reader);
    expect(await rows()).toHaveLength(1);
    const buttons = screen.queryAllByRole('button', { name: /^(Edit|Delete)$/ });
    expect(buttons.map(({ ariaLabel }) => ariaLabel)).toEqual(offered);
  });

  it('shows what was changed meanwhile, with names', async () => {
    returnsLines(commented(own));
    api.use(
      http.patch('*/api/comments/:id', () => {
        returnsLines(commented({ ...own, body: `<@${ada.id}> knows.`, mentions: [ada], version: 4 }));
        return problem(412, 'Someone else changed this.');
      }),
    );
    const { user } = openActivity();
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const dialog = dialogAround(await screen.findByText('Edit Comment'));
    await user.type(within(dialog).getByRole('textbox', { name: 'Comment' }), ' No.');
    await user.click(within(dialog).getByRole('button', { name: 'Save Changes' }));
    expect(await within(dialog).findByRole('radio', { name: 'Theirs @Ada Lane knows.' })).not.toBeChecked();
    expect(within(dialog).getByRole('textbox', { name: 'Comment' })).toHaveValue('It is the fuse. No.');
  });

  it('says that a comment was changed before it is deleted, and shows it', async () => {
    returnsLines(commented(own));
    api.use(
      http.delete('*/api/comments/:id', () => {
        returnsLines(commented({ ...own, body: 'It is the fuse, really.', version: 4 }));
        return problem(412, 'Someone else changed this.');
      }),
    );
    const { user } = openActivity();
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const question = dialogAround(await screen.findByText('Delete Comment'));
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Someone else has changed the comment in the meantime.',
    );
    await waitFor(() => expect(question).toHaveTextContent('It is the fuse, really.'));
  });

  it('has the attachments read again, because photos go with their comment', async () => {
    returnsLines(commented(own));
    api.use(http.delete('*/api/comments/:id', () => new HttpResponse(null, { status: 204 })));
    const { user, queryClient } = openActivity();
    const queryKey = ['/api/tickets', ticketId, 'attachments'];
    queryClient.setQueryData(queryKey, { pages: [], pageParams: [] });
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const question = dialogAround(await screen.findByText('Delete Comment'));
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true));
  });
});

describe('a change of many tickets', () => {
  const bulkId = '01890000-0000-7000-8000-0000000000b1';
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const change = (given: Partial<TimelineLine>) =>
    line({ via: 'bulk', changes: [{ field: 'priority', from: 'low', to: 'high' }], ...given });
  const undo = () => screen.queryByRole('button', { name: 'Undo' });

  it('is taken back at its line, by whoever made it', async () => {
    let changes = [{ id: bulkId, undoUntil: ago(-4), ticketIds: [ticketId] }];
    const undone: unknown[] = [];
    returnsLines(change({ at: ago(8) }), change({ at: ago(6) }), working);
    api.use(
      http.get('*/api/bulk-changes', () => HttpResponse.json(changes)),
      http.post('*/api/bulk-changes/:id/undo', ({ params }) => {
        undone.push(params['id']);
        changes = [];
        const results = [{ id: ticketId, number: 1, outcome: 'restored', status: 200, detail: null }];
        return HttpResponse.json({ id: bulkId, undoUntil: ago(-4), results });
      }),
    );
    const { user } = openActivity();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('1 ticket restored')).toBeVisible();
    await waitFor(() => expect(undo()).not.toBeInTheDocument());
    expect(undone).toEqual([bulkId]);
  });

  it.each([
    ['of somebody else', { actor: ada, at: ago(1) }, [ticketId]],
    ['of more than ten minutes ago', { at: ago(11) }, [ticketId]],
    ['that changed other tickets, or is undone', { at: ago(1) }, ['01890000-0000-7000-8000-0000000000fe']],
  ])('has no Undo: one %s', async (_what, given, ticketIds) => {
    returnsLines(change(given));
    api.use(returnsPages('/api/bulk-changes', [[{ id: bulkId, undoUntil: ago(-9), ticketIds }]]));
    const { queryClient } = openActivity();
    await rows();
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(undo()).not.toBeInTheDocument();
  });
});
