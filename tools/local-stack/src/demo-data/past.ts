import type pg from 'pg';

/** SQL of a time in hours (a number, as SQL) after another, in the precision of the columns. */
export const hoursAfter = (start: string, hours: string): string =>
  `(${start} + ${hours} * interval '1 hour')::timestamptz(3)`;

/** SQL of an id as if it had been given at a time. Ids sort by time, and so do the entries of a timeline. */
export const pastId = (at: string): string =>
  `uuidv7(extract(epoch FROM ${at} - now()) * interval '1 second')`;

/**
 * Runs a statement that changes entries of the audit trail, in the caller's transaction. Nobody may: the right
 * ends with it.
 */
export async function changeTrail(client: pg.Client, statement: string, values: string[]): Promise<void> {
  await client.query('GRANT UPDATE ON auth.audit_entries TO CURRENT_USER');
  await client.query(statement, values);
  await client.query('REVOKE UPDATE ON auth.audit_entries FROM CURRENT_USER');
}
