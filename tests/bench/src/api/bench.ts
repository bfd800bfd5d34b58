import { createDataset, dropDataset, withDatabase } from '../data.ts';
import { atLeast, type Bench, comparedRow, type Goal, type Row } from '../row.ts';
import { type Round } from '../load.ts';
import { Asking, contend, startPair, WARM_UP_ROUNDS } from './contest.ts';
import { routesOf } from './routes.ts';

const TICKETS = 1000;
/** Rows of each other noun: more than a page. */
const OTHERS = 100;

const goals: Record<string, Goal> = { 'tickets: list': atLeast(0.75), 'tickets: create': atLeast(0.7) };

/** Lists, reads and writes of svc-core against the bare server, in requests per second. */
export const api: Bench = async ({ isQuick }) => {
  const dataset = await createDataset('bench_api', TICKETS);
  const [rounds, ms, requests] = isQuick ? [2, 50, 20] : [9, 300, 150];
  // Both servers in every round, some repeated rounds, and the time to record and compare.
  const needed = 2 * requests * (rounds + WARM_UP_ROUNDS + 2) + 50;
  try {
    const askings = await withDatabase(dataset, async (client) => {
      const idsOf = async (statement: string, count: number): Promise<string[]> =>
        (await client.query<{ id: string }>(statement, [count])).rows.map(({ id }) => id);
      const routes = await routesOf(dataset.storeId, (insertion) => idsOf(insertion, OTHERS));
      const made: Asking[] = [];
      for (const route of routes) {
        const ids = route.uses === undefined ? route.ids : await idsOf(route.uses, needed);
        made.push(new Asking(route, dataset.cookie, ids ?? ['']));
      }
      await client.query('VACUUM ANALYZE');
      return made;
    });
    const pair = await startPair('core', dataset, askings);
    try {
      const contests = askings.map((asking) => ({
        contenders: [pair.service, pair.bare].map((server) => ({ server, asking })),
        until: asking.route.uses === undefined ? { ms } : { requests },
      }));
      const results = await contend(contests, rounds);
      return askings.map(({ route }, at) => rowOf(route.name, results[at] ?? []));
    } finally {
      await pair.stop();
    }
  } finally {
    await dropDataset(dataset);
  }
};

/** Requests per second, of the service against the bare server. */
function rowOf(name: string, [own = [], bare = []]: Round[][]): Row {
  const values = (rounds: Round[]) => rounds.map(({ requestsPerSecond }) => requestsPerSecond);
  return comparedRow(
    name,
    'requests/s',
    values(own),
    { name: 'bare server', values: values(bare) },
    goals[name],
  );
}
