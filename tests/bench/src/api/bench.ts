import { createDataset, dropDataset, withDatabase } from '../data.ts';
import { atLeast, type Bench, comparedRow, type Goal, type Row } from '../row.ts';
import { Asking, contend, type Measured, startPair, WARM_UP_ROUNDS } from './contest.ts';
import { routesOf } from './routes.ts';

const TICKETS = 1000;
/** Rows of each other noun: more than a page. */
const OTHERS = 100;

const goals: Record<string, Goal> = { 'tickets: list': atLeast(0.75), 'tickets: create': atLeast(0.7) };

/** Lists, reads and writes of svc-core against the bare server, requests per second and processor time. */
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
      return askings.flatMap(({ route }, at) => rowsOf(route.name, results[at] ?? []));
    } finally {
      await pair.stop();
    }
  } finally {
    await dropDataset(dataset);
  }
};

/** Requests per second and processor time, of the service against the bare server. */
function rowsOf(name: string, [own = [], bare = []]: Measured[][]): Row[] {
  const compared = (what: string, unit: string, key: 'requestsPerSecond' | 'cpuMs', goal?: Goal): Row => {
    const values = (rounds: Measured[]) => rounds.map((round) => round[key]);
    return comparedRow(what, unit, values(own), { name: 'bare server', values: values(bare) }, goal);
  };
  return [
    compared(name, 'requests/s', 'requestsPerSecond', goals[name]),
    compared(`${name}, processor`, 'ms/request', 'cpuMs'),
  ];
}
