import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestUser } from '@mainstay/service-kit/testing';
import { inboxItems } from './inbox-items.ts';
import { aCode, aPhoto, aTicket, type Columns } from './rows.ts';
import { useService } from './running-service.ts';
import { settled, storesOf } from './stores.ts';

const service = useService();
const stores = storesOf(service);
const items = () => inboxItems(service);
let store: string;
/** Manages the store, and does what the others are told of. */
let dana: TestUser;
/** Manages the store. */
let eve: TestUser;

const createManager = (firstName: string) => service.createUser('district_manager', { firstName });
const createAdministrator = (firstName: string) => service.createUser('admin', { firstName });

// Before that, changes are of the past.
beforeAll(() => settled(service));
beforeEach(async () => {
  await service.backends.admin.query('DELETE FROM notifications.inbox_items');
  store = await stores.createStore('Harbour Street');
  [dana, eve] = [await createManager('Dana'), await createManager('Eve')];
  for (const { userId } of [dana, eve]) await stores.assign(userId, store);
});

const createTicket = (columns: object = {}, actor: string | null = dana.userId): Promise<string> =>
  stores.change(actor, ({ insert }) => insert('core.tickets', aTicket(store, { ...columns })));
const changeTicket = (id: string, columns: Record<string, unknown>, actor: string | null = dana.userId) =>
  stores.change(actor, ({ update }) => update('core.tickets', id, columns));
const watch = (ticketId: string, { userId }: TestUser, muted = false) =>
  stores.change(userId, ({ insert }) =>
    insert('core.ticket_watchers', { ticket_id: ticketId, user_id: userId, reason: 'manual', muted }),
  );

/** A comment with whom it mentions. */
const comment = (ticketId: string, mentioned: TestUser[] = [], author: string | null = dana.userId) =>
  stores.change(author, async ({ insert }) => {
    const id = await insert('core.ticket_comments', {
      ticket_id: ticketId,
      author_id: author,
      body: 'Please look.',
    });
    for (const { userId } of mentioned) {
      await insert('core.comment_mentions', { comment_id: id, user_id: userId });
    }
    return id;
  });

/** An edit of a comment that then mentions these. */
const edit = (id: string, mentioned: TestUser[]) =>
  stores.change(dana.userId, async ({ insert, update, run }) => {
    await update('core.ticket_comments', id, {
      body: `Please look ${Math.random()}.`,
      edited_at: new Date(),
    });
    await run('DELETE FROM core.comment_mentions WHERE comment_id = $1', [id]);
    for (const { userId } of mentioned) {
      await insert('core.comment_mentions', { comment_id: id, user_id: userId });
    }
  });

const prefer = ({ userId }: TestUser, kind: string, inApp: boolean, email: string) =>
  service.backends.admin.query('INSERT INTO notifications.preferences VALUES ($1, $2, $3, $4)', [
    userId,
    kind,
    inApp,
    email,
  ]);

describe('each kind', () => {
  it('assigned, when a ticket is created and later', async () => {
    const created = await createTicket({ assigned_to: eve.userId });
    const later = await createTicket();
    await changeTicket(later, { assigned_to: eve.userId });
    expect(await items()).toEqual(['Eve assigned', 'Eve assigned']);
    const { rows } = await service.backends.admin.query(
      `SELECT i.user_id, i.actor_id, i.ticket_id, i.comment_id, i.in_app, i.read_at, i.created_at = e.occurred_at AS "isOfThen"
       FROM notifications.inbox_items i JOIN auth.audit_entries e ON e.id = i.event_id ORDER BY i.id`,
    );
    const item = {
      user_id: eve.userId,
      actor_id: dana.userId,
      comment_id: null,
      in_app: true,
      read_at: null,
    };
    expect(rows).toEqual([
      { ...item, ticket_id: created, isOfThen: true },
      { ...item, ticket_id: later, isOfThen: true },
    ]);
  });

  it('commented, or mentioned instead, and status_changed, for watchers', async () => {
    const ticket = await createTicket();
    await watch(ticket, eve);
    await comment(ticket);
    await changeTicket(ticket, { status: 'in_progress' });
    expect(await items()).toEqual(['Eve commented', 'Eve status_changed']);
    const id = await comment(ticket, [eve]);
    expect(await items()).toEqual(['Eve commented', 'Eve mentioned', 'Eve status_changed']);
    const { rows } = await service.backends.admin.query(
      `SELECT comment_id FROM notifications.inbox_items WHERE kind = 'mentioned'`,
    );
    expect(rows).toEqual([{ comment_id: id }]);
  });

  it('reported, for the managers of the store of a ticket made by a QR code, and no administrator', async () => {
    await createTicket({ via: 'qr' }, null);
    await createTicket({ via: 'api' }, null);
    expect(await items()).toEqual(['Dana reported', 'Eve reported']);
  });
});

