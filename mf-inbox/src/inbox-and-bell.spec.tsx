import { useLocation } from '@mainstay/ui/router';
import { fakeApi, problem, renderWithProviders, returns } from '@mainstay/web-kit/testing';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { inboxItem, suspendedCode } from '../test/fixtures.ts';
import { Bell } from './bell/bell.tsx';
import { InboxScreen } from './inbox/inbox-screen.tsx';

const oven = inboxItem(1042);
const door = inboxItem(1041, { kind: 'commented', createdAt: '2024-03-04T20:04:00.000Z' });
const sink = inboxItem(1040, { readAt: '2024-03-03T20:04:00.000Z', createdAt: '2024-03-03T08:00:00.000Z' });

const bodies: unknown[] = [];
const api = fakeApi(
  http.get('*/api/inbox/summary', () => HttpResponse.json({ unread: 2 })),
  http.get('*/api/inbox', ({ request }) =>
    HttpResponse.json(new URL(request.url).searchParams.has('unread') ? [oven, door] : [oven, door, sink]),
  ),
  http.post('*/api/inbox/read', async ({ request }) => {
    bodies.push(await request.json());
    return new HttpResponse(null, { status: 204 });
  }),
);
beforeEach(() => {
  bodies.length = 0;
});

function Address() {
  const { pathname, search } = useLocation();
  return <p data-testid="address">{pathname + search}</p>;
}

function open(path = '/inbox') {
  const host = { toast: jest.fn(), navigate: jest.fn() };
  const view = renderWithProviders(
    <>
      <Bell host={host} />
      <InboxScreen host={host} />
      <Address />
    </>,
    { path },
  );
  return { host, ...view };
}

const address = () => screen.getByTestId('address').textContent;
const rows = () => within(screen.getByRole('tabpanel')).queryAllByRole('listitem');
const linkOf = (number: number) => screen.findByRole('link', { name: `#${number} Ticket ${number}` });

describe('the list', () => {
  it('says of each item who did what, on which ticket, where and when', async () => {
    open();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Inbox');
    expect(screen.getByText('What changed in your stores')).toBeVisible();
    const link = await linkOf(1042);
    expect(link).toHaveAttribute('href', `/tickets?ticket=${oven.ticket?.id}`);
    expect(link).toHaveAccessibleDescription('Unread. Dana Whitfield mentioned you');
    expect(rows()[0]).toHaveTextContent(/Dana Whitfield mentioned you.*Harbor.*Mar 5, 2024/);
    expect(rows()[1]).toHaveTextContent('Dana Whitfield commented');
  });

  it('says of a due date which ticket it is about, with a clock, and shows an item of a later version', async () => {
    const overdue = { kind: 'overdue', actor: null, dueAt: '2024-03-05T20:04:00.000Z' };
    api.use(returns('/api/inbox', [inboxItem(1042, overdue), inboxItem(1041, { kind: 'audited' })]));
    open();
    const link = await linkOf(1042);
    expect(link).toHaveAccessibleDescription(/^Unread\. Overdue since Mar 5, /);
    expect(rows()[0]?.querySelector('.anticon-clock-circle')).toBeInTheDocument();
    expect(rows()[1]).toHaveTextContent('There is news');
  });

  it.each([
    ['/inbox?tab=all', 1, '1 item about something that is gone'],
    ['/inbox?tab=all', 8, '8 items about things that are gone'],
    ['/inbox', 8, undefined],
  ])('tells of what is gone in one line of All, without a link: %s %s', async (path, count, text) => {
    const gone = [
      { ...oven, ticket: null },
      { ...suspendedCode(), code: null },
    ];
    const items = Array.from({ length: count }, (_, at) => ({ ...gone[at % 2], id: crypto.randomUUID() }));
    api.use(returns('/api/inbox', [...items.slice(1), door, ...items.slice(0, 1)]));
    open(path);
    await linkOf(1041);
    expect(rows()).toHaveLength(1);
    expect(screen.queryByText(/gone/)?.textContent).toBe(text);
  });

  it('is empty when all that is unread is gone', async () => {
    api.use(returns('/api/inbox', [{ ...oven, ticket: null }]));
    open();
    expect(await screen.findByText("You're all caught up")).toBeVisible();
    expect(screen.getByRole('button', { name: 'Mark all as read' })).toBeDisabled();
  });

  it.each([
    [{}, 'The QR code of Fryer 2 at Harbor rests for an hour: too many reports.'],
    [{ equipment: null }, 'The QR code at Harbor rests for an hour: too many reports.'],
    [
      { equipment: null, label: 'Counter' },
      'The QR code “Counter” at Harbor rests for an hour: too many reports.',
    ],
  ])('says that a QR code rests, and leads to the equipment: %j', async (given, text) => {
    api.use(returns('/api/inbox', [suspendedCode(given)]));
    const { user } = open();
    const link = await screen.findByRole('link', { name: text });
    expect(link).toHaveAccessibleDescription('Unread.');
    await user.click(link);
    expect(address()).toBe('/equipment');
    await waitFor(() => expect(bodies).toHaveLength(1));
  });

  it('says in which checklist something failed, and leads to it', async () => {
    const run = { id: 'run', name: 'Opening check', location: { id: 'h', name: 'Harbor', timezone: 'UTC' } };
    api.use(returns('/api/inbox', [{ ...oven, kind: 'check_failed', ticket: null, run }]));
    const { user } = open();
    const link = await screen.findByRole('link', { name: 'Opening check' });
    expect(link).toHaveAccessibleDescription('Unread. Dana Whitfield finished a checklist: something failed');
    await user.click(link);
    expect(address()).toBe('/checklists?run=run');
  });

  it('says so when nothing is unread', async () => {
    api.use(returns('/api/inbox', []));
    open();
    expect(await screen.findByText("You're all caught up")).toBeVisible();
    expect(screen.getByRole('button', { name: 'Mark all as read' })).toBeDisabled();
  });
});

