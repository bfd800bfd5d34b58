import { describe, expect, it } from '@jest/globals';
import type { VendorNews } from '../../recipients/new-item.ts';
import type { MailItem } from '../contents.repository.ts';
import { digestMessage, type MailContext, type Message, subjectMessage } from './messages.ts';

const context: MailContext = {
  brand: 'Sandwich Co.',
  publicUrl: 'https://stores.example.com',
  email: 'sam@example.com',
  timeZone: 'America/New_York',
  currency: 'USD',
  names: new Map(),
};
const itemOf = (more: Partial<MailItem> = {}, title = 'Oven is cold'): MailItem => ({
  id: '01890000-0000-7000-8000-000000000001',
  kind: 'commented',
  createdAt: new Date('2026-01-10T18:00:00Z'),
  countedDueAt: null,
  decision: null,
  vendor: null,
  amount: null,
  location: 'Main Street',
  timeZone: 'America/New_York',
  actorFirstName: 'Dana',
  actorLastName: 'Whitfield',
  isByReporter: false,
  reporterName: null,
  comment: null,
  subject: {
    what: 'ticket',
    id: '01890000-0000-7000-8000-0000000000aa',
    number: 1042,
    title,
    status: 'solved',
  },
  ...more,
});
const ofVendor = (event: VendorNews['event'], amount: string | null = null): MailItem =>
  itemOf({ ...alone, kind: 'vendor_answered', vendor: { event, name: 'Cool Air', amount } });
const decided = (decision: 'approved' | 'declined', amount: string) =>
  itemOf({ kind: 'approval_decided', decision, amount });
const alone = { actorFirstName: null, actorLastName: null };

describe('the subject of a mail about a ticket', () => {
  it.each<[string, MailItem[]]>([
    ['one item', [itemOf()]],
    ['several', [itemOf(), itemOf({ kind: 'mentioned' }), itemOf({ kind: 'assigned' })]],
    ['a report', [itemOf({ ...alone, kind: 'reported' })]],
    ['a reporter', [itemOf({ ...alone, isByReporter: true, reporterName: 'Dana Whitfield' })]],
  ])('is its number and title, and what happened is the first line: %s', (_what, items) => {
    const { subject, text } = subjectMessage(context, items);
    expect(subject).toBe('#1042 Oven is cold');
    expect(text.split('\n')[1]).toBe('#1042 Oven is cold');
  });

  it.each<[string, MailItem[]]>([
    ['Dana Whitfield commented', [itemOf()]],
    [
      'Dana Whitfield mentioned you and 2 more',
      [itemOf(), itemOf({ kind: 'mentioned' }), itemOf({ kind: 'assigned' })],
    ],
    ['Dana Whitfield changed the status. It is now Completed', [itemOf({ kind: 'status_changed' })]],
    ['Dana Whitfield changed the status and 1 more', [1, 2].map(() => itemOf({ kind: 'status_changed' }))],
    // Of a user who was removed.
    ['There is a new comment', [itemOf(alone)]],
    ['A crew member reported a problem', [itemOf({ ...alone, kind: 'reported' })]],
    ['Dana Whitfield approved up to $900.00', [decided('approved', '900.00')]],
    ['Dana Whitfield declined costs of $1,640.50', [decided('declined', '1640.50')]],
    ['Costs are approved up to $900.00', [{ ...decided('approved', '900.00'), ...alone }]],
    ['Costs of $640.00 are declined', [{ ...decided('declined', '640.00'), ...alone }]],
    ['Cool Air accepted the work', [ofVendor('accepted')]],
    ['Cool Air declined the work', [ofVendor('declined')]],
    ['Cool Air sent a quote of $900.00', [ofVendor('quoted', '900.00')]],
    ['Cool Air is done: please confirm', [ofVendor('done')]],
    ['The mail to Cool Air was refused', [ofVendor('mail_failed')]],
    // Of a version before.
    ['Dana Whitfield decided about the costs', [itemOf({ kind: 'approval_decided' })]],
  ])('%s', (first, items) => {
    const { text, html } = subjectMessage(context, items);
    expect(text.split('\n')[0]).toBe(first);
    expect(/<h1[^>]*>([^<]*)</.exec(html)?.[1]).toBe(first);
  });
});

