import { withConnection } from '../database/provision.ts';
import { readNote, writeNote } from '../database/notes.ts';
import { Failure } from '../failure.ts';
import type { Progress } from '../progress.ts';
import { dueFunction, statements } from './statements.ts';

/** The tables that are filled without their indexes, which are built afterwards. */
const large = ['tickets', 'ticket_costs', 'ticket_stops', 'ticket_comments', 'ticket_deadlines'];

/**
 * Adds a chain of many stores to a system with demo data, once: managers `chain1@example.com` and so on, with the
 * password of the others, and five years of tickets. In SQL and without triggers: no notices, and no
 * entries in the audit trail. What triggers keep is recounted. In one transaction.
 */
export async function addChain(databaseUrl: string, stores: number, progress: Progress): Promise<void> {
  if ((await readNote(databaseUrl, 'chain')) !== undefined) return;
  await progress.step(`Adding a chain of ${stores} stores`, () =>
    withConnection(databaseUrl, async (client) => {
      const { rowCount } = await client.query("SELECT FROM auth.users WHERE email = 'manager@example.com'");
      if (rowCount === 0) throw new Failure('--chain needs the demo data.');
      await client.query('BEGIN');
      await client.query(`SET LOCAL session_replication_role = replica`);
      await client.query(
        `SET LOCAL work_mem = '128MB'; SET LOCAL maintenance_work_mem = '512MB'; SELECT setseed(0.5)`,
      );
      const { rows: indexes } = await client.query<{ name: string; definition: string }>(
        `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
         WHERE indrelid = ANY (SELECT ('core.' || name)::regclass FROM unnest($1::text[]) name) AND NOT indisunique`,
        [large],
      );
      for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
      await client.query(dueFunction);
      for (const [title, statement] of statements) {
        progress.say(`The chain: ${title}`);
        await client.query(statement.replaceAll('$stores', String(stores)));
      }
      for (const { definition } of indexes) await client.query(definition);
      await client.query('SELECT core.recount(); SELECT core.rebuild_durations()');
      await writeNote(client, 'chain', String(stores));
      await client.query('COMMIT');
      await client.query('VACUUM ANALYZE');
    }),
  );
}
