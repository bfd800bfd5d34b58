import pg from 'pg';

/** The SQLSTATE of a statement that a role has no right to. */
export const PERMISSION_DENIED = '42501';

/**
 * The SQLSTATE of the last of some statements in a transaction of a role, or `done`. Everything is rolled back.
 * @param connectionString of the role
 */
export async function outcomeOf(connectionString: string, ...statements: string[]): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('BEGIN');
    for (const statement of statements) await client.query(statement);
    return 'done';
  } catch (error) {
    return error instanceof pg.DatabaseError ? (error.code ?? '') : String(error);
  } finally {
    await client.end();
  }
}
