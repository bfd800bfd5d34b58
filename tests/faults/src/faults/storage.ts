import type { TcpProxy } from '@mainstay/test-kit';
import { execFile } from 'node:child_process';
import { rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { atLeast, type Fault, type Figure, none, noneBut, slowest } from './fault.ts';
import { compareFiles, Files } from './files.ts';
import type { Setup } from './setup.ts';
import { failed, Traffic } from './traffic.ts';

const FILE_BYTES = 5_000_000;
const SMALL_DISK = '12m';
/** The longest a call that needs the storage may take. */
const LONGEST_MS = 15_000;

export const storageGone: Fault = {
  title: 'storage refused: the folder of the files is missing',
  run: (setup) =>
    whileDiskFails(setup, {
      async begin() {
        await rename(setup.storageDir, `${setup.storageDir}.away`);
        await writeFile(setup.storageDir, 'not a folder');
      },
      async end() {
        await rm(setup.storageDir);
        await rename(`${setup.storageDir}.away`, setup.storageDir);
      },
    }),
};

const command = promisify(execFile);

export const storageFull: Fault = {
  title: 'storage full: a tmpfs of 12 MB',
  run: (setup) =>
    whileDiskFails(setup, {
      begin: () => command('mount', ['-t', 'tmpfs', '-o', `size=${SMALL_DISK}`, 'none', setup.storageDir]),
      // Lazily: a file of it may still be open.
      end: () => command('umount', ['--lazy', setup.storageDir]),
    }),
};

async function whileDiskFails(
  setup: Setup,
  fault: { begin: () => Promise<unknown>; end: () => Promise<unknown> },
): Promise<Figure[]> {
  const files = new Files(setup, FILE_BYTES);
  const waiting = await files.grant();
  await files.store(waiting);
  const traffic = await Traffic.on(setup);
  await sleep(500);
  const statuses: number[] = [];
  const records: number[] = [];
  const before = await compareFiles(setup);
  await fault.begin();
  try {
    // A full disk takes some before it is full.
    for (let upload = 0; upload < 5; upload += 1) {
      const grant = await files.grant();
      const status = await files.store(grant);
      statuses.push(status);
      if (status !== 200) records.push((await files.record(grant)).status);
    }
    records.push((await files.record(waiting)).status);
    await sleep(1000);
  } finally {
    await fault.end();
  }
  await sleep(500);
  await traffic.stop();
  const after = await compareFiles(setup);
  const halfRecorded = records.filter((status) => status === 201).length;
  return [
    atLeast('uploads with status 503', statuses.filter((status) => status === 503).length, 2),
    none('uploads with neither 200 nor 503', statuses.filter((it) => it !== 200 && it !== 503).length),
    none('ticket calls failed', failed(traffic.responses, 200, 201)),
    none('records of files that do not exist', halfRecorded + after.missing.length - before.missing.length),
    none('records with a 5xx other than 503', records.filter((it) => it >= 500 && it !== 503).length),
    none('earlier uploads that cannot be recorded afterwards', failed([await files.record(waiting)], 201)),
  ];
}

export const s3Refused: Fault = {
  title: 'storage refused: S3 takes no connections',
  on: 's3',
  run: (setup) => whileS3Fails(setup, (proxy) => proxy.refuse()),
};

export const s3Slow: Fault = {
  title: 'storage slow: S3 does not respond',
  on: 's3',
  run: (setup) => whileS3Fails(setup, (proxy) => proxy.swallow()),
};

async function whileS3Fails(setup: Setup, begin: (proxy: TcpProxy) => void): Promise<Figure[]> {
  const { storageProxy: proxy, database } = setup;
  if (!proxy) throw new Error('the files are not on S3');
  const files = new Files(setup);
  const waiting = await Promise.all(Array.from({ length: 3 }, () => files.grant()));
  for (const grant of waiting) await files.store(grant);
  const attachments = async (): Promise<number> =>
    (await database.query('SELECT FROM attachments.attachments')).rowCount ?? NaN;
  const before = await attachments();
  const traffic = await Traffic.on(setup);
  await sleep(500);
  begin(proxy);
  const records = await Promise.all(waiting.map((grant) => files.record(grant)));
  await sleep(3000);
  const recorded = (await attachments()) - before;
  await proxy.recover();
  await sleep(500);
  await traffic.stop();
  const later = await Promise.all(waiting.map((grant) => files.record(grant)));
  return [
    none('ticket calls failed', failed(traffic.responses, 200, 201)),
    noneBut('records with another status than 503', records, 503),
    slowest(records, LONGEST_MS),
    none('half-recorded attachments', recorded),
    none('uploads that cannot be recorded afterwards', failed(later, 201)),
  ];
}
