import {
  type Caller,
  residentMegabytes,
  signIn,
  startCheckout,
  targetOf,
  type WholeSystem,
} from '@mainstay/test-kit';
import autocannon from 'autocannon';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './ask.ts';
import { atMost, type Bench, besideRow, type Goal, quantile, type Row, row } from './row.ts';
import { addConversation, addLongTickets, addTickets } from './tickets.ts';

const TICKETS = 100_000;
const QUICK_TICKETS = 1000;
/** Of one route in one round. */
const SECONDS = 3;
/** Lines of the timeline that is read. */
const LINES = 500;
/** Lists that are read at once, and the memory that svc-core may need for them. */
const LISTS = 10;
const MAX_MEGABYTES = 100;

type Route = [
  name: string,
  requestsPerSecond: number,
  path: string,
  /** For the milliseconds of 95 % of the requests. */
  goal?: Goal,
  /** What is sent, by turn. */
  write?: { method: 'POST' | 'PATCH'; bodies: object[] },
];

/**
 * An administrator's calls at a fixed rate, with `beside` in turn with the system of another checkout; and the memory of
 * svc-core under its largest lists.
 */
export const api: Bench = async ({ isQuick, beside }) => {
  const systems: WholeSystem[] = [];
  try {
    systems.push(await startCheckout());
    if (beside !== undefined) systems.push(await startCheckout(beside));
    const callers = await inOrder(systems, (system) => fill(system, isQuick ? QUICK_TICKETS : TICKETS));
    const names = callers[0]?.routes ?? [];
    const rounds = names.map(() => callers.map((): number[] => []));
    // The first round fills caches, and compiles.
    for (let round = -1; round < (isQuick ? 1 : 5); round += 1) {
      for (const at of names.keys()) {
        const turns = [...callers.entries()];
        for (const [which, { url, admin, routes }] of round % 2 === 0 ? turns : turns.toReversed()) {
          const route = routes[at];
          if (!route) continue;
          const times = await timesOf(url, admin, route, isQuick ? 1 : SECONDS);
          if (round >= 0) rounds[at]?.[which]?.push(quantile(times, 0.95));
        }
      }
    }
    const rows = names.map(([name, rate, , goal], at) =>
      besideRow(`${name}, ${rate} a second: p95`, 'ms', rounds[at] ?? [], beside, goal),
    );
    const [system, caller] = [systems[0], callers[0]];
    if (!system || !caller || beside !== undefined) return rows;
    await addLongTickets(await system.databaseUrl(), 1000);
    return [...rows, await memoryRow(system, caller.admin, isQuick ? 5 : 30)];
  } finally {
    for (const system of systems) await system.stop();
  }
};

/** One after the other. */
async function inOrder<Item, Result>(
  items: Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

async function fill(system: WholeSystem, tickets: number) {
  const databaseUrl = await system.databaseUrl();
  await addTickets(databaseUrl, tickets);
  const ticket = await addConversation(databaseUrl, LINES);
  const admin = await signIn(targetOf(system.url), 'admin@example.com');
  return { url: system.url, admin, routes: await routesOf(admin, ticket) };
}

async function routesOf(admin: Caller, ticket: string): Promise<Route[]> {
  const timeline = `/api/tickets/${ticket}/timeline?limit=${LINES}`;
  const lines = await read(admin, timeline);
  if (!Array.isArray(lines) || lines.length !== LINES) throw new Error(`${timeline} has not ${LINES} lines`);
  const stores = await read(admin, '/api/locations?limit=1');
  const locationId: unknown = Array.isArray(stores) ? Reflect.get(Object(stores[0]), 'id') : undefined;
  const priorities = ['high', 'low'].map((priority) => ({ priority }));
  const created = { title: 'Oven', description: 'It stays cold.', ticketType: 'repair', locationId };
  const search = '/api/tickets?limit=50&q=';
  const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  return [
    ['list', 50, '/api/tickets?limit=50'],
    ['list of a status', 50, '/api/tickets?status=incoming&limit=50'],
    ['search, one ticket in four', 10, `${search}oven%20cold`, atMost(150)],
    ['search, no ticket', 10, `${search}giraffe%20oven`, atMost(150)],
    ['search, a rare phrase', 10, `${search}oven%20at%20counter%2012`, atMost(150)],
    ['counts', 50, '/api/stats'],
    [`timeline of ${LINES} lines`, 20, timeline, atMost(30)],
    ['report of 90 days', 5, `/api/reports/speed?from=${dayBefore(90)}&to=${dayBefore(0)}`, atMost(500)],
    ['create', 50, '/api/tickets', undefined, { method: 'POST', bodies: [created] }],
    ['change', 50, `/api/tickets/${ticket}`, undefined, { method: 'PATCH', bodies: priorities }],
  ];
}

/**
 * Milliseconds of each request.
 * @throws when one fails
 */
const timesOf = (
  origin: string,
  { cookie }: Caller,
  [, rate, path, , write]: Route,
  seconds: number,
): Promise<number[]> =>
  new Promise((resolve, reject) => {
    const times: number[] = [];
    const run = autocannon(
      {
        url: origin + path,
        headers: { cookie, origin, ...(write && { 'content-type': 'application/json' }) },
        ...(write && {
          requests: write.bodies.map((body) => ({ method: write.method, body: JSON.stringify(body) })),
        }),
        // The goals are for one reader; with more, autocannon begins each second with one request of each at once.
        connections: 1,
        overallRate: rate,
        amount: rate * seconds,
      },
      (error: unknown, { errors, non2xx }) => {
        if (error !== null || errors + non2xx > 0) {
          reject(new Error(`${path}: ${errors} errors, ${non2xx} other responses`, { cause: error }));
        } else resolve(times);
      },
    );
    run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  });

/** How much a new process of svc-core grows while ten of the largest lists are read at once. */
async function memoryRow(system: WholeSystem, admin: Caller, rounds: number): Promise<Row> {
  const former = await system.pidOf('svc-core');
  process.kill(former);
  await system.untilBack('svc-core', former);
  const pid = await system.pidOf('svc-core');
  const readAll = (limit: number) =>
    Promise.all(Array.from({ length: LISTS }, () => read(admin, `/api/tickets?limit=${limit}`)));
  // What any process needs once it has run: connections, compiled functions, a grown heap.
  for (let time = 0; time < 20; time += 1) await readAll(1);
  await sleep(500);
  const atRest = await residentMegabytes(pid);
  let most = atRest;
  for (let round = 0; round < rounds; round += 1) {
    const reading = readAll(1000);
    const over = reading.then(() => true);
    do most = Math.max(most, await residentMegabytes(pid));
    while (!(await Promise.race([over, sleep(10, false)])));
  }
  const name = `svc-core: memory over that at rest, ${LISTS} largest lists at once`;
  return row(name, 'MB', [most - atRest], atMost(MAX_MEGABYTES));
}

const read = async (caller: Caller, path: string): Promise<unknown> => (await ask(caller, 'GET', path)).body;
