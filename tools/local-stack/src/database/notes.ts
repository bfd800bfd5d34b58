import type pg from 'pg';
import { withConnection } from './provision.ts';

/** Notes of the local stack itself, kept in the database so that they match its data. */
export type Note = 'chain' | 'demo-data' | `migrated-${string}`;

const SCHEMA = `
  CREATE SCHEMA IF NOT EXISTS local_stack;
  CREATE TABLE IF NOT EXISTS local_stack.notes (name text PRIMARY KEY, value text NOT NULL)`;

export function readNote(databaseUrl: string, name: Note): Promise<string | undefined> {
  return withConnection(databaseUrl, async (client) => {
    await client.query(SCHEMA);
    const { rows } = await client.query<{ value: string }>(
      'SELECT value FROM local_stack.notes WHERE name = $1',
      [name],
    );
    return rows[0]?.value;
  });
}

/** Within the caller's transaction, if there is one. */
export async function writeNote(client: pg.Client, name: Note, value: string): Promise<void> {
  await client.query(
    `INSERT INTO local_stack.notes VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [name, value],
  );
}
