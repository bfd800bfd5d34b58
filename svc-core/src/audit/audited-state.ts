const TIME_COLUMN = /(_at|_date|next_occurrence)$/;

/** A row as the audit trail keeps it, under the API's names and with times as the API writes them. */
export const toAuditedState = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      typeof value === 'string' && TIME_COLUMN.test(column) ? new Date(value).toISOString() : value,
    ]),
  );
