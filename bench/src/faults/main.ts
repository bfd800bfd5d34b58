import { backupUnderLoad } from './backup-under-load.ts';
import type { Fault } from './fault.ts';
import { kill } from './kill.ts';
import { overload } from './overload.ts';
import { poolExhausted, postgresBlackHole, tableLocked } from './postgres-hang.ts';
import { postgresKill } from './postgres-kill.ts';
import { redisFlushed, redisKilled, redisStopped } from './redis.ts';
import { roll } from './roll.ts';
import { setStage } from './stage.ts';

const faults: Record<string, Fault> = {
  kill,
  roll,
  'postgres-kill': postgresKill,
  'postgres-black-hole': postgresBlackHole,
  'table-locked': tableLocked,
  'pool-exhausted': poolExhausted,
  'redis-stopped': redisStopped,
  'redis-flushed': redisFlushed,
  'redis-killed': redisKilled,
  overload,
  backup: backupUnderLoad,
};

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(faults);
const unknown = names.filter((name) => !(name in faults));
if (unknown.length > 0) {
  console.error(`There is no fault ${unknown.join(', ')}; there are ${Object.keys(faults).join(', ')}.`);
  process.exit(1);
}

const stage = await setStage();
let broken = 0;
const lines = ['| Fault | What | Number | Promised | Kept |', '| --- | --- | --- | --- | --- |'];
try {
  for (const name of names) {
    const fault = faults[name];
    if (!fault) continue;
    const begun = performance.now();
    const figures = await fault.run(stage);
    console.error(`${fault.title}: ${Math.round((performance.now() - begun) / 1000)} s`);
    for (const { what, number, promise, isKept } of figures) {
      if (!isKept) broken += 1;
      lines.push(`| ${fault.title} | ${what} | ${number} | ${promise} | ${isKept ? 'yes' : '**no**'} |`);
    }
  }
} finally {
  await stage.stop();
}
console.log(lines.join('\n'));
process.exitCode = broken === 0 ? 0 : 1;