describe('a due date', () => {
  const countedDueAt = new Date('2026-01-10T17:59:00Z');
  const due = (more: Partial<MailItem> = {}) => itemOf({ ...alone, kind: 'overdue', countedDueAt, ...more });

  it.each<[string, MailItem]>([
    ['Overdue since Jan 10, 12:59 PM', due()],
    ['At risk: due Jan 10, 12:59 PM', due({ kind: 'at_risk' })],
    ['Escalated: overdue since Jan 10, 12:59 PM', due({ kind: 'escalated' })],
    ['Overdue since Jan 10, 9:59 AM PST', due({ timeZone: 'America/Los_Angeles' })],
    ['Overdue since Jan 10, 12:59 PM', due({ timeZone: 'America/Detroit' })],
  ])('is told on the clock of the store, with its zone where it differs: %s', (expected, item) => {
    for (const mail of [subjectMessage(context, [item]), digestMessage(context, [item])]) {
      expect(mail.text.split('\n')).toContain(expected);
      expect(mail.html).toContain(`>${expected}<`);
    }
  });

  it('is the first line of a mail that also tells of a comment', () => {
    const { text } = subjectMessage(context, [itemOf(), due()]);
    expect(text.split('\n')[0]).toBe('Overdue since Jan 10, 12:59 PM and 1 more');
  });
});

describe('the name of somebody without an account', () => {
  it.each([
    ['Dana Whitfield', 'The reporter (signed as Dana Whitfield) commented'],
    [null, 'The reporter commented'],
    ['\u202e \u200b', 'The reporter commented'],
    ['Dana) mentioned you (', 'The reporter (signed as Dana] mentioned you [) commented'],
    ['Dana） commented （', 'The reporter (signed as Dana] commented [) commented'],
    ['Dana\r\nWhitfield', 'The reporter (signed as Dana Whitfield) commented'],
    ['\u202edlrow\u202c', 'The reporter (signed as dlrow) commented'],
    ['דנה', 'The reporter (signed as \u2068דנה\u2069) commented'],
  ])('is marked in text and HTML of every mail: %j', (reporterName, expected) => {
    const items = [itemOf({ ...alone, isByReporter: true, reporterName })];
    for (const mail of [subjectMessage(context, items), digestMessage(context, items)]) {
      expect(mail.text.split('\n')).toContain(expected);
      expect(mail.html).toContain(`>${expected}<`);
      expect(mail.subject).not.toContain('Dana');
    }
  });
});

describe('the HTML', () => {
  const bodies = { wide: '漢', astral: '🧊', escaped: '"', lines: '\n', latin: 'x' };
  const shownIn = ({ text }: Message) => text.match(/^[A-Z].* commented$/gm)?.length ?? 0;
  it.each(
    Object.entries(bodies).flatMap(([what, character]) =>
      [subjectMessage, digestMessage].map((build) => [what, build.name, character, build] as const),
    ),
  )('of 60 comments of 500 %s characters stays below 100,000 bytes: %s', (_what, _name, character, build) => {
    const items = Array.from({ length: 60 }, (_, index) =>
      itemOf(
        { comment: `${index}${character.repeat(498)}`, location: '店'.repeat(255) },
        character.repeat(255),
      ),
    );
    const mail = build(context, items);
    expect(Buffer.byteLength(mail.html)).toBeLessThan(100_000);
    const shown = shownIn(mail);
    expect(shown).toBeGreaterThan(20);
    const earlier = shown < 60 ? `And ${60 - shown} earlier updates` : undefined;
    expect([mail.text, mail.html].map((text) => /And \d+ earlier updates/.exec(text)?.[0])).toEqual([
      earlier,
      earlier,
    ]);
    // The latest are shown.
    expect(/>\s*59/.test(mail.html)).toBe(true);
  });
});
