import { type Caller, textOf } from '@mainstay/test-kit';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './ask.ts';
import { comparedRow, type Row, row } from './row.ts';

/** An export has at most 100,000 rows; the chain has about 800 tickets of a day. */
const EXPORT_DAYS = 110;
const IMPORTED_STORES = 5000;

/** An export of nearly as many rows as there may be. */
export async function exportRows(admin: Caller): Promise<Row[]> {
  const from = new Date(Date.now() - EXPORT_DAYS * 86_400_000).toISOString().slice(0, 10);
  const { milliseconds, text } = await ask(admin, 'GET', `/api/tickets?format=csv&createdFrom=${from}`);
  const lines = text.split('\r\n').length - 2;
  return [row(`export of ${lines.toLocaleString('en')} tickets`, 's', [milliseconds / 1000])];
}

/** An import of as many stores as a file may have, beside the demo data. It adds these stores. */
export async function importRows(large: Caller, demo: Caller): Promise<Row[]> {
  const figures = [await importStores(large), await importStores(demo)] as const;
  return (['preview', 'until all are there'] as const).map((what) =>
    comparedRow(
      `import of ${IMPORTED_STORES.toLocaleString('en')} stores, ${what}`,
      's',
      [figures[0][what]],
      {
        name: 'demo data',
        values: [figures[1][what]],
      },
    ),
  );
}

async function importStores(admin: Caller) {
  const stores = Array.from(
    { length: IMPORTED_STORES },
    (_, at) => `BENCH-${at},Bench ${at},${at} Main Street,Austin,TX,78701\r\n`,
  );
  const file = `Store Number,Location Name,Street Address,City,State,ZIP Code\r\n${stores.join('')}`;
  const plan = await admin.ask('POST', '/api/imports/locations', file, { 'content-type': 'text/csv' });
  const address = `/api/imports/${textOf(plan, 'id')}`;
  const began = performance.now();
  const { status, text } = await admin.ask('POST', `${address}/apply`, undefined, {
    'if-match': plan.headers.etag,
  });
  if (status !== 202) throw new Error(`The import returned ${status}: ${text}`);
  for (;;) {
    const { body } = await ask(admin, 'GET', address);
    const { state, counts } = body as { state: string; counts: { applied: number } };
    if (state === 'applied') {
      if (counts.applied !== IMPORTED_STORES) throw new Error(`${counts.applied} stores were imported.`);
      return { preview: plan.milliseconds / 1000, 'until all are there': (performance.now() - began) / 1000 };
    }
    await sleep(100);
  }
}
