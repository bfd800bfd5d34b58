import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestUser } from '@mainstay/service-kit/testing';
import { inboxItems } from './inbox-items.ts';
import { aCode, aPhoto, aTicket, type Columns } from './rows.ts';
import { useService } from './running-service.ts';
import { type Change, settled, storesOf } from './stores.ts';

// Whom a change concerns is decided by src/inbox/items-of.ts; here are the facts of the database, and what is kept.
const service = useService();
const stores = storesOf(service);
const items = () => inboxItems(service);
let store: string;
/** Manages the store, and does what the others are notified of. */
let dana: TestUser;
/** Manages the store. */
let eve: TestUser;

const createManager = (firstName: string) => service.createUser('district_manager', { firstName });
const createAdministrator = (firstName: string) => service.createUser('admin', { firstName });
const query = (text: string, values?: unknown[]) => service.backends.admin.query<Columns>(text, values);
/** These columns of all items, oldest first. */
const itemsWith = async (columns: string) => {
  await settled(service);
  return (await query(`SELECT ${columns} FROM notifications.inbox_items i ORDER BY i.id`)).rows;
};
const clear = () => query('DELETE FROM notifications.inbox_items');
const readAll = () => query('UPDATE notifications.inbox_items SET read_at = now()');

// Before that, changes are of the past.
beforeAll(() => settled(service));
beforeEach(async () => {
  await clear();
  store = await stores.createStore('Harbour Street');
  [dana, eve] = [await createManager('Dana'), await createManager('Eve')];
  for (const { userId } of [dana, eve]) await stores.assign(userId, store);
});

const insert = (table: string, columns: Columns, actor: string | null = dana.userId) =>
  stores.change(actor, (transaction) => transaction.insert(table, columns));
const update = (table: string, id: string, columns: Columns, actor: string | null = dana.userId) =>
  stores.change(actor, (transaction) => transaction.update(table, id, columns));
const createTicket = (columns: Columns = {}, actor?: string | null) =>
  insert('core.tickets', aTicket(store, columns), actor);
const changeTicket = (id: string, columns: Columns, actor?: string) =>
  update('core.tickets', id, columns, actor);
const addEvent = (ticketId: string, kind: string, columns: Columns = {}) =>
  insert('core.ticket_events', { ticket_id: ticketId, location_id: store, kind, ...columns }, null);
const watch = (ticketId: string, { userId }: TestUser, muted = false) =>
  insert('core.ticket_watchers', { ticket_id: ticketId, user_id: userId, reason: 'manual', muted }, userId);
const deactivate = ({ userId }: TestUser) => update('auth.users', userId, { active: false }, null);
const removeStore = () => update('core.locations', store, { removed_at: new Date() }, null);

const mention = async (transaction: Change, commentId: string, users: TestUser[]) => {
  for (const { userId } of users)
    await transaction.insert('core.comment_mentions', { comment_id: commentId, user_id: userId });
};
/**
 * Comments that mention these, in one transaction.
 * @returns the id of the last
 */
const comment = (ticketId: string, mentioned: TestUser[] = [], times = 1) =>
  stores.change(dana.userId, async (transaction) => {
    let id = '';
    for (let count = 0; count < times; count += 1) {
      const columns = { ticket_id: ticketId, author_id: dana.userId, body: 'Please look.' };
      id = await transaction.insert('core.ticket_comments', columns);
      await mention(transaction, id, mentioned);
    }
    return id;
  });
/** An edit of a comment that then mentions these. */
const edit = (id: string, mentioned: TestUser[]) =>
  stores.change(dana.userId, async (transaction) => {
    const columns = { body: `Please look ${Math.random()}.`, edited_at: new Date() };
    await transaction.update('core.ticket_comments', id, columns);
    await transaction.run('DELETE FROM core.comment_mentions WHERE comment_id = $1', [id]);
    await mention(transaction, id, mentioned);
  });