describe('the tabs', () => {
  it('are in the address', async () => {
    const { user } = open();
    await linkOf(1042);
    expect(rows()).toHaveLength(2);
    await user.click(screen.getByRole('tab', { name: 'All' }));
    expect(await linkOf(1040)).toBeVisible();
    expect(address()).toBe('/inbox?tab=all');
    await user.click(screen.getByRole('tab', { name: 'Unread' }));
    expect(address()).toBe('/inbox');
    await waitFor(() => expect(rows()).toHaveLength(2));
  });
});

describe('opening an item', () => {
  it('leads to the ticket and reads it at once, where it stands and in the bell', async () => {
    api.use(
      http.post('*/api/inbox/read', async ({ request }) => {
        bodies.push(await request.json());
        await delay(200);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = open();
    await screen.findByRole('link', { name: 'Inbox, 2 unread' });
    await user.click(await linkOf(1042));
    expect(address()).toBe(`/tickets?ticket=${oven.ticket?.id}`);
    expect(await linkOf(1042)).toHaveAccessibleDescription('Dana Whitfield mentioned you');
    expect(screen.getByRole('link', { name: 'Inbox, 1 unread' })).toBeVisible();
    expect(rows()).toHaveLength(2);
    await waitFor(() => expect(bodies).toEqual([{ ids: [oven.id] }]));
  });

  it('reads all changes of the ticket, which are one row', async () => {
    const comment = inboxItem(1042, { kind: 'commented', createdAt: '2024-03-03T20:04:00.000Z' });
    api.use(returns('/api/inbox', [oven, door, comment]));
    const { user } = open();
    await user.click(await linkOf(1042));
    expect(rows().map((row) => /2 changes/.test(row.textContent))).toEqual([true, false]);
    await waitFor(() => expect(bodies).toEqual([{ ids: [oven.id, comment.id] }]));
  });

  it('reads it also when it is opened in another tab', async () => {
    open();
    const link = await linkOf(1042);
    fireEvent(link, new MouseEvent('auxclick', { bubbles: true, button: 2 }));
    fireEvent(link, new MouseEvent('auxclick', { bubbles: true, button: 1 }));
    await waitFor(() => expect(bodies).toEqual([{ ids: [oven.id] }]));
    expect(address()).toBe('/inbox');
  });

  it('sends nothing for an item that was read before', async () => {
    const { user } = open('/inbox?tab=all');
    await user.click(await linkOf(1040));
    expect(bodies).toEqual([]);
  });

  it('shows it as unread again if that fails', async () => {
    api.use(
      http.post('*/api/inbox/read', async () => {
        await delay(100);
        return problem(503, 'Later.');
      }),
    );
    open();
    const link = await linkOf(1042);
    fireEvent(link, new MouseEvent('auxclick', { bubbles: true, button: 1 }));
    await waitFor(() => expect(link).toHaveAccessibleDescription('Dana Whitfield mentioned you'));
    await waitFor(() => expect(link).toHaveAccessibleDescription('Unread. Dana Whitfield mentioned you'));
    expect(await screen.findByRole('link', { name: 'Inbox, 2 unread' })).toBeVisible();
  });
});

describe('Mark all as read', () => {
  it('reads up to the newest item that is shown, and keeps the focus on the list', async () => {
    const { user } = open();
    await linkOf(1042);
    api.use(returns('/api/inbox', []), returns('/api/inbox/summary', { unread: 0 }));
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
    expect(await screen.findByText("You're all caught up")).toBeVisible();
    expect(bodies).toEqual([{ before: oven.createdAt }]);
    expect(await screen.findByRole('link', { name: 'Inbox' })).toBeVisible();
    expect(screen.getByText('Everything is marked as read')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('tabpanel').firstElementChild).toHaveFocus());
  });
});

it('leads to its settings', async () => {
  const { user, host } = open();
  const settings = screen.getByRole('link', { name: 'Settings' });
  expect(settings).toHaveAttribute('href', '/inbox/settings');
  await user.click(settings);
  expect(host.navigate.mock.calls).toEqual([['/inbox/settings']]);
});
