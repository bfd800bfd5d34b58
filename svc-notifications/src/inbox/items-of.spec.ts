import { describe, expect, it } from '@jest/globals';
import type { EventKind } from '../recipients/new-item.ts';
import { DEFAULT_KINDS } from '../settings/notification-settings.ts';
import {
  type Candidate,
  candidatesOf,
  concernsSomebody,
  type Facts,
  type TicketFacts,
  type ToldChange,
  wanted,
} from './items-of.ts';

const at = new Date('2026-03-05T15:04:00.000Z');

function change(what: Partial<ToldChange>): ToldChange {
  return {
    id: 'event',
    occurredAt: at,
    actorId: 'dana',
    action: 'update',
    entity: 'ticket',
    entityId: 'oven',
    fields: [],
    ticketId: 'oven',
    assigneeBefore: null,
    assigneeAfter: null,
    ...what,
  };
}
const comment = (what: Partial<ToldChange>): ToldChange =>
  change({ entity: 'ticket_comment', entityId: 'comment', action: 'create', fields: ['body'], ...what });

/** A ticket `oven` and a comment `comment` on it. A watcher whose name ends with `!` has muted the ticket. */
function facts({
  watchers = [],
  managers = [],
  via = 'app',
  mentioned = [],
  isRemoved = false,
}: Partial<{
  watchers: string[];
  managers: string[];
  via: string;
  mentioned: string[];
  isRemoved: boolean;
}> = {}): Facts {
  const ticket: TicketFacts = {
    via,
    managers,
    watchers: watchers.map((name) => ({ userId: name.replace('!', ''), isMuted: name.endsWith('!') })),
  };
  return {
    tickets: new Map([['oven', ticket]]),
    mentions: new Map(isRemoved ? [] : [['comment', mentioned]]),
    codes: new Map(),
    events: new Map(),
  };
}

const suspension = (what: Partial<ToldChange> = {}): ToldChange =>
  change({
    entity: 'intake_code',
    entityId: 'sticker',
    actorId: null,
    ticketId: null,
    fields: ['suspendedUntil'],
    ...what,
  });
/** What is known of a QR code that was suspended until so many minutes after the changes. */
const suspended = (minutes: number | null, managers = ['mia', 'max']): Facts => ({
  ...facts(),
  codes: new Map([
    [
      'sticker',
      { managers, suspendedUntil: minutes === null ? null : new Date(at.getTime() + minutes * 60_000) },
    ],
  ]),
});

const dueAt = new Date('2026-03-05T15:03:30.000Z');
const mark = (what: Partial<ToldChange> = {}): ToldChange =>
  change({ entity: 'ticket_event', entityId: 'mark', action: 'create', actorId: null, ...what });
/** What is known of a ticket whose deadline has a mark. */
const marked = (kind: EventKind, assignee: string | null): Facts => ({
  ...facts({ watchers: ['eve!'], managers: ['mia', 'max'] }),
  events: new Map([
    ['mark', { kind, dueAt, decision: null, amount: null, assignee, toldTo: ['ada', 'alf'] }],
  ]),
});

/** Each candidate as `user kind`. */
const told = (changes: ToldChange[], known: Facts): string[] =>
  candidatesOf(changes, known)
    .map(({ userId, kind }) => `${userId} ${kind}`)
    .sort();

describe('a ticket', () => {
  it('is told to whom it is assigned, also when it is created', () => {
    const assigned = change({ assigneeAfter: 'eve', fields: ['assignedTo'] });
    expect(told([assigned], facts())).toEqual(['eve assigned']);
    expect(told([{ ...assigned, action: 'create', fields: ['assignedTo', 'status'] }], facts())).toEqual([
      'eve assigned',
    ]);
  });

  it('is not told to the assignee whom another change leaves as it was, or to one who loses it', () => {
    expect(
      told([change({ assigneeBefore: 'eve', assigneeAfter: 'eve', fields: ['title'] })], facts()),
    ).toEqual([]);
    expect(told([change({ assigneeBefore: 'eve', fields: ['assignedTo'] })], facts())).toEqual([]);
  });

  it('is told to its watchers when its status changes, and only then', () => {
    const known = facts({ watchers: ['eve', 'finn'] });
    expect(told([change({ fields: ['status', 'completedAt'] })], known)).toEqual([
      'eve status_changed',
      'finn status_changed',
    ]);
    expect(told([change({ fields: ['title', 'priority', 'locationId'] })], known)).toEqual([]);
    expect(told([change({ action: 'create', fields: ['status'] })], known)).toEqual([]);
  });

  it('that is assigned and changes its status at once is two things to two people, and one to each', () => {
    const both = change({ assigneeAfter: 'eve', fields: ['assignedTo', 'status'] });
    expect(told([both], facts({ watchers: ['eve', 'finn'] }))).toEqual([
      'eve assigned',
      'finn status_changed',
    ]);
  });

  it('that was reported by a QR code is told to the managers of its store, when it is created', () => {
    const created = change({ action: 'create', actorId: null, fields: ['status'] });
    const known = { managers: ['mia', 'max'] };
    expect(told([created], facts({ ...known, via: 'qr' }))).toEqual(['max reported', 'mia reported']);
    expect(told([created], facts({ ...known, via: 'app' }))).toEqual([]);
    expect(told([change({ fields: ['title'] })], facts({ ...known, via: 'qr' }))).toEqual([]);
  });

  it('that was reported and assigned at once is told to an assigned manager as assigned', () => {
    const created = change({ action: 'create', actorId: null, assigneeAfter: 'mia' });
    expect(told([created], facts({ managers: ['mia', 'max'], via: 'qr' }))).toEqual([
      'max reported',
      'mia assigned',
    ]);
  });

  it('that is deleted, or no longer exists, is told to nobody', () => {
    const known = facts({ watchers: ['eve'] });
    expect(told([change({ action: 'delete', fields: ['status'] })], known)).toEqual([]);
    expect(told([change({ fields: ['status'] })], { ...known, tickets: new Map() })).toEqual([]);
  });
});

