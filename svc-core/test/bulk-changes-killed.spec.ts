import { afterAll, expect, it } from '@jest/globals';
import { AT_ONCE } from '../src/bulk-changes/bulk-changes.repository.ts';
import { bulksOf, outcomesOf, resultsOf } from './bulk-calls.ts';
import { useOwnCoreService } from './core-service.ts';
import { replicasOf } from './replicas.ts';

const core = useOwnCoreService();
const { change, insertMany, undo } = bulksOf(core);
const replicas = replicasOf(() => core.backends);
afterAll(() => replicas.killAll());

/** Sends a request to another process, which is killed once it waits for this ticket. */
const killAt = (ticketId: string, ...request: Parameters<typeof replicas.killDuring>): Promise<void> =>
  replicas.whileLocked(ticketId, async () => {
    expect(await replicas.killDuring(...request)).toBe('no response');
  });

it('a change of 200 tickets and its undo go on after the process was killed, and change each ticket once', async () => {
  const ids = (await insertMany(200)).sort();
  const body = { ids: ids.toReversed(), changes: { priority: 'high' } };
  const lockedId = ids[2 * AT_ONCE] ?? '';
  const count = (priority: string) => core.count('core.tickets WHERE priority = $1', priority);
  const isReached = (priority: string) => async () => (await count(priority)) === 2 * AT_ONCE;

  const { cookie: Cookie } = core.admin;
  const headers = { Cookie, 'Content-Type': 'application/json', 'Idempotency-Key': 'many' };
  const request = { headers, body: JSON.stringify(body) };
  await killAt(lockedId, '/api/tickets/bulk', request, isReached('high'));
  expect(await count('high')).toBe(2 * AT_ONCE);
  const repeated = await change(body, core.admin, 'many');
  expect(outcomesOf(repeated)).toEqual(ids.map(() => 'changed 200'));
  expect(resultsOf(repeated).results.map(({ id }) => id)).toEqual(body.ids);
  expect((await change(body, core.admin, 'many')).body).toEqual(repeated.body);
  expect(await core.count(`core.tickets WHERE priority = 'high' AND version = 2`)).toBe(200);

  const { id } = resultsOf(repeated);
  await killAt(lockedId, `/api/bulk-changes/${id}/undo`, { headers: { Cookie } }, isReached('medium'));
  expect(await count('medium')).toBe(2 * AT_ONCE);
  // Even if ten minutes have passed meanwhile.
  await core.query(`UPDATE core.bulk_changes SET changed_at = now() - interval '11 minutes' WHERE id = $1`, [
    id,
  ]);
  expect(outcomesOf(await undo(id))).toEqual(ids.map(() => 'restored 200'));
  expect((await undo(id)).status).toBe(409);
  expect(await core.count(`core.tickets WHERE priority = 'medium' AND version = 3`)).toBe(200);
}, 60_000);

it('what an undo finds unfinished is not changed any more', async () => {
  const [first = '', second = ''] = [await core.insert('tickets'), await core.insert('tickets')].sort();
  const body = { ids: [first, second], changes: { priority: 'low' } };
  const { id } = resultsOf(await change(body, core.admin, 'half'));
  // As if the process had been killed after the first.
  await core.query(`UPDATE core.tickets SET priority = 'medium' WHERE id = $1`, [second]);
  await core.query(
    `UPDATE core.bulk_change_tickets SET outcome = NULL, status = NULL WHERE bulk_id = $1 AND ticket_id = $2`,
    [id, second],
  );
  expect(resultsOf(await undo(id)).results).toMatchObject([{ id: first, outcome: 'restored' }]);
  expect(outcomesOf(await change(body, core.admin, 'half'))).toEqual(['changed 200', 'refused 409']);
  expect(await core.count(`core.tickets WHERE id = ANY ($1) AND priority = 'medium'`, body.ids)).toBe(2);
});
