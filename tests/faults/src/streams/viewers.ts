import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';

/** Somebody with an open page. */
export interface Viewer {
  authorization: string;
  /** The assigned locations; null for an administrator. */
  locationIds: string[] | null;
}

/**
 * Users with a token each: one in ten is an administrator, the others have two locations. Written to the database, because
 * hashing hundreds of passwords would take longer than the run.
 */
export async function createViewers(database: pg.Pool, count: number): Promise<Viewer[]> {
  const { rows: locations } = await database.query<{ id: string }>(
    'SELECT id FROM core.locations WHERE removed_at IS NULL ORDER BY id',
  );
  const viewers: Viewer[] = [];
  for (let number = 0; number < count; number += 1) {
    const isAdmin = number % 10 === 0;
    const token = randomBytes(24).toString('hex');
    const { rows } = await database.query<{ id: string }>(
      `INSERT INTO auth.users (email, password_hash, first_name, last_name, role)
       VALUES ('viewer-' || $1 || '@example.com', 'none', 'Viewer', $1, $2) RETURNING id`,
      [token.slice(0, 12), isAdmin ? 'admin' : 'district_manager'],
    );
    const userId = rows[0]?.id;
    await database.query(
      `INSERT INTO auth.tokens (user_id, name, token_hash, read_only) VALUES ($1, 'streams', $2, true)`,
      [userId, createHash('sha256').update(token).digest('hex')],
    );
    const assigned = isAdmin
      ? []
      : [number, number + 1].map((at) => locations[at % locations.length]?.id ?? '');
    await database.query(
      'INSERT INTO core.manager_assignments (manager_id, location_id) SELECT $1, unnest($2::uuid[])',
      [userId, assigned],
    );
    viewers.push({ authorization: `Bearer ${token}`, locationIds: isAdmin ? null : assigned });
  }
  return viewers;
}
