import { z } from 'zod';

const TIME_COLUMN = /(_at|_date|next_occurrence)$/;
const AMOUNT_COLUMN = /^(amount|approved_amount|replacement_cost|spending_limit)$/;

type State = Record<string, unknown>;
const row = z.record(z.string(), z.unknown());

/** Where a resource has another form than the columns. */
const forms: Record<string, ((state: State) => State) | undefined> = {
  ticket: ({ dueSetAt: _dueSetAt, followUpRunId: runId, followUpStepId: stepId, ...state }) => ({
    ...state,
    ...(runId !== undefined && { followUpOf: runId === null ? null : { runId, stepId } }),
  }),
  ticket_comment: ({ authorId: id, ...state }) => ({
    ...state,
    ...(id !== undefined && { author: id === null ? null : { id } }),
  }),
};

/** A row from the audit trail, stored as JSON, with the names of its resource, and times and amounts as there. */
export function toAuditedState(entity: string, json: string): State {
  const state = Object.fromEntries(
    Object.entries(row.parse(JSON.parse(json))).map(([column, value]) => [
      column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      shown(column, value),
    ]),
  );
  return forms[entity]?.(state) ?? state;
}

function shown(column: string, value: unknown): unknown {
  if (typeof value === 'string' && TIME_COLUMN.test(column)) return new Date(value).toISOString();
  // Twelve digits at most, so it is exact.
  return typeof value === 'number' && AMOUNT_COLUMN.test(column) ? value.toFixed(2) : value;
}