describe('a comment', () => {
  it('is told to those whom it mentions, and to the other watchers', () => {
    const known = facts({ watchers: ['eve', 'finn'], mentioned: ['eve', 'gus'] });
    expect(told([comment({})], known)).toEqual(['eve mentioned', 'finn commented', 'gus mentioned']);
  });

  it('that is edited is told to those whom it mentions, and to nobody else', () => {
    const known = facts({ watchers: ['eve', 'finn'], mentioned: ['gus'] });
    expect(told([comment({ action: 'update', fields: ['body', 'editedAt'] })], known)).toEqual([
      'gus mentioned',
    ]);
    expect(told([comment({ action: 'update', fields: ['authorId'] })], known)).toEqual([]);
  });

  it('that is removed, before or after it is read in the feed, is told to nobody', () => {
    const known = facts({ watchers: ['eve'], isRemoved: true });
    expect(told([comment({})], known)).toEqual([]);
    expect(told([comment({ action: 'update', fields: ['body', 'removedAt'] })], known)).toEqual([]);
    expect(told([comment({ action: 'delete' })], facts({ watchers: ['eve'] }))).toEqual([]);
  });

  it('by somebody without an account is told to all watchers', () => {
    expect(told([comment({ actorId: null })], facts({ watchers: ['dana', 'eve'] }))).toEqual([
      'dana commented',
      'eve commented',
    ]);
  });

  it('by a reporter is not told to the managers of the store, who have heard of the report', () => {
    const known = facts({ watchers: ['eve'], managers: ['mia', 'max'], via: 'qr' });
    expect(told([comment({ actorId: null })], known)).toEqual(['eve commented']);
  });
});

describe('a QR code', () => {
  it('that is suspended is told to the managers of its store, of no ticket', () => {
    expect(candidatesOf([suspension()], suspended(60, ['mia']))).toEqual([
      {
        userId: 'mia',
        eventId: 'event',
        kind: 'reported',
        actorId: null,
        ticketId: null,
        codeId: 'sticker',
        commentId: null,
        dueAt: null,
        decision: null,
        amount: null,
        createdAt: at,
      },
    ]);
    expect(told([suspension()], suspended(60))).toEqual(['max reported', 'mia reported']);
  });

  it.each<[string, ToldChange, Facts]>([
    ['whose suspension was ended', suspension(), suspended(null)],
    ['whose suspension ended before the change', suspension(), suspended(-1)],
    ['that no longer exists', suspension(), facts()],
    ['that is renamed while it is suspended', suspension({ fields: ['label'] }), suspended(60)],
    ['that is created', suspension({ action: 'create' }), suspended(60)],
    ['that is deleted', suspension({ action: 'delete' }), suspended(60)],
  ])('%s is told to nobody', (_what, changed, known) => {
    expect(told([changed], known)).toEqual([]);
  });

  it('that somebody suspended is told to the others', () => {
    expect(told([suspension({ actorId: 'mia' })], suspended(60))).toEqual(['max reported']);
  });
});

describe('a due date', () => {
  it.each<[EventKind, string | null, string[]]>([
    ['at_risk', 'eve', ['eve at_risk']],
    ['at_risk', null, ['max at_risk', 'mia at_risk']],
    ['overdue', 'eve', ['eve overdue', 'max overdue', 'mia overdue']],
    ['overdue', 'mia', ['max overdue', 'mia overdue']],
    ['overdue', null, ['max overdue', 'mia overdue']],
    ['escalated', 'eve', ['ada escalated', 'alf escalated']],
  ])('that is %s, of a ticket assigned to %s, is told to %j', (kind, assignee, expected) => {
    expect(told([mark()], marked(kind, assignee))).toEqual(expected);
  });

  it('is told with its time', () => {
    expect(candidatesOf([mark()], marked('at_risk', 'eve'))).toMatchObject([
      { userId: 'eve', eventId: 'event', kind: 'at_risk', ticketId: 'oven', dueAt, createdAt: at },
    ]);
  });

  it('that is no longer known, and a pause, are told to nobody', () => {
    expect(told([mark({ entityId: 'pause' })], marked('overdue', null))).toEqual([]);
    expect(told([mark({ action: 'delete' })], marked('overdue', null))).toEqual([]);
  });
});

