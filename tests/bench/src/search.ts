import { createDataset, type Dataset, dropDataset } from './data.ts';
import { atMost, type Bench, comparedRow, median, type Row, row } from './row.ts';
import { type ServerProcess, startService } from './server-process.ts';

const SIZES = [1000, 1_000_000];
const QUICK_SIZES = [1000, 10_000];
const RUNS = 30;

/** What a search among a million tickets may take, and how much longer than among a thousand: the middle of its runs. */
const MAX_MS = 150;
const MAX_RATIO = 4;

/** The query of each search among this many tickets. */
const searches: [name: string, query: (tickets: number) => string][] = [
  ['a phrase of one ticket in four hundred', () => 'q=oven%20is%20cold%20at%20counter%2012'],
  ['a word of no ticket', () => 'q=giraffe'],
  ['a word of a quarter of them', () => 'q=oven'],
  ['a word of all of them', () => 'q=counter'],
  ['a location', (tickets) => `q=street%20${tickets / 100}`],
  ['a phrase, with a status', () => 'q=oven%20is%20cold%20at%20counter%2012&status=incoming'],
  ['a word of a quarter of them, with a status', () => 'q=oven&status=incoming'],
];

interface Field {
  tickets: number;
  dataset: Dataset;
  server: ServerProcess;
}

/** Searches of an administrator through all locations, one after the other, by turns among few and many tickets. */
export const search: Bench = async ({ isQuick }) => {
  const fields: Field[] = [];
  try {
    for (const tickets of isQuick ? QUICK_SIZES : SIZES) {
      const dataset = await createDataset(`bench_search_${tickets}`, tickets);
      fields.push({ tickets, dataset, server: await startService('core', dataset) });
    }
    const rows: Row[] = [];
    for (const [name, query] of searches) rows.push(...(await measure(name, query, fields)));
    return rows;
  } finally {
    for (const { server, dataset } of fields) {
      await server.stop();
      await dropDataset(dataset);
    }
  }
};

async function measure(
  name: string,
  query: (tickets: number) => string,
  fields: readonly Field[],
): Promise<Row[]> {
  const times = fields.map((): number[] => []);
  // The first runs fill caches.
  for (let run = -3; run < RUNS; run += 1) {
    for (const [at, field] of fields.entries()) {
      const ms = await timeOf(field, query(field.tickets));
      if (run >= 0) times[at]?.push(ms);
    }
  }
  const [few = [], many = []] = times;
  const [least, most] = fields.map(({ tickets }) => `${tickets.toLocaleString('en')} tickets`);
  return [
    comparedRow(
      `${name}, ${most ?? ''}`,
      'ms',
      [median(many)],
      { name: least ?? '', values: [median(few)] },
      atMost(MAX_RATIO),
    ),
    row(`${name}, ${most ?? ''}`, 'ms', [median(many)], atMost(MAX_MS, 'figure')),
  ];
}

async function timeOf({ dataset, server }: Field, query: string): Promise<number> {
  const begun = performance.now();
  const response = await fetch(`http://127.0.0.1:${server.port}/api/tickets?limit=50&${query}`, {
    headers: { Cookie: dataset.cookie },
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${query} returned ${response.status}`);
  return performance.now() - begun;
}
