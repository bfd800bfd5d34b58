import { describe, expect, it } from '@jest/globals';
import { type TimelineLine } from '../api/timeline.ts';
import { actorOf, deedOf } from './words.ts';

const dana = { id: '01890000-0000-7000-8000-000000000001', firstName: 'Dana', lastName: 'Whitfield' };
const atFive = new Date(2024, 2, 5, 17).toISOString();
const file = {
  id: '01890000-0000-7000-8000-0000000000f1',
  fileName: 'drain.png',
  fileType: null,
  fileSize: 1,
};
const line = (given: Partial<TimelineLine>): TimelineLine => ({
  id: '01890000-0000-7000-8000-00000000000e',
  at: '2024-03-05T20:04:00Z',
  actor: dana,
  via: null,
  kind: 'changed',
  changes: [],
  ...given,
});
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
const sentence = (given: Partial<TimelineLine>, zone = here) =>
  `${actorOf(line(given))} ${deedOf(line(given), { currency: 'USD', zone })}`;

const coolAir = { jobId: dana.id, name: 'Cool Air' };
const ofLee = { actor: null, via: 'vendor' } as const;

type Change = TimelineLine['changes'][number];
const change = (field: Change['field'], from: string | null, to: string | null): Change => ({
  field,
  from,
  to,
});