describe('a change', () => {
  it('is an item with who did what and when', async () => {
    const ticket = await createTicket({ assigned_to: eve.userId });
    expect(await items()).toEqual(['Eve assigned']);
    const columns = 'user_id, actor_id, ticket_id, comment_id, in_app, read_at';
    const at = 'SELECT occurred_at FROM auth.audit_entries WHERE id = event_id';
    const people = { user_id: eve.userId, actor_id: dana.userId };
    expect(await itemsWith(`${columns}, created_at = (${at}) AS "isOfThen"`)).toEqual([
      { ...people, ticket_id: ticket, comment_id: null, in_app: true, read_at: null, isOfThen: true },
    ]);
  });

  it('concerns those who watch the ticket and have not muted it, and whom a comment mentions', async () => {
    const ticket = await createTicket();
    await watch(ticket, eve);
    await watch(ticket, service.admin, true);
    await comment(ticket);
    await changeTicket(ticket, { status: 'in_progress' });
    const id = await comment(ticket, [eve]);
    expect(await items()).toEqual(['Eve commented', 'Eve mentioned', 'Eve status_changed']);
    expect(await itemsWith('kind, comment_id')).toContainEqual({ kind: 'mentioned', comment_id: id });
  });

  it('is no item for who cannot see the store any more, or is deactivated', async () => {
    const ticket = await createTicket();
    const finn = await createManager('Finn');
    await stores.assign(finn.userId, store);
    for (const user of [eve, finn, service.admin]) await watch(ticket, user);
    await stores.unassign(eve.userId);
    await deactivate(finn);
    await changeTicket(ticket, { status: 'in_progress', assigned_to: eve.userId });
    await comment(ticket, [eve]);
    expect(await items()).toEqual(['Test commented', 'Test status_changed']);
    await removeStore();
    await comment(ticket);
    expect(await items()).toHaveLength(2);
  });

  it('is no item once its ticket or comment is removed', async () => {
    const watched = await createTicket();
    await watch(watched, eve);
    await stores.change(dana.userId, async (transaction) => {
      const ticket = await transaction.insert('core.tickets', aTicket(store, { assigned_to: eve.userId }));
      await transaction.run('DELETE FROM core.tickets WHERE id = $1', [ticket]);
      const columns = { ticket_id: watched, author_id: dana.userId, body: 'No.' };
      const id = await transaction.insert('core.ticket_comments', columns);
      await transaction.update('core.ticket_comments', id, { body: null, removed_at: new Date() });
    });
    expect(await items()).toEqual([]);
  });

  it('is no item of a kind that somebody turned off; what is only mailed is not in the inbox', async () => {
    const prefer = 'INSERT INTO notifications.preferences VALUES ($1, $2, false, $3)';
    await query(prefer, [eve.userId, 'commented', 'off']);
    await query(prefer, [eve.userId, 'status_changed', 'digest']);
    const ticket = await createTicket();
    await watch(ticket, eve);
    await comment(ticket);
    await changeTicket(ticket, { status: 'in_progress' });
    expect(await items()).toEqual(['Eve status_changed by mail']);
    expect((await service.as(eve).get('/api/inbox')).body).toEqual([]);
  });
});

it('an edited comment concerns whom it mentions for the first time, and whom another has mentioned', async () => {
  const finn = await createManager('Finn');
  await stores.assign(finn.userId, store);
  const ticket = await createTicket();
  const id = await comment(ticket, [eve]);
  for (const mentioned of [[eve, finn], [finn], [eve, finn]]) {
    await edit(id, mentioned);
    expect(await items()).toEqual(['Eve mentioned', 'Finn mentioned']);
  }
  await edit(await comment(ticket), [eve]);
  expect(await items()).toEqual(['Eve mentioned', 'Eve mentioned', 'Finn mentioned']);
});

describe('a QR code', () => {
  const suspend = (id: string, hours: number) =>
    update('core.intake_codes', id, { suspended_until: new Date(Date.now() + hours * 3_600_000) }, null);

  it('that rests after too many reports concerns the managers of its store each time', async () => {
    const code = await insert('core.intake_codes', aCode(store));
    expect(await items()).toEqual([]);
    await suspend(code, 1);
    expect(await items()).toEqual(['Dana reported', 'Eve reported']);
    const item = { ticket_id: null, code_id: code, actor_id: null };
    expect(await itemsWith('ticket_id, code_id, actor_id')).toEqual([item, item]);
    await suspend(code, 2);
    expect(await items()).toHaveLength(4);
  });

  it('concerns the administrators where no manager is active, and of a removed store nobody', async () => {
    const code = await insert('core.intake_codes', aCode(store));
    await stores.unassign(eve.userId);
    await deactivate(dana);
    await suspend(code, 1);
    expect(await items()).toEqual(['Test reported']);
    await clear();
    await stores.assign(eve.userId, store);
    await removeStore();
    await suspend(code, 2);
    expect(await items()).toEqual([]);
  });
});

