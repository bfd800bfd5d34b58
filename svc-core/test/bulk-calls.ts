import type { BulkResults, UndoableChangeResponse } from '../src/bulk-changes/bulk-changes.schemas.ts';
import type { CoreService } from './core-service.ts';

type User = { cookie: string };

/** Calls about changes of many tickets. */
export const bulksOf = (core: CoreService) => ({
  change: (body: object, user: User = core.admin, key?: string) =>
    core
      .as(user)
      .post('/api/tickets/bulk')
      .set(key === undefined ? {} : { 'Idempotency-Key': key })
      .send(body),
  /** Inserts tickets of store A; returns their ids. */
  insertMany: async (count: number, dueAt: string | null = null): Promise<string[]> => {
    const rows = await core.query<{ id: string }>(
      `INSERT INTO core.tickets (title, description, ticket_type, location_id, due_at, due_set_at)
       SELECT n, 'x', 'repair', $1::uuid, $3::timestamptz, now() FROM generate_series(1, $2::int) n RETURNING id`,
      [core.storeA, count, dueAt],
    );
    return rows.map(({ id }) => id);
  },
  undoable: async (user: User = core.admin) => {
    const response: { body: unknown } = await core.as(user).get('/api/bulk-changes');
    return response.body as UndoableChangeResponse[];
  },
  undo: (id: string, user: User = core.admin) => core.as(user).post(`/api/bulk-changes/${id}/undo`),
});

export const resultsOf = ({ body }: { body: unknown }): BulkResults => body as BulkResults;
/** `changed 200`, in the order of the request. */
export const outcomesOf = (response: { body: unknown }): string[] =>
  resultsOf(response).results.map(({ outcome, status }) => `${outcome} ${status}`);