describe('a QR code', () => {
  const anHour = 3_600_000;
  const createCode = () =>
    stores.change(dana.userId, ({ insert }) => insert('core.intake_codes', aCode(store)));
  const suspend = (id: string, until: Date | null) =>
    stores.change(null, ({ update }) => update('core.intake_codes', id, { suspended_until: until }));

  it('that rests after too many reports is told to the managers of its store, and to no administrator', async () => {
    const code = await createCode();
    expect(await items()).toEqual([]);
    await suspend(code, new Date(Date.now() + anHour));
    expect(await items()).toEqual(['Dana reported', 'Eve reported']);
    const { rows } = await service.backends.admin.query(
      'SELECT DISTINCT ticket_id, code_id, actor_id FROM notifications.inbox_items',
    );
    expect(rows).toEqual([{ ticket_id: null, code_id: code, actor_id: null }]);
    await suspend(code, null);
    expect(await items()).toHaveLength(2);
    await suspend(code, new Date(Date.now() + 2 * anHour));
    expect(await items()).toHaveLength(4);
  });

  it('is told to the administrators where no manager is active, and of a removed store to nobody', async () => {
    const code = await createCode();
    await stores.unassign(eve.userId);
    await stores.change(null, ({ update }) => update('auth.users', dana.userId, { active: false }));
    await suspend(code, new Date(Date.now() + anHour));
    expect(await items()).toEqual(['Test reported']);
    await service.backends.admin.query('DELETE FROM notifications.inbox_items');
    await stores.assign(eve.userId, store);
    await stores.change(null, ({ update }) => update('core.locations', store, { removed_at: new Date() }));
    await suspend(code, new Date(Date.now() + 2 * anHour));
    expect(await items()).toEqual([]);
  });
});

describe('a report', () => {
  const reply = (ticketId: string) => comment(ticketId, [], null);
  const addPhoto = (ticketId: string) =>
    stores.change(null, ({ insert }) => insert('attachments.attachments', aPhoto(ticketId)));
  /** The item of the report, and how many there are for Eve. */
  const itemOfEve = async () => {
    await settled(service);
    const { rows } = await service.backends.admin.query<Columns>(
      `SELECT kind, comment_id, read_at, count(*) OVER ()::int AS n FROM notifications.inbox_items WHERE user_id = $1`,
      [eve.userId],
    );
    return rows[0];
  };
  const readAll = () => service.backends.admin.query('UPDATE notifications.inbox_items SET read_at = now()');

  it('in a store whose managers are inactive or of another role is told to the active administrators', async () => {
    await stores.change(null, async ({ update }) => {
      await update('auth.users', dana.userId, { active: false });
      await update('auth.users', eve.userId, { role: 'admin' });
    });
    const ticket = await createTicket({ via: 'qr' }, null);
    await reply(ticket);
    expect(await items()).toEqual(['Eve reported', 'Test reported']);
    await stores.change(null, ({ update }) => update('auth.users', eve.userId, { active: false }));
  });

  it('is renewed by words and photos, as one item, also when it is old and the ticket is solved', async () => {
    const ticket = await createTicket({ via: 'qr' }, null);
    await settled(service);
    await readAll();
    await service.backends.admin.query(
      `UPDATE notifications.inbox_items SET created_at = created_at - interval '9 days'`,
    );
    await changeTicket(ticket, { status: 'solved', completed_at: new Date() });
    const first = await reply(ticket);
    expect(await itemOfEve()).toEqual({ kind: 'reported', comment_id: first, read_at: null, n: 1 });
    await readAll();
    await addPhoto(ticket);
    // The words that it may still have to tell stay.
    expect(await itemOfEve()).toMatchObject({ comment_id: first, read_at: null, n: 1 });
    await readAll();
    const last = await stores.change(null, async ({ insert }) => {
      const columns = { ticket_id: ticket, body: 'It is still blocked.' };
      await insert('core.ticket_comments', columns);
      const id = await insert('core.ticket_comments', columns);
      await insert('attachments.attachments', aPhoto(ticket));
      return id;
    });
    expect(await itemOfEve()).toMatchObject({ comment_id: last, read_at: null, n: 1 });
    expect(await items()).toEqual(['Dana reported', 'Eve reported']);
  });

  it('that nobody was told of, as before an update, is one item once something is added', async () => {
    const ticket = await createTicket({ via: 'qr' }, null);
    await settled(service);
    await service.backends.admin.query('DELETE FROM notifications.inbox_items');
    await addPhoto(ticket);
    await addPhoto(ticket);
    expect(await items()).toEqual(['Dana reported', 'Eve reported']);
  });
});

