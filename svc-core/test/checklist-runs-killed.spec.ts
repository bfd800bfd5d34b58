import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ChecklistResponse } from '../src/checklists/checklists.schemas.ts';
import { checklistsOf, step } from './checklist-calls.ts';
import { useOwnCoreService } from './core-service.ts';
import { replicasOf } from './replicas.ts';

const core = useOwnCoreService();
const { aChecklist, answer, complete, done, read, walk } = checklistsOf(core);
const replicas = replicasOf(() => core.backends);
afterAll(() => replicas.killAll());

let checklist: ChecklistResponse;
beforeAll(async () => {
  checklist = await aChecklist(step('Door', { onFail: 'ticket' }), step('Floor', { onFail: 'ticket' }));
});
const failing = async (...values: string[]) => {
  const run = await walk(checklist);
  for (const [at, value] of values.entries()) await answer(run, at, value).expect(200);
  return run;
};
const killDuringCompletion = (id: string, key: string, isReached: () => Promise<boolean>) => {
  const headers = { Cookie: core.managerA.cookie, 'Idempotency-Key': key };
  return replicas.killDuring(`/api/checklist-runs/${id}/complete`, { headers }, isReached);
};
/** Completes it ten times more, with the key of the request that was killed. */
const repeat = async (run: { id: string }, key: string) => {
  const first = await complete(run, key);
  expect(first.status).toBe(200);
  for (let times = 1; times < 10; times += 1) expect((await complete(run, key)).body).toEqual(first.body);
};
const ticketsOf = (id: string) => core.count('core.tickets WHERE follow_up_run_id = $1', id);
const comments = () => core.count("core.ticket_comments WHERE body = 'Failed again'");

it('a completion that is killed after its commit made one ticket a step, however often it is repeated', async () => {
  const run = await failing('fail', 'fail');
  const isDone = async () => (await read(run.id)).state === 'done';
  await killDuringCompletion(run.id, 'after', isDone);
  expect(await ticketsOf(run.id)).toBe(2);
  await repeat(run, 'after');
  expect(await ticketsOf(run.id)).toBe(2);
  expect((await read(run.id)).followUps).toHaveLength(2);
}, 60_000);

it('a completion that is killed between two steps made nothing, and its repetition each once', async () => {
  await core.query("UPDATE core.tickets SET status = 'solved', completed_at = now()");
  const [open] = (await done(await failing('pass', 'fail'))).followUps;
  const before = await comments();
  const run = await failing('fail', 'fail');
  await replicas.whileLocked(open?.ticketId ?? '', async () => {
    const isWaiting = async () =>
      (await core.count("pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()")) >
      0;
    expect(await killDuringCompletion(run.id, 'between', isWaiting)).toBe('no response');
  });
  expect([await ticketsOf(run.id), await comments(), (await read(run.id)).state]).toEqual([
    0,
    before,
    'open',
  ]);
  await repeat(run, 'between');
  expect([await ticketsOf(run.id), await comments()]).toEqual([1, before + 1]);
}, 60_000);