it('a checklist that is finished with a failed step concerns the other managers of its store, once', async () => {
  const step = { steps: '[]', name: 'Opening check' };
  const checklist = await insert('core.checklists', step);
  const run = await insert('core.checklist_runs', { ...step, checklist_id: checklist, location_id: store });
  await update('core.checklist_runs', run, { state: 'open' });
  expect(await items()).toEqual([]);
  await update('core.checklist_runs', run, { state: 'done', failed: 1, completed_at: new Date() });
  expect(await items()).toEqual(['Eve check_failed']);
  const list = async () => (await service.as(eve).get('/api/inbox?unread=true')).body as unknown;
  const location = { id: store, name: 'Harbour Street' };
  expect(await list()).toMatchObject([
    { ticket: null, code: null, run: { id: run, name: 'Opening check', location } },
  ]);
  await stores.unassign(eve.userId);
  expect(await list()).toEqual([]);
});

describe('a report', () => {
  const report = () => createTicket({ via: 'qr' }, null);
  const reply = (ticketId: string) =>
    insert('core.ticket_comments', { ticket_id: ticketId, body: 'It leaks.' }, null);
  const addPhoto = (ticketId: string) => insert('attachments.attachments', aPhoto(ticketId), null);
  /** The latest item of Eve, and how many there are. */
  const itemOfEve = async () => {
    await settled(service);
    const columns = 'kind, comment_id, read_at, count(*) OVER ()::int AS n';
    return (await query(`SELECT ${columns} FROM notifications.inbox_items WHERE user_id = $1`, [eve.userId]))
      .rows[0];
  };

  it('in a store whose managers are inactive or of another role concerns the active administrators', async () => {
    await deactivate(dana);
    await update('auth.users', eve.userId, { role: 'admin' }, null);
    await reply(await report());
    expect(await items()).toEqual(['Eve reported', 'Test reported']);
    await deactivate(eve);
  });

  it('is renewed by words and photos, as one item, also when it is old and the ticket is solved', async () => {
    const ticket = await report();
    await createTicket({ via: 'api' }, null);
    expect(await items()).toEqual(['Dana reported', 'Eve reported']);
    await readAll();
    await query(`UPDATE notifications.inbox_items SET created_at = created_at - interval '9 days'`);
    await changeTicket(ticket, { status: 'solved', completed_at: new Date() });
    const first = await reply(ticket);
    expect(await itemOfEve()).toEqual({ kind: 'reported', comment_id: first, read_at: null, n: 1 });
    await readAll();
    await addPhoto(ticket);
    // The words that may still have to be mailed stay.
    expect(await itemOfEve()).toMatchObject({ comment_id: first, read_at: null, n: 1 });
    await readAll();
    const last = await stores.change(null, async (transaction) => {
      const columns = { ticket_id: ticket, body: 'It is still blocked.' };
      await transaction.insert('core.ticket_comments', columns);
      const id = await transaction.insert('core.ticket_comments', columns);
      await transaction.insert('attachments.attachments', aPhoto(ticket));
      return id;
    });
    expect(await itemOfEve()).toMatchObject({ comment_id: last, read_at: null, n: 1 });
    expect(await items()).toEqual(['Dana reported', 'Eve reported']);
  });

  it('without an item, as before an update, is one item once something is added', async () => {
    const ticket = await report();
    await settled(service);
    await clear();
    await addPhoto(ticket);
    await addPhoto(ticket);
    expect(await items()).toEqual(['Dana reported', 'Eve reported']);
  });
});

