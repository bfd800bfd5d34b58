import { z } from 'zod';

const TIME_COLUMN = /(_at|_date|next_occurrence)$/;

const row = z.record(z.string(), z.unknown());

/** A row as the audit trail keeps it, in JSON, under the API's names and with times as the API writes them. */
export const toAuditedState = (json: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row.parse(JSON.parse(json))).map(([column, value]) => [
      column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      typeof value === 'string' && TIME_COLUMN.test(column) ? new Date(value).toISOString() : value,
    ]),
  );
