import pg from 'pg';
import { createDataset, createSession, type Dataset, dropDataset } from '../data.ts';
import { atLeast, type Bench, type BenchOptions, comparedRow, type Goal, type Row } from '../row.ts';
import { services } from '../server-process.ts';
import { Asking, contend, type Person, startPair } from './contest.ts';
import { insertAssignments, insertAttachments, insertTokens, insertUsers, nouns } from './nouns.ts';
import { type Route, routesOf, type Standing } from './routes.ts';

const TICKETS = 1000;
/** Rows of each other noun: more than a page. */
const OTHERS = 100;

const goals: Record<string, Goal> = { 'tickets: list': atLeast(0.9), 'tickets: create': atLeast(0.7) };

/** Every list, read and write of the three services against the bare server, requests per second and processor time. */
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
    for (const service of services) {
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
  const [rounds, ms, requests] = isQuick ? [2, 50, 20] : [9, 250, 100];
  // Both servers, every round, the one for warming up, some anew, and what recording and comparing take.
  const needed = 2 * requests * (rounds + 4) + 50;
  const askings: Asking[] = [];
  for (const route of routes) {
    const ids = route.uses === undefined ? (route.ids ?? [[]]) : await idsOf(database, route.uses, needed);
    askings.push(new Asking(route, people[route.who], ids));
  }
  const pair = await startPair(service, dataset, askings);
  try {
    const rows: Row[] = [];
    for (const asking of askings) {
      const { name, uses } = asking.route;
      const contenders = [pair.service, pair.bare].map((server) => ({ server, asking }));
      const [own = [], bare = []] = await contend(
        contenders,
        rounds,
        uses === undefined ? { ms } : { requests },
      );
      const values = (of: typeof own, key: 'requestsPerSecond' | 'cpuMs'): number[] =>
        of.map((it) => it[key]);
      const other = (key: 'requestsPerSecond' | 'cpuMs') => ({
        name: 'bare server',
        values: values(bare, key),
      });
      rows.push(
        comparedRow(
          name,
          'requests/s',
          values(own, 'requestsPerSecond'),
          other('requestsPerSecond'),
          goals[name],
        ),
        comparedRow(`${name}, processor`, 'ms/request', values(own, 'cpuMs'), other('cpuMs')),
      );
    }
    return rows;
  } finally {
    await pair.stop();
  }
}

/** The ids a statement answers, those of one row together. */
async function idsOf(database: pg.Pool, statement: string, count: number): Promise<string[][]> {
  const { rows } = await database.query<string[]>({ text: statement, values: [count], rowMode: 'array' });
  return rows;
}

async function seed(database: pg.Pool, { storeId: locationId, ticketId }: Dataset): Promise<Standing> {
  const ids: Standing['ids'] = {};
  for (const { name, insert } of nouns) ids[name] = await idsOf(database, insert, OTHERS);
  ids['employees'] = await idsOf(database, insertUsers, OTHERS);
  ids['attachments'] = await idsOf(database, insertAttachments, 20);
  await idsOf(database, insertAssignments, 5 * OTHERS);
  await idsOf(database, insertTokens, 10);
  await database.query('VACUUM ANALYZE');
  return { ids, locationId, ticketId };
}

/** A district manager with some locations, signed in. */
async function manager(database: pg.Pool): Promise<Person> {
  const { rows } = await database.query<{ id: string; epoch: number }>(
    `SELECT u.id, u.session_epoch AS epoch FROM auth.users u JOIN core.manager_assignments ON manager_id = u.id
     GROUP BY u.id ORDER BY count(*) DESC, u.id LIMIT 1`,
  );
  const [found] = rows;
  if (!found) throw new Error('nobody has a location');
  return { cookie: await createSession(found.id, found.epoch), userId: found.id };
}
