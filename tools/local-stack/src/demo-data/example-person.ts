import type pg from 'pg';
import { changeTrail } from './past.ts';

/** The person whom the examples of the API's documents name. */
const person = { email: 'tom.okafor@example.com', id: '01a1fdf2-77aa-7d20-8e19-6c0b94d1ab03' };

/**
 * Gives the person the id of the examples, as svc-auth gives everybody another one. Nothing refers to the person yet but
 * the audit trail, which does not hear of it.
 */
export async function giveExampleId(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM auth.users WHERE email = $1', [
    person.email,
  ]);
  await client.query('ALTER TABLE auth.users DISABLE TRIGGER USER');
  await client.query('UPDATE auth.users SET id = $2 WHERE email = $1', [person.email, person.id]);
  await client.query('ALTER TABLE auth.users ENABLE TRIGGER USER');
  await changeTrail(
    client,
    `UPDATE auth.audit_entries SET entity_id = $1::uuid, after = jsonb_set(after, '{id}', to_jsonb($1::text))
     WHERE entity = 'user' AND entity_id = $2`,
    [person.id, ...rows.map(({ id }) => id)],
  );
}
