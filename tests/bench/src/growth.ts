import { Asking, contend, type Pair, startPair, valuesOf } from './api/contest.ts';
import type { Route } from './api/routes.ts';
import { createDataset, type Dataset, dropDataset } from './data.ts';
import { atMost, type Bench, comparedRow, type Row, type Values } from './row.ts';

const SIZES = [1000, 100_000, 1_000_000];
const QUICK_SIZES = [1000, 5000, 10_000];

/** What a list of tickets costs more with the largest number of them than with the least. */
const MAX_FOR_LIST = 1.3;

const calls = ({ storeId: locationId }: Dataset): Route[] => {
  const ticket = { title: 'Oven {n}', description: 'It is cold.', locationId, ticketType: 'repair' };
  return [
    { name: 'list', path: '/api/tickets?limit=50' },
    // Half of all tickets, and one in four hundred.
    { name: 'search for a frequent word', path: '/api/tickets?q=oven&limit=50' },
    {
      name: 'search for a rare phrase',
      path: '/api/tickets?q=oven%20is%20cold%20at%20counter%2012&limit=50',
    },
    { name: 'count of a status', path: '/api/tickets?status=incoming&limit=50' },
    { name: 'statistics', path: '/api/stats', form: 'rows' as const },
    {
      name: 'create',
      method: 'POST' as const,
      path: '/api/tickets',
      status: 201,
      body: JSON.stringify(ticket),
    },
  ].map((route) => ({
    service: 'core',
    who: 'admin',
    method: 'GET',
    status: 200,
    form: 'tickets',
    ...route,
  }));
};

interface Field {
  tickets: number;
  dataset: Dataset;
  pair: Pair;
  askings: Asking[];
}

/** How much longer a request takes with more tickets, of svc-core and of the bare server. */
export const growth: Bench = async ({ isQuick }) => {
  const fields: Field[] = [];
  try {
    for (const tickets of isQuick ? QUICK_SIZES : SIZES) fields.push(await prepare(tickets));
    const rows: Row[] = [];
    const named = calls(fieldOf(fields, 0).dataset);
    const until = { ms: isQuick ? 50 : 500 };
    const contests = named.map((_, at) => ({
      contenders: fields.flatMap(({ pair, askings }) => {
        const asking = askings[at];
        return asking ? [pair.service, pair.bare].map((server) => ({ server, asking })) : [];
      }),
      until,
    }));
    const measured = await contend(contests, isQuick ? 2 : 7);
    for (const [at, { name }] of named.entries()) {
      const results = measured[at] ?? [];
      const times = (field: number, contender: number): Values =>
        valuesOf(results[2 * field + contender] ?? [], 'medianMs');
      const least = `${fieldOf(fields, 0).tickets.toLocaleString('en')} tickets`;
      for (let field = 1; field < fields.length; field += 1) {
        const more = `${name}, ${fieldOf(fields, field).tickets.toLocaleString('en')} tickets`;
        const isLast = field === fields.length - 1;
        const goal = name === 'list' && isLast ? atMost(MAX_FOR_LIST) : null;
        for (const [contender, name] of [more, `${more}, bare server`].entries()) {
          const { values, dropped } = times(field, contender);
          const few = { name: least, ...times(0, contender) };
          rows.push(comparedRow(name, 'ms', values, few, contender === 0 ? goal : null, dropped));
        }
      }
    }
    return rows;
  } finally {
    for (const { pair, dataset } of fields) {
      await pair.stop();
      await dropDataset(dataset);
    }
  }
};

async function prepare(tickets: number): Promise<Field> {
  const dataset = await createDataset(`bench_${tickets}`, tickets);
  const person = { cookie: dataset.cookie, userId: dataset.adminId };
  const askings = calls(dataset).map((route) => new Asking(route, person, [[]]));
  return { tickets, dataset, askings, pair: await startPair('core', dataset, askings) };
}

function fieldOf(fields: readonly Field[], index: number): Field {
  const field = fields[index];
  if (!field) throw new Error(`there are ${fields.length} sizes`);
  return field;
}