describe('muting', () => {
  it('silences comments and changes of the status', () => {
    const known = facts({ watchers: ['eve!'] });
    expect(told([comment({})], known)).toEqual([]);
    expect(told([change({ fields: ['status'] })], known)).toEqual([]);
  });

  it('silences neither mentions, nor assignments, nor reports, nor due dates', () => {
    expect(told([comment({})], facts({ watchers: ['eve!'], mentioned: ['eve'] }))).toEqual(['eve mentioned']);
    expect(
      told(
        [change({ assigneeAfter: 'eve', fields: ['assignedTo', 'status'] })],
        facts({ watchers: ['eve!'] }),
      ),
    ).toEqual(['eve assigned']);
    expect(
      told(
        [change({ action: 'create', actorId: null })],
        facts({ watchers: ['mia!'], managers: ['mia'], via: 'qr' }),
      ),
    ).toEqual(['mia reported']);
    expect(told([mark()], marked('at_risk', 'eve'))).toEqual(['eve at_risk']);
  });
});

it.each([
  ['an assignment to oneself', change({ assigneeAfter: 'dana', fields: ['assignedTo'] })],
  ['a status changed by oneself', change({ fields: ['status'] })],
  ['a comment of one’s own that mentions oneself', comment({})],
  ['a report of one’s own', change({ action: 'create' })],
])('nobody is told of %s', (_what, own) => {
  const known = facts({ watchers: ['dana'], managers: ['dana'], mentioned: ['dana'], via: 'qr' });
  expect(told([own], known)).toEqual([]);
});

it('changes of one transaction are told one by one', () => {
  const known = facts({ watchers: ['eve'], mentioned: ['eve'] });
  expect(
    candidatesOf([change({ id: 'first', fields: ['status'] }), comment({ id: 'second' })], known),
  ).toEqual([
    {
      userId: 'eve',
      eventId: 'first',
      kind: 'status_changed',
      actorId: 'dana',
      ticketId: 'oven',
      codeId: null,
      commentId: null,
      dueAt: null,
      decision: null,
      amount: null,
      createdAt: at,
    },
    {
      userId: 'eve',
      eventId: 'second',
      kind: 'mentioned',
      actorId: 'dana',
      ticketId: 'oven',
      codeId: null,
      commentId: 'comment',
      dueAt: null,
      decision: null,
      amount: null,
      createdAt: at,
    },
  ]);
});

it.each([
  'task',
  'recurring_task',
  'attachment',
  'location',
  'user',
  'manager_assignment',
  'equipment',
  'intake_report',
])('nobody is told of a change of a %s, also with an assignee', (entity) => {
  const other = change({ entity, ticketId: null, assigneeAfter: 'eve', fields: ['status', 'assignedTo'] });
  expect(concernsSomebody(other)).toBe(false);
  expect(told([other, { ...other, ticketId: 'oven' }], facts({ watchers: ['eve'] }))).toEqual([]);
});

describe('preferences', () => {
  const [candidate] = candidatesOf([change({ assigneeAfter: 'eve', fields: ['assignedTo'] })], facts());
  const itemsWith = (assigned: { inApp: boolean; email: 'off' | 'now' | 'digest' }) =>
    wanted(candidate ? [candidate] : [], new Map([['eve', { kinds: { ...DEFAULT_KINDS, assigned } }]]));

  it.each([
    [true, 'now'],
    [true, 'off'],
    [false, 'now'],
    [false, 'digest'],
  ] as const)('in the app: %s, by mail: %s: there is an item', (inApp, email) => {
    expect(itemsWith({ inApp, email })).toEqual([{ ...candidate, inApp }]);
  });

  it('neither in the app nor by mail: there is none', () => {
    expect(itemsWith({ inApp: false, email: 'off' })).toEqual([]);
  });

  it('are those of the strongest reason: a mention is not told as a comment instead', () => {
    const mention = candidatesOf([comment({})], facts({ watchers: ['eve'], mentioned: ['eve'] }));
    const kinds = { ...DEFAULT_KINDS, mentioned: { inApp: false, email: 'off' as const } };
    expect(wanted(mention, new Map([['eve', { kinds }]]))).toEqual([]);
  });

  it('without settings nothing is wanted', () => {
    const nobodys: Candidate[] = candidate ? [candidate] : [];
    expect(wanted(nobodys, new Map())).toEqual([]);
  });
});