describe('an event of a ticket', () => {
  const dueAt = new Date('2026-03-05T15:03:30.250Z');
  const laterDue = { due_at: new Date('2026-03-06T15:03:30.250Z') };
  let ticket: string;
  let finn: TestUser;
  beforeEach(async () => {
    finn = await createManager('Finn');
    await stores.assign(finn.userId, store);
    ticket = await createTicket({ assigned_to: finn.userId }, finn.userId);
  });

  it('at risk concerns the assignee; without one who can see the ticket, the managers', async () => {
    await addEvent(ticket, 'at_risk', { due_at: dueAt });
    expect(await items()).toEqual(['Finn at_risk']);
    expect(await itemsWith('ticket_id, actor_id, due_at')).toEqual([
      { ticket_id: ticket, actor_id: null, due_at: dueAt },
    ]);
    const gus = await createManager('Gus');
    await changeTicket(ticket, { assigned_to: gus.userId }, gus.userId);
    await addEvent(ticket, 'at_risk', laterDue);
    expect(await items()).toEqual(['Dana at_risk', 'Eve at_risk', 'Finn at_risk', 'Finn at_risk']);
  });

  it.each(['paused', 'cost_added'])('of the kind %s concerns nobody', async (kind) => {
    await addEvent(ticket, kind, kind === 'paused' ? { reason: 'waiting_parts' } : {});
    expect(await items()).toEqual([]);
  });

  it('concerns those whom it names, or else all active administrators', async () => {
    const [ada, alf] = [await createAdministrator('Ada'), await createAdministrator('Alf')];
    await deactivate(alf);
    await addEvent(ticket, 'escalated', { due_at: dueAt, told_to: [ada.userId, alf.userId] });
    expect(await items()).toEqual(['Ada escalated']);
    await addEvent(ticket, 'escalated', laterDue);
    await addEvent(ticket, 'approval_needed');
    const all = ['Ada approval_needed', 'Ada escalated', 'Ada escalated'];
    expect(await items()).toEqual([...all, 'Test approval_needed', 'Test escalated']);
    await deactivate(ada);
  });

  it.each([
    ['approved', '500', '640.00'],
    ['approved', '900', '900.00'],
    ['approved', null, '640.00'],
    ['declined', '500', '640.00'],
  ])('%s with a limit of %s concerns who added the cost and the assignee, with the amount', async (...of) => {
    const [decision, limit, amount] = of;
    await changeTicket(ticket, { spending_limit: limit });
    await addEvent(ticket, decision, { told_to: [dana.userId], amount: '640' });
    expect(await items()).toEqual(['Dana approval_decided', 'Finn approval_decided']);
    expect(await itemsWith('decision, amount')).toEqual(Array(2).fill({ decision, amount }));
  });

  it('has no amount while svc-core does not grant it', async () => {
    await query('REVOKE SELECT (amount) ON core.ticket_events FROM svc_notifications');
    try {
      await addEvent(ticket, 'approved', { told_to: [dana.userId], amount: '640' });
      expect(await items()).toEqual(['Dana approval_decided', 'Finn approval_decided']);
    } finally {
      await query('GRANT SELECT (amount) ON core.ticket_events TO svc_notifications');
    }
  });
});

describe('of one kind about a ticket, a person', () => {
  const latest = async ({ userId }: TestUser) => {
    await settled(service);
    const { rows } = await service.backends.admin.query<{ n: number; at: Date; unread: boolean }>(
      `SELECT count(*) OVER ()::int AS n, created_at AS at, read_at IS NULL AS unread, comment_id AS comment
       FROM notifications.inbox_items WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1`,
      [userId],
    );
    return rows[0];
  };

  it('gets twenty items in a day, and then the latest again', async () => {
    const ticket = await createTicket();
    await comment(ticket, [eve], 25);
    expect(await latest(eve)).toMatchObject({ n: 20, unread: true });
    await readAll();
    const before = await latest(eve);
    const last = await comment(ticket, [eve]);
    const after = await latest(eve);
    expect(after).toMatchObject({ n: 20, unread: true, comment: last });
    expect(after?.at.getTime()).toBeGreaterThan(before?.at.getTime() ?? Infinity);
    // An edit mentions nobody twice, also beyond them.
    await readAll();
    await edit(last, [eve]);
    expect(await latest(eve)).toMatchObject({ n: 20, unread: false });
  });

  it('gets items of other kinds, about other tickets, and on another day beside them', async () => {
    const [ticket, other] = [await createTicket(), await createTicket()];
    await comment(ticket, [eve], 21);
    await comment(other, [eve]);
    await changeTicket(ticket, { assigned_to: eve.userId });
    expect(await latest(eve)).toMatchObject({ n: 22 });
    await query(`UPDATE notifications.inbox_items SET created_at = created_at - interval '1 day'`);
    await comment(ticket, [eve]);
    expect(await latest(eve)).toMatchObject({ n: 23, unread: true });
  });

  it('is not buried by a due date that is moved back and forth', async () => {
    const admin = await createAdministrator('Abe');
    const ticket = await createTicket();
    for (let minute = 0; minute < 23; minute += 1)
      await addEvent(ticket, 'escalated', { due_at: new Date(Date.UTC(2026, 0, 1, 0, minute)) });
    expect(await latest(admin)).toMatchObject({ n: 20 });
  });
});