describe('a due date', () => {
  const dueAt = new Date('2026-03-05T15:03:30.250Z');
  const laterDue = { due_at: new Date('2026-03-06T15:03:30.250Z') };
  let ticket: string;
  beforeEach(async () => {
    const finn = await createManager('Finn');
    await stores.assign(finn.userId, store);
    ticket = await createTicket({ assigned_to: finn.userId }, finn.userId);
  });
  const mark = (kind: string, columns: Columns = {}) =>
    stores.change(null, ({ insert }) =>
      insert('core.ticket_events', {
        ticket_id: ticket,
        location_id: store,
        kind,
        due_at: dueAt,
        ...columns,
      }),
    );

  it('at risk is told to the assignee; without one who may see the ticket, to the managers', async () => {
    await mark('at_risk');
    expect(await items()).toEqual(['Finn at_risk']);
    const { rows } = await service.backends.admin.query(
      'SELECT ticket_id, actor_id, due_at FROM notifications.inbox_items',
    );
    expect(rows).toEqual([{ ticket_id: ticket, actor_id: null, due_at: dueAt }]);
    const gus = await createManager('Gus');
    await changeTicket(ticket, { assigned_to: gus.userId }, gus.userId);
    await mark('at_risk', laterDue);
    const managers = ['Dana at_risk', 'Eve at_risk', 'Finn at_risk'];
    expect(await items()).toEqual([...managers, 'Finn at_risk']);
  });

  it('overdue is told to the assignee and the managers, and to no other administrator', async () => {
    await mark('overdue');
    expect(await items()).toEqual(['Dana overdue', 'Eve overdue', 'Finn overdue']);
    await changeTicket(ticket, { assigned_to: service.admin.userId }, service.admin.userId);
    await mark('overdue', laterDue);
    expect((await items()).filter((item) => item.startsWith('Test'))).toEqual(['Test overdue']);
  });

  it('escalated is told to the administrators whom it names, or else to all who are active', async () => {
    const [ada, alf] = [await createAdministrator('Ada'), await createAdministrator('Alf')];
    await stores.change(null, ({ update }) => update('auth.users', alf.userId, { active: false }));
    await mark('escalated', { told_to: [ada.userId, alf.userId] });
    expect(await items()).toEqual(['Ada escalated']);
    await mark('escalated', laterDue);
    expect(await items()).toEqual(['Ada escalated', 'Ada escalated', 'Test escalated']);
  });

  it('is told to nobody who is inactive or has lost the store, and a pause to nobody at all', async () => {
    await mark('paused', { due_at: null, reason: 'waiting_parts' });
    await stores.unassign(eve.userId);
    await stores.change(null, ({ update }) => update('auth.users', dana.userId, { active: false }));
    await mark('overdue');
    expect(await items()).toEqual(['Finn overdue']);
  });
});

