/**
 * `npm run bench` measures everything and writes docs/figures.md; `npm run bench -- api pages` measures only those and
 * leaves the other sections. `--quick` takes small sizes and leaves the page; `--beside <folder>` compares `api`, `pages` and `jobs`
 * with the built checkout there. Each runs on systems of its own: one that fails is reported, and the others go on.
 */
import { publish } from '@mainstay/test-kit';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { api } from './api.ts';

import { chain } from './chain.ts';
import { jobs } from './jobs.ts';
import { lighthouse } from './lighthouse.ts';
import { pages } from './pages.ts';
import { type Bench, cellsOf, columns } from './row.ts';
import { scriptSize } from './script-size.ts';

/** Those that are measured only when they are named, because they take long. */
const onDemand = ['chain'];

const benches: Record<string, { title: string; measure: Bench }> = {
  api: { title: 'The API at a fixed rate, 100,000 tickets', measure: api },
  pages: { title: 'The board in Chromium', measure: pages },
  jobs: { title: 'Jobs on the board, from the press to what one wanted to see', measure: jobs },
  lighthouse: { title: 'Lighthouse on an emulated phone', measure: lighthouse },
  chain: { title: 'A chain of 20,000 stores and 1,000,000 tickets', measure: chain },
  'script-size': { title: 'Scripts against one bundle', measure: scriptSize },
};

const { values, positionals } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    beside: { type: 'string' },
  },
  allowPositionals: true,
});
const names =
  positionals.length > 0 ? positionals : Object.keys(benches).filter((name) => !onDemand.includes(name));
const unknown = names.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}
for (const name of names) {
  try {
    await measure(name);
  } catch (error) {
    console.error(`${name} failed:`, error);
    process.exitCode = 1;
  }
}

async function measure(name: string): Promise<void> {
  const bench = benches[name];
  if (!bench) return;
  const beside = values.beside === undefined ? undefined : resolve(values.beside);
  const rows = await bench.measure({ isQuick: values.quick, beside });
  const command = `npm run bench -- ${name}`;
  publish({ title: bench.title, command, columns, lines: rows.map(cellsOf) }, rows, !values.quick);
}
