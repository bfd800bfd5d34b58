import { afterAll, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { BATCH_SIZE, ContactErasure } from '../src/intake/contact-erasure.ts';
import { useOwnCoreService } from './core-service.ts';
import { intakeOf } from './intake-calls.ts';
import { replicasOf } from './replicas.ts';

const core = useOwnCoreService();
const intake = intakeOf(core);
const replicas = replicasOf(() => core.backends);
afterAll(() => replicas.killAll());
const known = 'reporter_name IS NOT NULL OR contact IS NOT NULL';

it('continues after a replica was killed, and erases each once', async () => {
  const count = 20 * BATCH_SIZE;
  await intake.addEnded(count);
  const left = async (): Promise<number> => (await intake.rows('intake_reports', known)).length;
  const until = async (condition: (number: number) => boolean): Promise<void> => {
    const deadline = Date.now() + 40_000;
    while (!condition(await left())) {
      if (Date.now() > deadline) throw new Error('nothing was erased in time');
      await sleep(5);
    }
  };
  const victim = replicas.start();
  await until((number) => number < count);
  victim.kill('SIGKILL');
  expect(await left()).toBeGreaterThan(0);
  // PostgreSQL holds the rows of the last batch until it notices, so the round after the kill may leave them to the
  // next.
  for (let round = 0; round < 100 && (await left()) > 0; round += 1) {
    await core.app.get(ContactErasure, { strict: false }).runAll();
    await sleep(50);
  }
  expect(await left()).toBe(0);
  expect(await intake.rows('ticket_comments', 'author_name IS NOT NULL')).toEqual([]);
  const rows = await core.query(
    `SELECT count(*)::int AS count, count(DISTINCT entity_id)::int AS reports FROM auth.audit_entries
     WHERE entity = 'intake_report' AND action = 'update'`,
  );
  expect(rows).toEqual([{ count, reports: count }]);
}, 60_000);
