/** `npm run faults` causes all faults, or those named, and prints a table; `--write`: into docs/figures.md. */
import { publish } from '@mainstay/test-kit';
import { parseArgs } from 'node:util';
import { backupUnderLoad } from './backup-under-load.ts';
import type { Fault } from './fault.ts';
import { poolExhausted, postgresBlackHole, postgresKill, tableLocked } from './postgres.ts';
import { redisFlushed, redisStopped } from './redis.ts';
import { kill, overload, roll } from './replicas.ts';
import { emptyCopy, startSetup } from './setup.ts';
import { streams } from './streams.ts';

const faults: Record<string, Fault> = {
  kill,
  roll,
  'postgres-kill': postgresKill,
  'postgres-black-hole': postgresBlackHole,
  'table-locked': tableLocked,
  'pool-exhausted': poolExhausted,
  'redis-stopped': redisStopped,
  'redis-flushed': redisFlushed,
  overload,
  backup: backupUnderLoad,
  streams,
};

const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const names = positionals.length > 0 ? positionals : Object.keys(faults);
const unknown = names.filter((name) => !(name in faults));
if (unknown.length > 0) {
  console.error(`There is no fault ${unknown.join(', ')}; there are ${Object.keys(faults).join(', ')}.`);
  process.exit(1);
}

const emptyDatabaseUrl = await emptyCopy();
const results: { title: string; what: string; number: string; promise: string; isKept: boolean }[] = [];
const chosen = names.flatMap((name) => faults[name] ?? []);
// The files of the first system are on its own disk, and the database goes on: a backup must come before the others.
for (const kind of ['disk', 'direct'] as const) {
  const ofKind = chosen.filter(({ on = 'disk' }) => on === kind);
  if (ofKind.length === 0) continue;
  const setup = await startSetup(kind, emptyDatabaseUrl);
  try {
    for (const { title, run } of ofKind) {
      const begun = performance.now();
      const figures = await run(setup).catch((error: unknown) => {
        console.error(error);
        return [
          { what: 'caused and compared', number: 'stopped early', promise: 'to the end', isKept: false },
        ];
      });
      console.error(`${title}: ${Math.round((performance.now() - begun) / 1000)} s`);
      results.push(...figures.map((figure) => ({ title, ...figure })));
    }
  } finally {
    await setup.stop();
  }
}
publish(
  {
    title: 'Faults',
    // One section for each choice of faults.
    command: ['npm run faults', ...(positionals.length > 0 ? ['--', ...positionals] : [])].join(' '),
    columns: ['Fault', 'What', 'Number', 'Promised', 'Kept'],
    lines: results.map((row) => [
      row.title,
      row.what,
      row.number,
      row.promise,
      row.isKept ? 'yes' : '**no**',
    ]),
  },
  results,
  values.write,
);
process.exitCode = results.every(({ isKept }) => isKept) ? 0 : 1;
