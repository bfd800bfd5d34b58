import { beforeAll, expect, it } from '@jest/globals';
import type { RunDetail } from '../src/checklist-runs/checklist-runs.schemas.ts';
import type { ChecklistResponse } from '../src/checklists/checklists.schemas.ts';
import { checklistsOf, step } from './checklist-calls.ts';
import { useOwnCoreService } from './core-service.ts';

const core = useOwnCoreService({ WRITES_PER_MINUTE: '1000000' });
const { aChecklist, answer, complete, read, walk } = checklistsOf(core);

// A generator with a seed: the same steps in each run.
let seed = 56;
const random = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
};
function oneOf<Value>(values: readonly Value[]): Value {
  const value = values[random(values.length)];
  if (value === undefined) throw new Error('nothing to choose from');
  return value;
}

/** What may be said of each step, by its place, and what that means; null: it is refused. */
const sayings: readonly (readonly [value: unknown, note: string | undefined, result: string | null])[][] = [
  [
    ['pass', undefined, 'pass'],
    ['fail', 'Grease', 'fail'],
    ['na', 'Rebuilt', 'na'],
    ['na', undefined, null],
    [true, undefined, null],
  ],
  [
    [33, undefined, 'pass'],
    [40, undefined, 'pass'],
    [32.9999, undefined, 'fail'],
    [40.0001, 'Door was open', 'fail'],
    [40.00001, undefined, null],
    ['fail', undefined, null],
  ],
  [
    [true, undefined, 'pass'],
    ['na', 'No alarm', 'na'],
    ['pass', undefined, null],
  ],
  [
    ['pass', undefined, 'pass'],
    ['fail', undefined, 'fail'],
  ],
];
/** Whether the step needs an answer, and whether its failure makes a ticket. */
const isRequired = [true, true, false, true];
const makesTicket = [true, true, false, false];

interface Said {
  value: unknown;
  note: string | null;
  result: string;
}
/** A follow-up that should be there, by its step and store. */
interface Expected {
  ticketId: string;
  comments: number;
}

let checklist: ChecklistResponse;
beforeAll(async () => {
  const cooler = { kind: 'number', min: 33, max: 40, onFail: 'ticket' };
  checklist = await aChecklist(
    step('Floor', { onFail: 'ticket' }),
    step('Cooler', cooler),
    step('Alarm', { kind: 'check', required: false, onFail: 'ticket' }),
    step('Sign'),
  );
});

/** Some answers to some steps, of which a few are refused. */
async function answerSome(run: RunDetail, history: [at: number, said: Said][]): Promise<void> {
  for (let count = random(7); count >= 0; count -= 1) {
    const at = random(sayings.length);
    const [value, note, result] = oneOf(sayings[at] ?? []);
    const { status } = await answer(run, at, value, note, core.admin);
    expect([value, status]).toEqual([value, result === null ? 400 : 200]);
    if (result !== null) history.push([at, { value, note: note ?? null, result }]);
  }
}

it('200 random runs in two stores equal a replay', async () => {
  const open = new Map<string, Expected>();
  const all: Expected[] = [];
  for (let number = 0; number < 200; number += 1) {
    const store = oneOf([core.storeA, core.storeB]);
    const run = await walk(checklist, store, core.admin);
    const history: [at: number, said: Said][] = [];
    let isDone = false;
    for (let tries = 0; tries < 4 && !isDone; tries += 1) {
      await answerSome(run, history);
      const last = new Map(history);
      const missing = checklist.steps.flatMap(({ text }, at) =>
        isRequired[at] && !last.has(at) ? [text] : [],
      );
      const completion = await complete(run, undefined, core.admin);
      isDone = missing.length === 0;
      const { missing: named = [] } = completion.body as { missing?: string[] };
      expect([completion.status, named]).toEqual([isDone ? 200 : 409, missing]);
    }

    const last = new Map(history);
    const failed = [...last].filter(([, { result }]) => result === 'fail').map(([at]) => at);
    const { state, answers, history: kept, followUps } = await read(run.id, core.admin);
    expect(state).toBe(isDone ? 'done' : 'open');
    const idOf = (at: number) => checklist.steps[at]?.id;
    const inOrder = [...last].sort(([a], [b]) => a - b);
    expect(answers).toMatchObject(inOrder.map(([at, said]) => ({ stepId: idOf(at), ...said })));
    expect(kept).toMatchObject(history.map(([at, said]) => ({ stepId: idOf(at), ...said })));
    const [row] = await core.query<{ failed: number }>(
      'SELECT failed FROM core.checklist_runs WHERE id = $1',
      [run.id],
    );
    expect(row?.failed).toBe(isDone ? failed.length : 0);
    const wanted = isDone ? failed.filter((at) => makesTicket[at]).sort((a, b) => a - b) : [];
    expect(followUps.map(({ stepId }) => stepId)).toEqual(wanted.map(idOf));
    for (const { stepId, ticketId } of followUps) {
      const key = `${stepId} ${store}`;
      const before = open.get(key);
      if (before) before.comments += 1;
      const follow = before ?? { ticketId, comments: 0 };
      expect(ticketId).toBe(follow.ticketId);
      if (!before) {
        expect(all.map((one) => one.ticketId)).not.toContain(ticketId);
        all.push(follow);
        open.set(key, follow);
      }
    }
    // Somebody repairs one of them.
    const [key, repaired] = oneOf([...open, ...Array<[string, undefined]>(4).fill(['', undefined])]);
    if (repaired) {
      await core.send('patch', `/api/tickets/${repaired.ticketId}`, { status: 'solved' }).expect(200);
      open.delete(key);
    }
  }
  expect(all.length).toBeGreaterThan(20);
  const rows = await core.query(
    `SELECT t.id AS "ticketId", (SELECT count(*)::int FROM core.ticket_comments c WHERE c.ticket_id = t.id) AS comments
     FROM core.tickets t WHERE t.via = 'checklist' ORDER BY t.id`,
  );
  expect(rows).toEqual(all.toSorted((a, b) => (a.ticketId < b.ticketId ? -1 : 1)));
}, 120_000);
