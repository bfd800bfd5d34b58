import { describe, expect, it } from '@jest/globals';
import type { EventKind, VendorNews } from '../recipients/new-item.ts';
import { DEFAULT_KINDS } from '../settings/notification-settings.ts';
import {
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
    requestId: null,
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
  responsible = managers,
  via = 'app',
  mentioned = [],
  isRemoved = false,
}: Partial<{
  watchers: string[];
  managers: string[];
  responsible: string[];
  via: string;
  mentioned: string[];
  isRemoved: boolean;
}> = {}): Facts {
  const ticket: TicketFacts = {
    via,
    managers,
    responsible,
    watchers: watchers.map((name) => ({ userId: name.replace('!', ''), isMuted: name.endsWith('!') })),
  };
  return {
    tickets: new Map([['oven', ticket]]),
    mentions: new Map(isRemoved ? [] : [['comment', mentioned]]),
    codes: new Map(),
    runs: new Map(),
    events: new Map(),
    vendorPhotos: new Set(['photo of a vendor']),
    bulks: new Map([['many', 'bulk']]),
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
const suspended = (minutes: number | null, responsible = ['mia', 'max']): Facts => ({
  ...facts(),
  codes: new Map([
    [
      'sticker',
      { responsible, suspendedUntil: minutes === null ? null : new Date(at.getTime() + minutes * 60_000) },
    ],
  ]),
});

const countedDueAt = new Date('2026-03-05T15:03:30.000Z');
const mark = (what: Partial<ToldChange> = {}): ToldChange =>
  change({ entity: 'ticket_event', entityId: 'mark', action: 'create', actorId: null, ...what });
/** What is known of a ticket whose deadline has a mark. Without managers, `ada` is responsible. */
const marked = (
  kind: EventKind,
  assignee: string | null,
  managers = ['mia', 'max'],
  vendor: VendorNews | null = null,
): Facts => ({
  ...facts({ watchers: ['eve!'], managers, responsible: managers.length > 0 ? managers : ['ada'] }),
  events: new Map([
    [
      'mark',
      { kind, countedDueAt, decision: null, amount: null, assignee, notified: ['ada', 'alf'], vendor },
    ],
  ]),
});

/** Each candidate as `user kind`. */
const told = (changes: ToldChange[], known: Facts): string[] =>
  candidatesOf(changes, known)
    .map(({ userId, kind }) => `${userId} ${kind}`)
    .sort();

const [assigned, solved] = [
  change({ assigneeAfter: 'eve', fields: ['assignedTo'] }),
  change({ fields: ['status', 'completedAt'] }),
];
const created = change({ action: 'create', actorId: null, fields: ['status'] });
const both = change({ assigneeAfter: 'eve', fields: ['assignedTo', 'status'] });
const edited = comment({ action: 'update', fields: ['body', 'editedAt'] });
const watched = facts({ watchers: ['eve', 'finn'] });
const muted = facts({ watchers: ['eve!'] });
const reported = facts({ managers: ['mia', 'max'], via: 'qr' });
const mentioning = facts({ watchers: ['eve', 'finn'], mentioned: ['eve', 'gus'] });
const photo = change({ entity: 'attachment', entityId: 'photo', action: 'create', actorId: null });
const nobodys = facts({ responsible: ['ada'], via: 'qr' });
const removed = facts({ watchers: ['eve'], isRemoved: true });
const ofDana = facts({ watchers: ['dana'], managers: ['dana'], mentioned: ['dana'], via: 'qr' });

it.each<[what: string, changed: ToldChange, known: Facts, expected: string[]]>([
  ['an assignment', assigned, facts(), ['eve assigned']],
  ['one at the creation', { ...created, assigneeAfter: 'eve' }, facts(), ['eve assigned']],
  ['a change that leaves the assignee', { ...assigned, assigneeBefore: 'eve' }, facts(), []],
  ['the end of an assignment', change({ assigneeBefore: 'eve', fields: ['assignedTo'] }), facts(), []],
  ['another status', solved, watched, ['eve status_changed', 'finn status_changed']],
  ['its first status', created, watched, []],
  ['other fields', change({ fields: ['title', 'priority', 'locationId'] }), watched, []],
  ['an assignment with a status', both, watched, ['eve assigned', 'finn status_changed']],
  ['a report by a QR code', created, reported, ['max reported', 'mia reported']],
  ['a ticket made in the app', created, facts({ managers: ['mia', 'max'] }), []],
  ['a change of a report', change({ fields: ['title'] }), reported, []],
  ['an assigned report', { ...created, assigneeAfter: 'mia' }, reported, ['max reported', 'mia assigned']],
  ['a deletion', { ...solved, action: 'delete' }, watched, []],
  ['a ticket that no longer exists', solved, { ...watched, tickets: new Map() }, []],

  ['a comment', comment({}), mentioning, ['eve mentioned', 'finn commented', 'gus mentioned']],
  ['an edit of it', edited, facts({ watchers: ['eve', 'finn'], mentioned: ['gus'] }), ['gus mentioned']],
  ['another author of it', { ...edited, fields: ['authorId'] }, mentioning, []],
  ['a comment that was removed before it is read', comment({}), removed, []],
  ['its removal', { ...edited, fields: ['body', 'removedAt'] }, removed, []],
  ['its deletion', comment({ action: 'delete' }), facts({ watchers: ['eve'] }), []],
  [
    'a comment by nobody with an account',
    comment({ actorId: null }),
    facts({ watchers: ['dana', 'eve'] }),
    ['dana commented', 'eve commented'],
  ],
  [
    'what a reporter writes later',
    comment({ actorId: null }),
    facts({ watchers: ['eve', 'mia!'], managers: ['mia', 'max'], via: 'qr' }),
    ['eve commented', 'max reported', 'mia reported'],
  ],
  [
    'a photo that a reporter adds',
    photo,
    facts({ watchers: ['eve', 'gus!', 'mia'], managers: ['mia', 'max'], via: 'qr' }),
    ['eve reported', 'max reported', 'mia reported'],
  ],
  ['a file of a user', { ...photo, actorId: 'dana' }, reported, []],
  ['a photo that is deleted', { ...photo, action: 'delete' }, reported, []],
  ['a removed reply', { ...edited, actorId: null, fields: ['body', 'removedAt'] }, reported, []],
  ['a report without a manager', created, nobodys, ['ada reported']],
  ['a reply without one', comment({ actorId: null }), nobodys, ['ada reported']],

  ['a suspended code', suspension(), suspended(60), ['max reported', 'mia reported']],
  ['one that somebody suspended', suspension({ actorId: 'mia' }), suspended(60), ['max reported']],
  ['one whose suspension was ended', suspension(), suspended(null), []],
  ['one whose suspension ended before', suspension(), suspended(-1), []],
  ['one that no longer exists', suspension(), facts(), []],
  ['one that is renamed meanwhile', suspension({ fields: ['label'] }), suspended(60), []],
  ['one that is created', suspension({ action: 'create' }), suspended(60), []],
  ['one that is deleted', suspension({ action: 'delete' }), suspended(60), []],

  ['a ticket at risk', mark(), marked('at_risk', 'eve'), ['eve at_risk']],
  ['one of nobody', mark(), marked('at_risk', null), ['max at_risk', 'mia at_risk']],
  ['an overdue one', mark(), marked('overdue', 'eve'), ['eve overdue', 'max overdue', 'mia overdue']],
  ['one of a manager', mark(), marked('overdue', 'mia'), ['max overdue', 'mia overdue']],
  ['an overdue one of nobody', mark(), marked('overdue', null), ['max overdue', 'mia overdue']],
  ['one at risk of nobody, without a manager', mark(), marked('at_risk', null, []), ['ada at_risk']],
  ['an overdue one, without a manager', mark(), marked('overdue', 'eve', []), ['eve overdue']],
  ['one of nobody, without a manager', mark(), marked('overdue', null, []), ['ada overdue']],
  ['an escalation', mark(), marked('escalated', 'eve'), ['ada escalated', 'alf escalated']],
  [
    'costs to approve',
    mark(),
    marked('approval_needed', 'eve'),
    ['ada approval_needed', 'alf approval_needed'],
  ],
  [
    'costs that are approved or declined',
    mark(),
    marked('approval_decided', 'eve'),
    ['ada approval_decided', 'alf approval_decided', 'eve approval_decided'],
  ],
  [
    'what a vendor answered',
    mark(),
    marked('vendor_answered', 'eve', [], { event: 'accepted', name: 'Cool Air', amount: null }),
    ['ada vendor_answered', 'alf vendor_answered', 'eve vendor_answered'],
  ],
  [
    'a refused mail to a vendor',
    mark(),
    marked('vendor_answered', 'eve', [], { event: 'mail_failed', name: 'Cool Air', amount: null }),
    ['ada vendor_answered', 'alf vendor_answered'],
  ],
  [
    'work that is done',
    mark(),
    marked('vendor_done', 'eve'),
    ['ada vendor_done', 'alf vendor_done', 'eve vendor_done'],
  ],
  ['a photo of a vendor', { ...photo, entityId: 'photo of a vendor' }, facts({ managers: ['mia'] }), []],
  ['a pause', mark({ entityId: 'pause' }), marked('overdue', null), []],
  ['a mark that is deleted', mark({ action: 'delete' }), marked('overdue', null), []],

  ['a comment, muted', comment({}), muted, []],
  ['a status, muted', solved, muted, []],
  ['a mention, muted', comment({}), facts({ watchers: ['eve!'], mentioned: ['eve'] }), ['eve mentioned']],
  ['an assignment, muted', both, muted, ['eve assigned']],
  ['a report, muted', created, facts({ watchers: ['mia!'], managers: ['mia'], via: 'qr' }), ['mia reported']],

  ['an assignment to oneself', { ...assigned, assigneeAfter: 'dana' }, ofDana, []],
  ['a status changed by oneself', solved, ofDana, []],
  ['a comment of one’s own that mentions oneself', comment({}), ofDana, []],
  ['a report of one’s own', change({ action: 'create' }), ofDana, []],
])('%s is told to those whom it concerns', (_what, changed, known, expected) => {
  expect(told([changed], known)).toEqual(expected);
});

/** An item without what it is about. */
const candidate = {
  actorId: null,
  ticketId: null,
  codeId: null,
  runId: null,
  runName: null,
  locationId: null,
  commentId: null,
  bulkId: null,
  countedDueAt: null,
  decision: null,
  amount: null,
  vendor: null,
  createdAt: at,
  isAddition: false,
};

it('an item names the code, or the due date', () => {
  expect(candidatesOf([suspension()], suspended(60, ['mia']))).toEqual([
    { ...candidate, userId: 'mia', eventId: 'event', kind: 'reported', codeId: 'sticker' },
  ]);
  expect(candidatesOf([mark()], marked('at_risk', 'eve'))).toEqual([
    { ...candidate, userId: 'eve', eventId: 'event', kind: 'at_risk', ticketId: 'oven', countedDueAt },
  ]);
});

describe('a checklist', () => {
  const run = (what: Partial<ToldChange>) =>
    change({ entity: 'checklist_run', entityId: 'run', fields: ['failed', 'state'], ...what });
  const runs = new Map([['run', { name: 'Opening', locationId: 'harbour', managers: ['dana', 'mia'] }]]);

  it('in which something failed is told to the managers who did not finish it, also of a ticket', () => {
    expect(candidatesOf([run({})], { ...facts(), runs })).toEqual([
      {
        ...candidate,
        userId: 'mia',
        eventId: 'event',
        kind: 'check_failed',
        actorId: 'dana',
        runId: 'run',
        runName: 'Opening',
        locationId: 'harbour',
      },
    ]);
  });

  it.each([
    ['that is answered', { fields: [] }],
    ['that passed', { fields: ['completedAt', 'state'] }],
    ['that is started', { action: 'create' as const, fields: ['failed', 'name'] }],
  ])('%s is told to nobody', (_what, what) => {
    expect(candidatesOf([run(what)], { ...facts(), runs })).toEqual([]);
  });
});

it('an item names the change of many tickets that its request made', () => {
  const bulksOf = (requestId: string | null) =>
    candidatesOf([{ ...assigned, requestId }], facts()).map(({ bulkId }) => bulkId);
  expect([bulksOf('many'), bulksOf('other'), bulksOf(null)]).toEqual([['bulk'], [null], [null]]);
});

it('changes of one transaction are told one by one', () => {
  const known = facts({ watchers: ['eve'], mentioned: ['eve'] });
  const eves = { ...candidate, userId: 'eve', actorId: 'dana', ticketId: 'oven' };
  expect(
    candidatesOf([change({ id: 'first', fields: ['status'] }), comment({ id: 'second' })], known),
  ).toEqual([
    { ...eves, eventId: 'first', kind: 'status_changed' },
    { ...eves, eventId: 'second', kind: 'mentioned', commentId: 'comment' },
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
  const [item] = candidatesOf([assigned], facts());
  const itemsWith = (assigned: { inApp: boolean; email: 'off' | 'now' | 'digest' }) =>
    wanted(item ? [item] : [], new Map([['eve', { kinds: { ...DEFAULT_KINDS, assigned } }]]));

  it.each([
    [true, 'now'],
    [true, 'off'],
    [false, 'now'],
    [false, 'digest'],
  ] as const)('in the app: %s, by mail: %s: there is an item', (inApp, email) => {
    expect(itemsWith({ inApp, email })).toEqual([{ ...item, inApp }]);
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
    expect(wanted(item ? [item] : [], new Map())).toEqual([]);
  });
});