describe('costs above the limit', () => {
  let ticket: string;
  const tell = (kind: string, actorId: string | null, columns: Columns = {}) =>
    stores.change(actorId, ({ insert }) =>
      insert('core.ticket_events', { ticket_id: ticket, location_id: store, kind, ...columns }),
    );
  beforeEach(async () => {
    ticket = await createTicket({ assigned_to: eve.userId }, eve.userId);
  });

  it('that need an approval are told to all active administrators, and a cost alone to nobody', async () => {
    const uma = await createAdministrator('Uma');
    await stores.change(null, ({ update }) => update('auth.users', uma.userId, { active: false }));
    await createAdministrator('Zoe');
    await tell('cost_added', dana.userId);
    expect(await items()).toEqual([]);
    await tell('approval_needed', dana.userId);
    const told = await items();
    expect(told).toEqual(expect.arrayContaining(['Test approval_needed', 'Zoe approval_needed']));
    expect(told.filter((item) => /^(Uma|Dana|Eve) /.test(item))).toEqual([]);
  });

  it.each(['approved', 'declined'])(
    'that are %s are told to who added the last cost and to the assignee, once each',
    async (kind) => {
      await tell(kind, service.admin.userId, { told_to: [dana.userId] });
      expect(await items()).toEqual(['Dana approval_decided', 'Eve approval_decided']);
      await tell(kind, service.admin.userId, { told_to: [eve.userId] });
      expect(await items()).toHaveLength(3);
    },
  );

  it.each([
    ['approved', '500', '640.00'],
    ['approved', '900', '900.00'],
    ['approved', null, '640.00'],
    ['declined', '500', '640.00'],
  ])('that are %s with a limit of %s are told with the amount', async (kind, limit, amount) => {
    await changeTicket(ticket, { spending_limit: limit });
    await tell(kind, service.admin.userId, { told_to: [dana.userId], amount: '640' });
    await settled(service);
    const { rows } = await service.backends.admin.query(
      'SELECT decision, amount FROM notifications.inbox_items WHERE user_id = $1',
      [dana.userId],
    );
    expect(rows).toEqual([{ decision: kind, amount }]);
  });

  it('that are decided are told without the amount by a svc-core that does not grant it yet', async () => {
    const { admin } = service.backends;
    await admin.query('REVOKE SELECT (amount) ON core.ticket_events FROM svc_notifications');
    try {
      await tell('approved', service.admin.userId, { told_to: [dana.userId], amount: '640' });
      expect(await items()).toEqual(['Dana approval_decided', 'Eve approval_decided']);
    } finally {
      await admin.query('GRANT SELECT (amount) ON core.ticket_events TO svc_notifications');
    }
  });
});

describe('of one kind about a ticket, a person', () => {
  const latest = async ({ userId }: TestUser) => {
    const { rows } = await service.backends.admin.query<{
      n: number;
      at: Date;
      unread: boolean;
      comment: string;
    }>(
      `SELECT count(*) OVER ()::int AS n, created_at AS at, read_at IS NULL AS unread, comment_id AS comment
       FROM notifications.inbox_items WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1`,
      [userId],
    );
    return rows[0];
  };

  it('gets twenty items in a day, and then the latest again', async () => {
    const ticket = await createTicket();
    const mention = () => comment(ticket, [eve]);
    // In one transaction, so that the consumer reads all of them at once.
    await stores.change(dana.userId, async ({ insert }) => {
      for (let times = 0; times < 25; times += 1) {
        const id = await insert('core.ticket_comments', { ticket_id: ticket, body: 'Look.' });
        await insert('core.comment_mentions', { comment_id: id, user_id: eve.userId });
      }
    });
    await settled(service);
    expect(await latest(eve)).toMatchObject({ n: 20, unread: true });
    await service.backends.admin.query('UPDATE notifications.inbox_items SET read_at = now()');
    const before = await latest(eve);
    const last = await mention();
    await settled(service);
    const after = await latest(eve);
    expect(after).toMatchObject({ n: 20, unread: true, comment: last });
    expect(after?.at.getTime()).toBeGreaterThan(before?.at.getTime() ?? Infinity);
    // An edit mentions nobody twice, also beyond them.
    await service.backends.admin.query('UPDATE notifications.inbox_items SET read_at = now()');
    await edit(last, [eve]);
    await settled(service);
    expect(await latest(eve)).toMatchObject({ n: 20, unread: false });
  });

  it('gets items of other kinds, about other tickets, and on another day beside them', async () => {
    const [ticket, other] = [await createTicket(), await createTicket()];
    for (let times = 0; times < 21; times += 1) await comment(ticket, [eve]);
    await comment(other, [eve]);
    await changeTicket(ticket, { assigned_to: eve.userId });
    await settled(service);
    expect(await latest(eve)).toMatchObject({ n: 22 });
    await service.backends.admin.query(
      `UPDATE notifications.inbox_items SET created_at = created_at - interval '1 day'`,
    );
    await comment(ticket, [eve]);
    await settled(service);
    expect(await latest(eve)).toMatchObject({ n: 23, unread: true });
  });

  it.each([
    [
      'costs that pass the limit again and again',
      (ticket: string) =>
        stores.change(dana.userId, ({ insert }) =>
          insert('core.ticket_events', { ticket_id: ticket, location_id: store, kind: 'approval_needed' }),
        ),
    ],
    [
      'an assignment back and forth',
      async (ticket: string, admin: TestUser) => {
        await changeTicket(ticket, { assigned_to: admin.userId });
        await changeTicket(ticket, { assigned_to: null });
      },
    ],
    [
      'a due date that is moved back and forth',
      (ticket: string, _admin: TestUser, at: number) =>
        stores.change(dana.userId, ({ insert }) =>
          insert('core.ticket_events', {
            ticket_id: ticket,
            location_id: store,
            kind: 'escalated',
            due_at: new Date(Date.UTC(2026, 0, 1, 0, at)),
          }),
        ),
    ],
  ])('is not buried by %s', async (_what, cause) => {
    const admin = await createAdministrator('Abe');
    const ticket = await createTicket();
    for (let times = 0; times < 23; times += 1) await cause(ticket, admin, times);
    await settled(service);
    expect(await latest(admin)).toMatchObject({ n: 20 });
  });
});

