import { bodyOf, type Created, detailOr, entityQueries, kept, type Listed } from '@mainstay/web-kit';
import { queryOptions } from '@tanstack/react-query';
import { core, type CoreSchemas } from '../api/core.ts';
import { runStrings as strings } from './run-strings.ts';

/** A run as listed. */
export type ListedRun = CoreSchemas['ChecklistRunResponse'];
/** A run with all that was answered. */
export type Run = CoreSchemas['ChecklistRunDetail'];
export type StepAnswer = Run['answers'][number];
export type AnswerRequest = CoreSchemas['AnswerStepRequest'];

const path = '/api/checklist-runs';
const runs = entityQueries(path);

/** The runs in the user's stores, newest first. */
export const runsQuery = runs.lists((sent: Listed<{ state: 'open' | 'done' }>) => core.GET(path, sent));

/** The runs of a ticket, newest first. */
export const runsOfTicketQuery = (ticketId: string) => {
  const query = { ticketId };
  return queryOptions({
    queryKey: [path, query],
    queryFn: ({ signal }) => bodyOf(core.GET(path, { params: { query }, signal })),
  });
};

/** One run. Its answers are looked at again with each visit. */
export const runQuery = (id: string) =>
  queryOptions({
    queryKey: [path, id],
    queryFn: ({ signal }) =>
      bodyOf(core.GET('/api/checklist-runs/{id}', { params: { path: { id } }, signal })),
    gcTime: 0,
    meta: kept,
  });

/** Starts a checklist as a walk of a store. */
export const useStartRun = runs.creates(
  (sent: Created<CoreSchemas['StartChecklistRequest']>) => core.POST(path, sent),
  strings.started,
  detailOr(strings.startFailed),
);

/** Starts a checklist for a ticket. */
export const useStartOnTicket = runs.creates(
  ({ params: { header }, body: { ticketId, ...body } }: Created<{ ticketId: string; checklistId: string }>) =>
    core.POST('/api/tickets/{id}/checklist-runs', { params: { path: { id: ticketId }, header }, body }),
  strings.started,
  detailOr(strings.startFailed),
);
