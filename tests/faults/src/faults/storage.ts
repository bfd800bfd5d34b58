import { execFile } from 'node:child_process';
import { rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { atLeast, type Fault, type Figure, none } from './fault.ts';
import { compareFiles, Files } from './files.ts';
import type { Stage } from './stage.ts';
import { failed, Traffic } from './traffic.ts';

const FILE_BYTES = 5_000_000;
const SMALL_DISK = '12m';

export const storageGone: Fault = {
  title: 'storage refused: the folder of the files is missing',
  run: (stage) =>
    whileFaulty(stage, {
      async begin() {
        await rename(stage.storageDir, `${stage.storageDir}.away`);
        await writeFile(stage.storageDir, 'not a folder');
      },
      async end() {
        await rm(stage.storageDir);
        await rename(`${stage.storageDir}.away`, stage.storageDir);
      },
    }),
};

export const storageFull: Fault = {
  title: 'storage full: a tmpfs of 12 MB',
  run: (stage) =>
    whileFaulty(stage, {
      begin: () => command('mount', '-t', 'tmpfs', '-o', `size=${SMALL_DISK}`, 'none', stage.storageDir),
      // Lazily: a file of it may still be open.
      end: () => command('umount', '--lazy', stage.storageDir),
    }),
};

async function whileFaulty(
  stage: Stage,
  fault: { begin: () => Promise<unknown>; end: () => Promise<unknown> },
): Promise<Figure[]> {
  const files = new Files(stage, FILE_BYTES);
  const waiting = await files.grant();
  await files.store(waiting);
  const traffic = new Traffic(stage);
  await sleep(500);
  const statuses: number[] = [];
  const records: number[] = [];
  let halfRecorded: number;
  const before = await compareFiles(stage);
  await fault.begin();
  try {
    // A full disk takes some before it is full.
    for (let upload = 0; upload < 5; upload += 1) {
      const grant = await files.grant();
      statuses.push(await files.store(grant));
      if (statuses.at(-1) !== 200) records.push((await files.record(grant)).status);
    }
    records.push((await files.record(waiting)).status);
    await sleep(1000);
    halfRecorded = records.filter((status) => status === 201).length;
  } finally {
    await fault.end();
  }
  await sleep(500);
  await traffic.stop();
  const after = await compareFiles(stage);
  const late = await files.record(waiting);
  return [
    atLeast('uploads with status 503', statuses.filter((status) => status === 503).length, 2),
    none('uploads with neither 200 nor 503', statuses.filter((it) => it !== 200 && it !== 503).length),
    none('ticket calls failed', failed(traffic.responses, 200, 201).length),
    none('records of files that are not there', halfRecorded + after.missing.length - before.missing.length),
    none('records with a 5xx other than 503', records.filter((it) => it >= 500 && it !== 503).length),
    none('uploads from before it that cannot be recorded after it', late.status === 201 ? 0 : 1),
  ];
}

const command = async (program: string, ...args: string[]): Promise<void> => {
  await promisify(execFile)(program, args);
};
