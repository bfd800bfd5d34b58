import { serviceNames } from '@mainstay/test-kit';
import pg from 'pg';
import { createDataset, createSession, type Dataset, dropDataset } from '../data.ts';
import { atLeast, type Bench, type BenchOptions, comparedRow, type Goal, type Row } from '../row.ts';
import {
  Asking,
  contend,
  type Measured,
  type Person,
  startPair,
  valuesOf,
  WARM_UP_ROUNDS,
} from './contest.ts';
import { insertAssignments, insertAttachments, insertTokens, insertUsers, nouns } from './nouns.ts';
import { type Route, routesOf, type Standing } from './routes.ts';

const TICKETS = 1000;
/** Rows of each other noun: more than a page. */
const OTHERS = 100;

const goals: Record<string, Goal> = { 'tickets: list': atLeast(0.75), 'tickets: create': atLeast(0.7) };

/** Every list, read and write of the services against the bare server, requests per second and processor time. */
export const api: Bench = async (options) => {
  const dataset = await createDataset('bench_api', TICKETS);
  const database = new pg.Pool({ connectionString: dataset.adminUrl, max: 1 });
  try {
    const standing = await seed(database, dataset);
    const people = {
      admin: { cookie: dataset.cookie, userId: dataset.adminId },
      manager: await manager(database),
    };
    const rows: Row[] = [];
    for (const service of serviceNames) {
      const routes = routesOf(standing).filter((route) => route.service === service);
      rows.push(...(await measure(routes, dataset, database, people, options)));
    }
    return rows;
  } finally {
    await database.end();
    await dropDataset(dataset);
  }
};

async function measure(
  routes: Route[],
  dataset: Dataset,
  database: pg.Pool,
  people: Record<Route['who'], Person>,
  { isQuick }: BenchOptions,
): Promise<Row[]> {
  const [service] = routes.map((route) => route.service);
  if (service === undefined) return [];
  const [rounds, ms, requests] = isQuick ? [2, 50, 20] : [9, 300, 150];
  // Both servers in every round, some repeated rounds, and the time to record and compare.
  const needed = 2 * requests * (rounds + WARM_UP_ROUNDS + 2) + 50;
  const askings: Asking[] = [];
  for (const route of routes) {
    const ids = route.uses === undefined ? (route.ids ?? [[]]) : await idsOf(database, route.uses, needed);
    askings.push(new Asking(route, people[route.who], ids));
  }
  const pair = await startPair(service, dataset, askings);
  try {
    const contests = askings.map((asking) => ({
      contenders: [pair.service, pair.bare].map((server) => ({ server, asking })),
      until: asking.route.uses === undefined ? { ms } : { requests },
    }));
    const results = await contend(contests, rounds);
    return askings.flatMap(({ route: { name } }, at) => rowsOf(name, results[at] ?? []));
  } finally {
    await pair.stop();
  }
}

/** Requests per second and processor time, of the service against the bare server. */
function rowsOf(name: string, [own = [], bare = []]: Measured[][]): Row[] {
  const compared = (what: string, unit: string, key: 'requestsPerSecond' | 'cpuMs', goal?: Goal): Row => {
    const { values, dropped } = valuesOf(own, key);
    return comparedRow(what, unit, values, { name: 'bare server', ...valuesOf(bare, key) }, goal, dropped);
  };
  return [
    compared(name, 'requests/s', 'requestsPerSecond', goals[name]),
    compared(`${name}, processor`, 'ms/request', 'cpuMs'),
  ];
}

/** The ids a statement returns, grouped by row. */
async function idsOf(database: pg.Pool, statement: string, count: number): Promise<string[][]> {
  const { rows } = await database.query<string[]>({ text: statement, values: [count], rowMode: 'array' });
  return rows;
}

async function seed(
  database: pg.Pool,
  { adminId, storeId: locationId, ticketId }: Dataset,
): Promise<Standing> {
  const ids: Standing['ids'] = {};
  for (const { name, insert } of nouns) ids[name] = await idsOf(database, insert, OTHERS);
  ids['employees'] = await idsOf(database, insertUsers, OTHERS);
  ids['attachments'] = await idsOf(database, insertAttachments, 20);
  await idsOf(database, insertAssignments, 5 * OTHERS);
  await database.query('VACUUM ANALYZE');
  return { ids, adminId, locationId, ticketId };
}

/** A district manager with some locations and tokens, signed in. */
async function manager(database: pg.Pool): Promise<Person> {
  const { rows } = await database.query<{ id: string; epoch: number }>(
    `SELECT u.id, u.session_epoch AS epoch FROM auth.users u JOIN core.manager_assignments ON manager_id = u.id
     GROUP BY u.id ORDER BY count(*) DESC, u.id LIMIT 1`,
  );
  const [found] = rows;
  if (!found) throw new Error('nobody has a location');
  await idsOf(database, insertTokens(found.id), 10);
  return { cookie: await createSession(found.id, found.epoch), userId: found.id };
}