describe('an edited comment', () => {
  it('is told to whom it mentions for the first time, also when a mention was removed and added again', async () => {
    const finn = await createManager('Finn');
    await stores.assign(finn.userId, store);
    const ticket = await createTicket();
    const id = await comment(ticket, [eve]);
    await edit(id, [eve, finn]);
    expect(await items()).toEqual(['Eve mentioned', 'Finn mentioned']);
    await edit(id, [finn]);
    await edit(id, [eve, finn]);
    expect(await items()).toEqual(['Eve mentioned', 'Finn mentioned']);
  });

  it('is told to whom another comment has mentioned', async () => {
    const ticket = await createTicket();
    await comment(ticket, [eve]);
    await edit(await comment(ticket), [eve]);
    expect(await items()).toEqual(['Eve mentioned', 'Eve mentioned']);
  });

  it('is told to nobody once it is removed', async () => {
    const ticket = await createTicket();
    await watch(ticket, eve);
    await stores.change(dana.userId, async ({ insert, update }) => {
      const id = await insert('core.ticket_comments', {
        ticket_id: ticket,
        author_id: dana.userId,
        body: 'No.',
      });
      await update('core.ticket_comments', id, { body: null, removed_at: new Date() });
    });
    expect(await items()).toEqual([]);
  });
});

describe('nobody is told', () => {
  it('what they have muted, but still what concerns them', async () => {
    const ticket = await createTicket();
    await watch(ticket, eve, true);
    await comment(ticket);
    await changeTicket(ticket, { status: 'in_progress' });
    expect(await items()).toEqual([]);
    await comment(ticket, [eve]);
    await changeTicket(ticket, { status: 'solved', completed_at: new Date(), assigned_to: eve.userId });
    expect(await items()).toEqual(['Eve assigned', 'Eve mentioned']);
  });

  it('of a store that is not theirs any more, or that is removed', async () => {
    const ticket = await createTicket();
    await watch(ticket, eve);
    await watch(ticket, service.admin);
    await stores.unassign(eve.userId);
    await changeTicket(ticket, { status: 'in_progress', assigned_to: eve.userId });
    await comment(ticket, [eve]);
    expect(await items()).toEqual(['Test commented', 'Test status_changed']);
    await stores.change(null, ({ update }) => update('core.locations', store, { removed_at: new Date() }));
    await comment(ticket);
    expect(await items()).toHaveLength(2);
  });

  it('while they are deactivated', async () => {
    const ticket = await createTicket();
    await watch(ticket, eve);
    await stores.change(null, ({ update }) => update('auth.users', eve.userId, { active: false }));
    await comment(ticket);
    await changeTicket(ticket, { assigned_to: eve.userId });
    expect(await items()).toEqual([]);
  });

  it('of a ticket that no longer exists', async () => {
    await stores.change(dana.userId, async ({ insert, run }) => {
      const id = await insert('core.tickets', aTicket(store, { assigned_to: eve.userId }));
      await run('DELETE FROM core.tickets WHERE id = $1', [id]);
    });
    expect(await items()).toEqual([]);
  });

  it('of kinds that they have turned off; what is only mailed is no item of the inbox', async () => {
    await prefer(eve, 'commented', false, 'off');
    await prefer(eve, 'status_changed', false, 'digest');
    const ticket = await createTicket();
    await watch(ticket, eve);
    await comment(ticket);
    await changeTicket(ticket, { status: 'in_progress' });
    expect(await items()).toEqual(['Eve status_changed by mail']);
    expect((await service.as(eve).get('/api/inbox')).body).toEqual([]);
  });
});
