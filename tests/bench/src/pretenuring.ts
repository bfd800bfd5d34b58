import { Asking, contend } from './api/contest.ts';
import { routesOf } from './api/routes.ts';
import { createDataset, type Dataset, dropDataset } from './data.ts';
import { type Bench, comparedRow, median } from './row.ts';
import { startService } from './server-process.ts';

/** The service sets flags of V8 itself; here only the arguments count. */
const ignoreOwnFlags = `
  import v8 from 'node:v8';
  import { syncBuiltinESMExports } from 'node:module';
  v8.setFlagsFromString = () => undefined;
  syncBuiltinESMExports();`;
const preload = ['--import', `data:text/javascript,${encodeURIComponent(ignoreOwnFlags)}`];
const contenders = { without: ['--no-allocation-site-pretenuring'], with: [] };

/** What lists cost with V8's pretenuring and without it, over many starts: only some starts would show a difference. */
export const pretenuring: Bench = async ({ isQuick }) => {
  const dataset = await createDataset('bench_pretenuring', 1000);
  try {
    const costs: Record<keyof typeof contenders, number[][]> = { without: [], with: [] };
    for (let start = 0; start < (isQuick ? 2 : 20); start += 1) {
      for (const name of ['without', 'with'] as const) {
        costs[name].push(await costsOf(dataset, contenders[name], isQuick ? 50 : 100));
      }
    }
    return listsOf(dataset).map(({ name }, at) => {
      const of = (contender: keyof typeof contenders) => costs[contender].map((start) => start[at] ?? NaN);
      return comparedRow(name, 'ms processor', of('without'), { name: 'pretenuring', values: of('with') });
    });
  } finally {
    await dropDataset(dataset);
  }
};

/** Processor milliseconds of a request for each list, after one start. */
async function costsOf(dataset: Dataset, nodeArgs: string[], ms: number): Promise<number[]> {
  const server = await startService('core', dataset, { nodeArgs: [...preload, ...nodeArgs] });
  try {
    const person = { cookie: dataset.cookie, userId: dataset.adminId };
    const contests = listsOf(dataset).map((route) => ({
      contenders: [{ server, asking: new Asking(route, person, [[]]) }],
      until: { ms },
    }));
    const results = await contend(contests, 3);
    return results.map(([rounds = []]) => median(rounds.map(({ cpuMs }) => cpuMs)));
  } finally {
    await server.stop();
  }
}

const listsOf = ({ adminId, storeId: locationId, ticketId }: Dataset) =>
  routesOf({ ids: {}, adminId, locationId, ticketId }).filter(
    ({ service, method, path, who }) =>
      service === 'core' && method === 'GET' && who === 'admin' && !path.includes('{'),
  );
