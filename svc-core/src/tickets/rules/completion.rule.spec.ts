import { expect, it } from '@jest/globals';
import type { TicketStatus } from '../../ticket-rows/ticket-status.ts';
import { Ticket } from '../../ticket-rows/ticket.entity.ts';
import { now } from '../../ticket-rows/tickets.repository.ts';
import { CompletionRule } from './completion.rule.ts';

const EARLIER = new Date('2026-03-05T15:04:00Z');

it.each<[from: TicketStatus, to: TicketStatus, respondedAt: Date | null, set: object]>([
  ['incoming', 'incoming', null, {}],
  ['incoming', 'in_progress', null, { respondedAt: now }],
  ['incoming', 'in_progress', EARLIER, {}],
  ['incoming', 'solved', null, { respondedAt: now, completedAt: now }],
  ['in_progress', 'solved', EARLIER, { completedAt: now }],
  ['solved', 'solved', EARLIER, {}],
  ['solved', 'incoming', EARLIER, { completedAt: null }],
])('from %s to %s, with a response %s', (from, status, respondedAt, set) => {
  const before = Object.assign(new Ticket(), { status: from, respondedAt });
  const after = { status };
  new CompletionRule().decide({ before, asked: {}, after });
  expect(after).toEqual({ status, ...set });
});

it('an undo restores the time of completion', () => {
  const before = Object.assign(new Ticket(), { status: 'incoming', respondedAt: EARLIER });
  const after = { status: 'solved' as const };
  new CompletionRule().decide({
    before,
    asked: { undo: { completedAt: EARLIER, changedAt: EARLIER } },
    after,
  });
  expect(after).toEqual({ status: 'solved', completedAt: EARLIER });
});
