import { describe, expect, it } from '@jest/globals';
import type { Kind } from '../recipients/new-item.ts';
import {
  DEFAULT_KINDS,
  type NotificationSettings,
  type Preference,
} from '../settings/notification-settings.ts';
import { type Considered, type Situation, whatToSend } from './what-to-send.ts';

const now = new Date('2026-01-10T18:00:00Z');
const inAnHour = new Date('2026-01-10T19:00:00Z');
const itemOf = (kind: Kind, isByReporter = false): Considered => ({ kind, isByReporter });
const mention = itemOf('mentioned');
const comment = itemOf('commented');
const change = itemOf('status_changed');
const report = itemOf('reported');
const approval = itemOf('approval_needed');
const escalation = itemOf('escalated');
const reply = itemOf('mentioned', true);
const sent = (others: number, reports = 0, approvals = 0, deadlines = 0) => ({
  reports,
  approvals,
  deadlines,
  others,
});

const settings = (more: Partial<NotificationSettings> = {}): NotificationSettings => ({
  kinds: DEFAULT_KINDS,
  quietHours: null,
  digestTime: '07:00',
  timeZone: 'UTC',
  pausedUntil: null,
  ...more,
});
const wanting = (kind: Kind, email: Preference['email']) =>
  settings({ kinds: { ...DEFAULT_KINDS, [kind]: { inApp: true, email } } });
const untilSeven = settings({ quietHours: { from: '17:00', to: '19:00' } });
const paused = settings({ pausedUntil: inAnHour });

const decide = (more: Partial<Situation<Considered>>) =>
  whatToSend({
    form: 'ticket',
    now,
    sendAt: now,
    isActive: true,
    settings: settings(),
    items: [mention],
    sentToday: sent(0),
    ...more,
  });
const sends = (items: Considered[], inDigest: Considered[] = []) => ({ what: 'send', items, inDigest });
const waits = { what: 'wait', until: inAnHour };
const inactive = { what: 'drop', why: 'The account is not active.' };
const nothing = { what: 'drop', why: 'There is nothing left to tell.' };

describe('a mail about a ticket', () => {
  it.each([
    ['is sent', {}, sends([mention])],
    ['is dropped for an inactive account', { isActive: false }, inactive],
    ['is dropped without items', { items: [] }, nothing],
    ['is dropped when its kind is off', { settings: wanting('mentioned', 'off') }, nothing],
    ['leaves out kinds that are off', { items: [change, mention] }, sends([mention])],
    ['leaves to the digest what is wanted there', { items: [comment, mention] }, sends([mention], [comment])],
    [
      'moves to the digest when its kind was',
      { settings: wanting('mentioned', 'digest') },
      sends([], [mention]),
    ],
    ['is the sixtieth of the day', { sentToday: sent(59) }, sends([mention])],
    ['moves to the digest after sixty', { sentToday: sent(60) }, sends([], [mention])],
    [
      'is still sent after all the mails of a day about what people without an account did',
      { items: [report, reply, mention], sentToday: sent(0, 30) },
      sends([mention], [report, reply]),
    ],
    [
      'about a report is still sent after sixty about what colleagues did',
      { items: [report, mention], sentToday: sent(60, 29) },
      sends([report], [mention]),
    ],
    [
      'is still sent after all the mails of a day about costs that need an approval',
      { items: [approval, escalation, mention], sentToday: sent(0, 0, 30) },
      sends([escalation, mention], [approval]),
    ],
    [
      'about costs or a due date is still sent after sixty about what colleagues did',
      { items: [approval, escalation, mention], sentToday: sent(60, 30, 29, 29) },
      sends([approval, escalation], [mention]),
    ],
    [
      'about due dates moves to the digest after thirty',
      { items: [escalation, itemOf('overdue'), mention], sentToday: sent(0, 0, 0, 30) },
      sends([mention], [escalation, itemOf('overdue')]),
    ],
    ['waits for the end of quiet hours', { settings: untilSeven }, waits],
    ['waits for the end of a pause', { settings: paused }, waits],
    [
      'does not wait in quiet hours for what the digest tells',
      { settings: untilSeven, sentToday: sent(60) },
      sends([], [mention]),
    ],
    ['is sent when it is a day late', { sendAt: new Date('2026-01-09T18:00:00Z') }, sends([mention])],
    [
      'is dropped when it is later',
      { sendAt: new Date('2026-01-09T17:59:59Z') },
      { what: 'drop', why: 'It is a day late.' },
    ],
  ])('%s', (_what, more, expected) => {
    expect(decide(more)).toEqual(expected);
  });
});

describe('a digest', () => {
  it.each([
    ['has all kinds that are not off', { items: [comment, change, mention] }, sends([comment, mention])],
    ['is not sent when it is empty', { items: [] }, nothing],
    ['is not limited', { items: [comment], sentToday: sent(60) }, sends([comment])],
    ['waits for the end of quiet hours', { items: [comment], settings: untilSeven }, waits],
    [
      'becomes part of the first one after a pause',
      { items: [comment], settings: paused },
      sends([], [comment]),
    ],
    ['is dropped for an inactive account', { isActive: false }, inactive],
  ])('%s', (_what, more, expected) => {
    expect(decide({ form: 'digest', ...more })).toEqual(expected);
  });
});

describe('a mail about a token', () => {
  it.each([
    ['is sent without items, also when it is later', { sendAt: new Date(0) }, sends([])],
    ['waits for the end of quiet hours', { settings: untilSeven }, waits],
    ['is dropped for an inactive account', { isActive: false }, inactive],
  ])('%s', (_what, more, expected) => {
    expect(decide({ form: 'token', items: [], ...more })).toEqual(expected);
  });
});

describe('a test', () => {
  it.each([
    ['is sent without items, also in quiet hours', { settings: untilSeven }, sends([])],
    ['is dropped for an inactive account', { isActive: false }, inactive],
  ])('%s', (_what, more, expected) => {
    expect(decide({ form: 'test', items: [], ...more })).toEqual(expected);
  });
});
