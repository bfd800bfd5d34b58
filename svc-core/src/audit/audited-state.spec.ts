import { expect, it } from '@jest/globals';
import { toAuditedState } from './audited-state.ts';

it('uses the names and time format of the API', () => {
  const row = {
    id: '1',
    ticket_type: 'repair',
    created_at: '2026-03-05T10:04:00.12-05:00',
    completed_at: null,
    start_date: '2026-03-05T15:04:00+00:00',
    next_occurrence: '2026-03-05T15:04:00+00:00',
    title: '2026-03-05T15:04:00+00:00',
    active: true,
  };
  expect(toAuditedState('task', JSON.stringify(row))).toEqual({
    id: '1',
    ticketType: 'repair',
    createdAt: '2026-03-05T15:04:00.120Z',
    completedAt: null,
    startDate: '2026-03-05T15:04:00.000Z',
    nextOccurrence: '2026-03-05T15:04:00.000Z',
    title: '2026-03-05T15:04:00+00:00',
    active: true,
  });
});

it.each([
  ['ticket_cost', { amount: 12.5 }, { amount: '12.50' }],
  ['ticket', { due_set_at: null, follow_up_run_id: null, follow_up_step_id: null }, { followUpOf: null }],
  ['ticket', { follow_up_run_id: 'r', follow_up_step_id: 's' }, { followUpOf: { runId: 'r', stepId: 's' } }],
  ['ticket', { spending_limit: 500 }, { spendingLimit: '500.00' }],
  ['ticket_comment', { author_id: 'u' }, { author: { id: 'u' } }],
  ['ticket_comment', { author_id: null }, { author: null }],
])('is in the form of its resource: %s with %j', (entity, row, state) => {
  expect(toAuditedState(entity, JSON.stringify(row))).toEqual(state);
});
