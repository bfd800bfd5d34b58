/**
 * `npm run bench` measures everything and writes docs/figures.md; `npm run bench -- api pages` measures only those and leaves
 * the other sections. `--quick` takes small sizes and leaves the page; `--beside <folder>` compares `pages` with the built checkout
 * there. Each runs in a process and on backends of its own: one that fails is reported, and the others go on.
 */
import { publish } from '@mainstay/test-kit';
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { api } from './api.ts';
import { lighthouse } from './lighthouse.ts';
import { pages } from './pages.ts';
import { type Bench, cellsOf, columns } from './row.ts';
import { scriptSize } from './script-size.ts';
import { vitals } from './vitals.ts';

const benches: Record<string, { title: string; measure: Bench }> = {
  api: { title: 'The API at a fixed rate, 100,000 tickets', measure: api },
  pages: { title: 'The board in Chromium', measure: pages },
  vitals: { title: 'Vitals of the screens, four times slower', measure: vitals },
  lighthouse: { title: 'Lighthouse on an emulated phone', measure: lighthouse },
  'script-size': { title: 'Scripts against one bundle', measure: scriptSize },
};

const { values, positionals } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    alone: { type: 'boolean', default: false },
    beside: { type: 'string' },
  },
  allowPositionals: true,
});
const names = positionals.length > 0 ? positionals : Object.keys(benches);
const unknown = names.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}
for (const name of names) {
  if (values.alone) await measure(name);
  else if ((await measureAlone(name)) !== 0) process.exitCode = 1;
}

/** Within the backends that {@link measureAlone} started this program with. */
async function measure(name: string): Promise<void> {
  const bench = benches[name];
  if (!bench) return;
  const rows = await bench.measure({ isQuick: values.quick, beside: values.beside });
  const command = `npm run bench -- ${name}`;
  publish({ title: bench.title, command, columns, lines: rows.map(cellsOf) }, rows, !values.quick);
}

function measureAlone(name: string): Promise<number | null> {
  const mainstay = join(import.meta.dirname, '../../../tools/local-stack/bin/mainstay.mjs');
  const args = ['with-backends', '--', process.execPath, import.meta.filename, name, '--alone'];
  if (values.quick) args.push('--quick');
  if (values.beside !== undefined) args.push('--beside', resolve(values.beside));
  return new Promise((done, reject) => {
    const child = spawn(process.execPath, [mainstay, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
    const stop = (): void => {
      child.kill();
      process.exit(1);
    };
    process.once('SIGTERM', stop).once('SIGINT', stop);
    child.once('error', reject);
    child.once('exit', (code) => {
      process.off('SIGTERM', stop).off('SIGINT', stop);
      console.error(`${name}: ${code === 0 ? 'measured' : 'FAILED'}`);
      done(code);
    });
  });
}
