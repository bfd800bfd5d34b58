import { z } from 'zod';

const TIME_COLUMN = /(_at|_date|next_occurrence)$/;

const row = z.record(z.string(), z.unknown());

/** A row from the audit trail, stored as JSON, with the API's field names and time format. */
export const toAuditedState = (json: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row.parse(JSON.parse(json))).map(([column, value]) => [
      column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      typeof value === 'string' && TIME_COLUMN.test(column) ? new Date(value).toISOString() : value,
    ]),
  );
