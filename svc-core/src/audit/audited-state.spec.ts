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
  expect(toAuditedState(JSON.stringify(row))).toEqual({
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
