import { afterAll, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { BATCH_SIZE, ImportWork } from '../src/imports/import-work.ts';
import type { ImportResponse } from '../src/imports/imports.schemas.ts';
import { useOwnCoreService } from './core-service.ts';
import { replicasOf } from './replicas.ts';

const core = useOwnCoreService();
const replicas = replicasOf(() => core.backends);
afterAll(() => replicas.killAll());

it('an import goes on after the process that applied it was killed, and applies each row once', async () => {
  const create = 5 * BATCH_SIZE;
  const rows = Array.from(
    { length: create },
    (_, n) => `K-${n},Store ${n},${n} Main Street,Portland,ME,04101`,
  );
  const response = await core
    .as(core.admin)
    .post('/api/imports/locations')
    .set('Content-Type', 'text/csv')
    .send(['storeNumber,name,address,city,state,zipCode', ...rows].join('\n'));
  const { id } = response.body as ImportResponse;
  // As the call does, which would begin at once in this process.
  await core.query(`UPDATE core.imports SET state = 'applying' WHERE id = $1`, [id]);
  const added = () => core.count(`core.locations WHERE store_number LIKE 'K-%'`);
  const victim = replicas.start();
  for (let tries = 0; tries < 4000 && (await added()) === 0; tries += 1) await sleep(5);
  victim.kill('SIGKILL');
  const before = await added();
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(create);
  // PostgreSQL holds the rows of the last batch until it notices, so the round after the kill may leave them to the
  // next.
  const state = async () => (await core.as(core.admin).get(`/api/imports/${id}`)).body as ImportResponse;
  for (let round = 0; round < 200 && (await state()).state !== 'applied'; round += 1) {
    await core.app.get(ImportWork, { strict: false }).runAll();
    await sleep(50);
  }
  expect(await state()).toMatchObject({ state: 'applied', counts: { create, applied: create, conflict: 0 } });
  expect(await added()).toBe(create);
  const audited = await core.query(
    `SELECT count(*)::int AS count, count(DISTINCT entity_id)::int AS stores FROM auth.audit_entries
     WHERE action = 'create' AND entity_id IN (SELECT id FROM core.locations WHERE store_number LIKE 'K-%')`,
  );
  expect(audited).toEqual([{ count: create, stores: create }]);
}, 60_000);
