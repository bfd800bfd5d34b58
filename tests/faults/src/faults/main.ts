import { backupUnderLoad } from './backup-under-load.ts';
import { equalPosts, twoEdits } from './edits.ts';
import type { Fault } from './fault.ts';
import { halfUploads } from './half-uploads.ts';
import { kill } from './kill.ts';
import { mailServerStopped, notificationsKilled } from './notifications.ts';
import { overload } from './overload.ts';
import { poolExhausted, postgresBlackHole, tableLocked } from './postgres-hang.ts';
import { postgresKill } from './postgres-kill.ts';
import { redisFlushed, redisKilled, redisStopped } from './redis.ts';
import { remoteDeployed, remoteFaults } from './remotes.ts';
import { roll } from './roll.ts';
import { s3Refused, s3Slow } from './s3.ts';
import { schedule } from './schedule.ts';
import { emptyCopy, setStage } from './stage.ts';
import { storageFull, storageGone } from './storage.ts';

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
  'two-edits': twoEdits,
  'equal-posts': equalPosts,
  schedule,
  'half-uploads': halfUploads,
  'storage-gone': storageGone,
  'storage-full': storageFull,
  'remote-faults': remoteFaults,
  'remote-deployed': remoteDeployed,
  'notifications-killed': notificationsKilled,
  'mail-server-stopped': mailServerStopped,
  backup: backupUnderLoad,
  's3-refused': s3Refused,
  's3-slow': s3Slow,
};

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(faults);
const unknown = names.filter((name) => !(name in faults));
if (unknown.length > 0) {
  console.error(`There is no fault ${unknown.join(', ')}; there are ${Object.keys(faults).join(', ')}.`);
  process.exit(1);
}

const emptyDatabaseUrl = await emptyCopy();
let broken = 0;
const lines = ['| Fault | What | Number | Promised | Kept |', '| --- | --- | --- | --- | --- |'];
const chosen = names.flatMap((name) => faults[name] ?? []);
for (const [storage, faultsOfIt] of Map.groupBy(chosen, (fault) => fault.storage ?? 'disk')) {
  const stage = await setStage(storage, emptyDatabaseUrl);
  try {
    for (const fault of faultsOfIt) {
      const begun = performance.now();
      const figures = await fault.run(stage).catch((error: unknown) => {
        console.error(error);
        return [{ what: 'made and looked at', number: 'broke off', promise: 'to the end', isKept: false }];
      });
      console.error(`${fault.title}: ${Math.round((performance.now() - begun) / 1000)} s`);
      for (const { what, number, promise, isKept } of figures) {
        if (!isKept) broken += 1;
        lines.push(`| ${fault.title} | ${what} | ${number} | ${promise} | ${isKept ? 'yes' : '**no**'} |`);
      }
    }
  } finally {
    await stage.stop();
  }
}
console.log(lines.join('\n'));
process.exitCode = broken === 0 ? 0 : 1;