describe('a line', () => {
  it.each([
    [change('status', 'incoming', 'in_progress'), 'Status to Working'],
    [change('status', 'in_progress', 'solved'), 'Status to Completed'],
    [change('priority', 'low', 'high'), 'Priority to High'],
    [change('ticketType', 'other', 'repair'), 'Type to Repair'],
    [change('assignedTo', null, 'Ada Lane'), 'Assignee to Ada Lane'],
    [change('assignedTo', 'Ada Lane', null), 'Assignee to Nobody'],
    [change('locationId', 'Mill Road', 'another location'), 'Location to another location'],
    [change('title', 'Leak', 'Leak below the sink'), 'Title to Leak below the sink'],
    [change('description', 'It drips.', 'It pours.'), 'Description'],
    [change('notes', 'Ask Ada.', null), 'Notes'],
    // Words that are values of another field.
    [change('title', 'Leak', 'solved'), 'Title to solved'],
  ])('says %j in the words of the screens', (one, words) => {
    expect(sentence({ changes: [one] })).toBe(`Dana Whitfield changed ${words}`);
  });

  it('says that other tickets were changed with it', () => {
    expect(sentence({ via: 'bulk', changes: [change('status', 'incoming', 'solved')] })).toBe(
      'Dana Whitfield changed Status to Completed, together with other tickets',
    );
  });

  it.each<[Partial<TimelineLine>, string]>([
    [{ kind: 'created', via: 'checklist' }, 'created the ticket by a checklist'],
    [
      { kind: 'checklist_started', checklist: { runId: 'run', name: 'Opening' } },
      'started the checklist Opening',
    ],
    [
      { kind: 'checklist_completed', checklist: { runId: 'run', name: 'Opening' } },
      'finished the checklist Opening',
    ],
    [
      {
        kind: 'checklist_answered',
        checklist: {
          runId: 'run',
          name: 'Opening',
          step: 'Cooler',
          value: 46.5,
          result: 'fail',
          note: 'Door',
        },
      },
      'answered Cooler: 46.5, failed, Door',
    ],
    [
      {
        kind: 'checklist_answered',
        checklist: {
          runId: 'run',
          name: 'Opening',
          step: 'Floor',
          value: 'pass',
          result: 'pass',
          note: null,
        },
      },
      'answered Floor: passed',
    ],
  ])('says what a checklist did: %j', (given, words) => {
    expect(sentence(given)).toBe(`Dana Whitfield ${words}`);
  });

  it("tells times by the store's clock, and names its zone where it is not the reader's", () => {
    const noon = '2024-03-05T12:00:00Z';
    const pause = { reason: 'other', note: null, until: noon } as const;
    expect([
      sentence({ changes: [change('dueAt', null, noon)] }, 'Pacific/Kiritimati'),
      sentence({ kind: 'paused', pause }, 'Pacific/Kiritimati'),
    ]).toEqual([
      'Dana Whitfield changed Due date to Mar 6, 2:00 AM GMT+14',
      'Dana Whitfield paused the clock: another reason, until Mar 6, 2:00 AM GMT+14',
    ]);
  });

  it('lists several changes', () => {
    const changes = [
      change('status', 'incoming', 'in_progress'),
      change('description', 'a', 'b'),
      change('assignedTo', null, 'Ada Lane'),
    ];
    expect(sentence({ changes: changes.slice(0, 2) })).toBe(
      'Dana Whitfield changed Status to Working and Description',
    );
    expect(sentence({ changes })).toBe(
      'Dana Whitfield changed Status to Working, Description, and Assignee to Ada Lane',
    );
  });

  it.each([
    [{ kind: 'created', via: 'app' }, 'Dana Whitfield created the ticket'],
    [{ kind: 'created', via: 'api' }, 'Dana Whitfield created the ticket through the API'],
    [{ kind: 'created', via: 'qr', actor: null }, 'The reporter created the ticket with a QR code'],
    [{ kind: 'attached', attachment: file }, 'Dana Whitfield added drain.png'],
    [{ kind: 'detached', attachment: file }, 'Dana Whitfield deleted drain.png'],
    [{ kind: 'detached' }, 'Dana Whitfield deleted a file'],
    [
      { kind: 'purpose_changed', attachment: file, purpose: { from: null, to: 'after' } },
      'Dana Whitfield changed Purpose of drain.png to After',
    ],
    [
      { kind: 'purpose_changed', attachment: file, purpose: { from: 'after', to: null } },
      'Dana Whitfield changed Purpose of drain.png to None',
    ],
    [
      { kind: 'waived', waiver: { missing: ['beforePhoto', 'note'], reason: 'Camera is broken' } },
      'Dana Whitfield completed the ticket without a photo from before and saying what was done: Camera is broken',
    ],
    [{ changes: [change('completionNote', null, 'New fuse')] }, 'Dana Whitfield changed What was done'],
    [
      { kind: 'paused', pause: { reason: 'waiting_parts', note: null, until: atFive } },
      'Dana Whitfield paused the clock: waiting for parts, until Mar 5, 5:00 PM',
    ],
    [{ kind: 'resumed', actor: null }, 'The system resumed the clock'],
    [{ kind: 'overdue', actor: null }, 'The ticket became overdue'],
    [{ kind: 'escalated', actor: null, toldTo: [dana] }, 'The system escalated this to Dana Whitfield'],
    [{ kind: 'escalated', actor: null, toldTo: [] }, 'The system escalated this to all administrators'],
    [{ changes: [change('dueAt', null, atFive)] }, 'Dana Whitfield changed Due date to Mar 5, 5:00 PM'],
    [
      { kind: 'cost_added', cost: { kind: 'parts', amount: '120.50' } },
      'Dana Whitfield added a cost: Parts, $120.50',
    ],
    [
      { kind: 'cost_changed', cost: { kind: 'labor', amount: '80.00' } },
      'Dana Whitfield changed a cost: Labor, $80.00',
    ],
    [
      { kind: 'cost_removed', cost: { kind: 'other', amount: '-5.00' } },
      'Dana Whitfield deleted a cost: Other, -$5.00',
    ],
    [{ kind: 'approved', decision: { amount: '640.00', note: null } }, 'Dana Whitfield approved $640.00'],
    [
      { kind: 'declined', decision: { amount: '640.00', note: 'Too much' } },
      'Dana Whitfield declined $640.00: Too much',
    ],
    [{ changes: [change('spendingLimit', null, '500.00')] }, 'Dana Whitfield changed Limit to $500.00'],
    [
      { changes: [change('vendorId', null, 'Kite Repairs')] },
      'Dana Whitfield changed Vendor to Kite Repairs',
    ],
    [{ kind: 'vendor_sent', vendor: coolAir }, 'Dana Whitfield sent this to Cool Air'],
    [
      { ...ofLee, kind: 'vendor_accepted', vendor: { ...coolAir, by: 'Lee', visitAt: atFive } },
      'Lee, Cool Air accepted the work and comes on Mar 5, 5:00 PM',
    ],
    [
      {
        ...ofLee,
        kind: 'vendor_quoted',
        vendor: { ...coolAir, by: 'Lee', amount: '900.00', text: 'A pump' },
      },
      'Lee, Cool Air sent a quote of $900.00: A pump',
    ],
    [
      { kind: 'quote_approved', vendor: { ...coolAir, amount: '900.00' } },
      'Dana Whitfield approved the quote of $900.00',
    ],
    [{ actor: null, changes: [change('assignedTo', 'x', null)] }, 'The system changed Assignee to Nobody'],
  ] satisfies [Partial<TimelineLine>, string][])('says %j', (given, words) => {
    expect(sentence(given)).toBe(words);
  });
});
