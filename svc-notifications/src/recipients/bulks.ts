import { selectRows } from '@mainstay/service-kit';
import type { Pool } from 'pg';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';

const grantRow = z.object({ isGranted: z.boolean() });
const requestRow = z.object({ requestId: z.string(), bulkId: z.guid() });
const bulkRow = z.object({ id: z.guid() });

/**
 * The changes of many tickets that these requests made, by the requests. An undo counts as what it takes back. In SQL:
 * an array has the requests of a change.
 */
export async function bulksOf(
  on: EntityManager,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  // A svc-core of the version before has no such table.
  const [grant] = await selectRows(on, grantRow, {
    name: 'grant-of-bulks',
    text: `SELECT coalesce(has_column_privilege(to_regclass('core.bulk_changes'), 'request_ids', 'SELECT'), false)
             AS "isGranted"`,
  });
  if (grant?.isGranted !== true || requestIds.length === 0) return new Map();
  const rows = await selectRows(on, requestRow, {
    text: `SELECT r.id AS "requestId", coalesce(b.undo_of, b.id) AS "bulkId"
           FROM core.bulk_changes b CROSS JOIN unnest(b.request_ids) AS r (id)
           WHERE b.request_ids && $1::varchar[] AND r.id = ANY ($1)`,
    values: [requestIds],
  });
  return new Map(rows.map(({ requestId, bulkId }) => [requestId, bulkId]));
}

/** Those of these changes of many tickets that are undone. */
export async function undoneOf(
  on: EntityManager | Pool,
  bulkIds: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(bulkIds.filter((id) => id !== null))];
  if (ids.length === 0) return new Set();
  const rows = await selectRows(on, bulkRow, {
    text: `SELECT asked.id FROM unnest($1::uuid[]) AS asked (id)
           WHERE EXISTS (SELECT FROM core.bulk_changes b WHERE b.undo_of = asked.id)`,
    values: [ids],
  });
  return new Set(rows.map(({ id }) => id));
}
