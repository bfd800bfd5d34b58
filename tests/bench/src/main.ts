/**
 * `npm run bench` measures everything and writes docs/performance-figures.md and .json; `npm run bench -- api board`
 * measures only those and leaves the others' figures. `--quick` takes small sizes, prints the table and writes nothing.
 * Each runs in a process and on backends of its own: one that fails is reported, and the others go on.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benches } from './benches.ts';
import { printReport, type Outcome, writeReport } from './report.ts';
import type { Row } from './row.ts';

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, 'rows-to': { type: 'string' } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}
const names = positionals.length > 0 ? positionals : Object.keys(benches);
const rowsTo = values['rows-to'];
if (rowsTo === undefined) await measureAll();
else await measureOne(rowsTo);

/** Within the backends that {@link measureAll} started this program with again. */
async function measureOne(file: string): Promise<void> {
  const { measure } = benches[names[0] ?? ''] ?? {};
  if (measure) await writeFile(file, JSON.stringify(await measure({ isQuick: values.quick })));
}

async function measureAll(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mainstay-figures-'));
  const outcomes: Outcome[] = [];
  try {
    for (const name of names) {
      const begun = performance.now();
      const file = join(folder, `${name}.json`);
      const code = await runAlone(name, file);
      const rows = code === 0 ? (JSON.parse(await readFile(file, 'utf8')) as Row[]) : null;
      const seconds = Math.round((performance.now() - begun) / 1000);
      console.error(`${name}: ${rows ? 'measured' : 'FAILED'} in ${seconds} s`);
      outcomes.push({ name, rows });
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  if (values.quick) printReport(outcomes);
  else await writeReport(outcomes);
  process.exitCode = outcomes.some(({ rows }) => rows === null) ? 1 : 0;
}

function runAlone(name: string, file: string): Promise<number | null> {
  const mainstay = join(import.meta.dirname, '../../../tools/local-stack/bin/mainstay.mjs');
  const args = ['with-backends', '--', process.execPath, import.meta.filename, name, '--rows-to', file];
  if (values.quick) args.push('--quick');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [mainstay, ...args], { stdio: ['ignore', 2, 'inherit'] });
    const stop = (): void => {
      child.kill();
      process.exit(1);
    };
    process.once('SIGTERM', stop).once('SIGINT', stop);
    child.once('error', reject);
    child.once('exit', (code) => {
      process.off('SIGTERM', stop).off('SIGINT', stop);
      resolve(code);
    });
  });
}
