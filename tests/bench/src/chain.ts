import { type Caller, signIn, startCheckout, targetOf } from '@mainstay/test-kit';
import { ask } from './ask.ts';
import { busyRows } from './busy-chain.ts';
import { exportRows, importRows } from './chain-files.ts';
import { screenRows } from './chain-screens.ts';
import { atMost, type Bench, comparedRow, type Goal, quantile, type Row, row } from './row.ts';

const STORES = 20_000;
const QUICK_STORES = 200;
const ROUNDS = 20;

/** People of the chain: of 20 stores, and of 500. */
const people = {
  admin: 'admin@example.com',
  'manager of 20': 'chain3@example.com',
  'manager of 500': 'chain0@example.com',
} as const;
type Person = keyof typeof people;

type Call = [name: string, who: Person, path: string, goal?: Goal];

const months = (count: number): string => {
  const to = new Date();
  const from = new Date(to);
  from.setUTCMonth(from.getUTCMonth() - count);
  return `from=${from.toISOString().slice(0, 10)}&to=${to.toISOString().slice(0, 10)}`;
};
const questions = ['overdue', 'repeats', 'spend', 'speed'];
const reports = (who: Person, goal: Goal): Call[] =>
  questions.map((name) => [`report ${name}`, who, `/api/reports/${name}?limit=30`, goal]);

const days = (before: number): string =>
  new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);
const filters = (queries: string[]): Call[] =>
  queries.map((query) => [
    `tickets ${query.replace(/=\d.*/, '')}`,
    'admin',
    `/api/tickets?limit=50&${query}`,
  ]);

const calls: Call[] = [
  ...reports('admin', atMost(300)),
  ...reports('manager of 20', atMost(50)),
  ['list of tickets', 'admin', '/api/tickets?limit=50'],
  ['list of tickets', 'manager of 500', '/api/tickets?limit=50', atMost(60)],
  ['unassigned', 'admin', '/api/tickets?limit=50&assignedTo=none'],
  ['unassigned', 'manager of 500', '/api/tickets?limit=50&assignedTo=none', atMost(60)],
  ...filters([
    'status=solved',
    'open=true',
    'priority=high&open=true',
    'ticketType=repair&open=true',
    'category=refrigeration',
    'repeat=true',
    'hasCosts=true',
    'approval=needed',
    'vendorJob=waiting',
    `createdFrom=${days(30)}`,
    `completedFrom=${days(30)}`,
    'due=overdue',
    'due=at_risk',
    'due=paused',
    'due=missed',
    'sort=createdAt',
    'sort=dueAt',
    `sort=updatedAt&updatedSince=${days(1)}T00:00:00Z`,
  ]),
  ['search "ov"', 'admin', '/api/tickets?limit=50&q=ov', atMost(100)],
  ['search "giraffe"', 'admin', '/api/tickets?limit=50&q=giraffe', atMost(100)],
  ['equipment', 'admin', '/api/equipment?limit=50'],
  ['equipment "fryer"', 'admin', '/api/equipment?limit=50&q=fryer', atMost(100)],
  ['locations', 'admin', '/api/locations?limit=50'],
  ['locations "harbor"', 'admin', '/api/locations?limit=50&q=harbor'],
  ['employees', 'admin', '/api/managers?limit=50'],
  ['recurring tasks', 'admin', '/api/recurring-tasks?limit=50'],
  ['tasks', 'admin', '/api/tasks?limit=50'],
  ['costs', 'admin', '/api/costs?limit=50'],
  ['vendors', 'admin', '/api/vendors?limit=50'],
  ['checklist runs', 'admin', '/api/checklist-runs?limit=50'],
  ['audit', 'admin', '/api/audit?limit=50'],
  ['dashboard', 'admin', '/api/stats'],
  ['inbox', 'manager of 20', '/api/inbox?limit=50'],
];

/** Calls of people of the largest chain, and those of an administrator beside the demo data alone. */
export const chain: Bench = async ({ isQuick }) => {
  const demo = await startCheckout();
  try {
    const large = await startCheckout(undefined, ['--chain', String(isQuick ? QUICK_STORES : STORES)]);
    try {
      const administrator = await signIn(targetOf(demo.url), people.admin);
      const rows: Row[] = [];
      const callers: Partial<Record<Person, Caller>> = {};
      for (const [name, who, path, goal] of calls) {
        const caller = (callers[who] ??= await signIn(targetOf(large.url), people[who]));
        const times = await timesOf(caller, path);
        const title = `${name}, ${who}: `;
        rows.push(
          who === 'admin'
            ? comparedRow(`${title}p50`, 'ms', [quantile(times, 0.5)], {
                name: 'demo data',
                values: [quantile(await timesOf(administrator, path), 0.5)],
              })
            : row(`${title}p50`, 'ms', [quantile(times, 0.5)]),
          row(`${title}p95`, 'ms', [quantile(times, 0.95)], goal),
        );
      }
      const admin = callers.admin;
      if (admin) {
        for (const [name, period] of [
          ['90 days', ''],
          ['12 months', months(12)],
        ] as const)
          rows.push(row(`four reports at once, ${name}`, 'ms', await atOnce(admin, period), atMost(1000)));
      }
      rows.push(...(await screenRows(large, demo)));
      if (admin) rows.push(...(await exportRows(admin)));
      rows.push(...(await busyRows(large, isQuick)));
      if (admin) rows.push(...(await importRows(admin, administrator)));
      return rows;
    } finally {
      await large.stop();
    }
  } finally {
    await demo.stop();
  }
};

/** Milliseconds of each response, one after the other; the first ones fill caches. */
async function timesOf(caller: Caller, path: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = -2; round < ROUNDS; round += 1) {
    const { milliseconds } = await ask(caller, 'GET', path);
    if (round >= 0) times.push(milliseconds);
  }
  return times;
}

/** Milliseconds until the last of four reports is there, as the screen asks for them. */
async function atOnce(caller: Caller, period: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const responses = await Promise.all(
      questions.map((name) =>
        ask(
          caller,
          'GET',
          `/api/reports/${name}?limit=30${name === 'overdue' || period === '' ? '' : `&${period}`}`,
        ),
      ),
    );
    times.push(Math.max(...responses.map(({ milliseconds }) => milliseconds)));
  }
  return times;
}
