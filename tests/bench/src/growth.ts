import { createDataset, type Dataset, dropDataset } from './data.ts';
import { atMost, type Bench, comparedRow, type Goal, median, quantile, type Row, row } from './row.ts';
import { type ServerProcess, startService } from './server-process.ts';

const SIZES = [1000, 100_000];
const QUICK_SIZES = [1000, 5000];
const ROUNDS = 5;
const REQUESTS = 40;

/** How much longer a list may take with the most tickets than with the fewest, and how long a search may take. */
const MAX_FOR_LIST = 1.3;
const MAX_FOR_SEARCH_MS = 150;

/** The path of each read among this many tickets. */
const reads: [name: string, path: (tickets: number) => string, goal?: Goal][] = [
  ['list', () => '/api/tickets?limit=50', atMost(MAX_FOR_LIST)],
  ['list of a status', () => '/api/tickets?status=incoming&limit=50', atMost(MAX_FOR_LIST)],
  ['statistics', () => '/api/stats'],
  ['search for two words of one ticket in four', () => '/api/tickets?q=oven%20cold&limit=50'],
  ['search for two words of no ticket', () => '/api/tickets?q=giraffe%20oven&limit=50'],
  ['search for a word of all tickets', () => '/api/tickets?q=counter&limit=50'],
  ['search for a rare phrase', () => '/api/tickets?q=oven%20is%20cold%20at%20counter%2012&limit=50'],
  ['search for a location', (tickets) => `/api/tickets?q=street%20${tickets / 100}&limit=50`],
];

interface Field {
  tickets: number;
  dataset: Dataset;
  server: ServerProcess;
}

/** An administrator's reads through all locations, one after the other, in turns among few and many tickets. */
export const growth: Bench = async ({ isQuick }) => {
  const fields: Field[] = [];
  try {
    for (const tickets of isQuick ? QUICK_SIZES : SIZES) {
      const dataset = await createDataset(`bench_${tickets}`, tickets);
      fields.push({ tickets, dataset, server: await startService('core', dataset) });
    }
    const rows: Row[] = [];
    for (const [name, path, goal] of reads) {
      const rounds = fields.map((): number[][] => []);
      // The first round fills caches, and compiles.
      for (let round = -1; round < (isQuick ? 1 : ROUNDS); round += 1) {
        for (const [at, field] of fields.entries()) {
          const times = await timesOf(field, path(field.tickets));
          if (round >= 0) rounds[at]?.push(times);
        }
      }
      const [few = [], many = []] = rounds;
      const [fewest, most] = fields.map(({ tickets }) => `${tickets.toLocaleString('en')} tickets`);
      const other = { name: fewest ?? '', values: few.map(median) };
      rows.push(comparedRow(`${name}, ${most ?? ''}`, 'ms', many.map(median), other, goal));
      if (!name.startsWith('search')) continue;
      const p95 = many.map((times) => quantile(times, 0.95));
      rows.push(row(`${name}, ${most ?? ''}, p95`, 'ms', p95, atMost(MAX_FOR_SEARCH_MS, 'figure')));
    }
    return rows;
  } finally {
    for (const { server, dataset } of fields) {
      await server.stop();
      await dropDataset(dataset);
    }
  }
};

/** Milliseconds until the last byte of each response. */
async function timesOf({ dataset, server }: Field, path: string): Promise<number[]> {
  const times: number[] = [];
  for (let request = 0; request < REQUESTS; request += 1) {
    const begun = performance.now();
    await read(server, dataset, path);
    times.push(performance.now() - begun);
  }
  return times;
}

/** The body of a response to the administrator. @throws when it is an error */
export async function read({ port }: ServerProcess, { cookie }: Dataset, path: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Cookie: cookie } });
  const body = await response.text();
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${body.slice(0, 500)}`);
  return body;
}
