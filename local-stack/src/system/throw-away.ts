import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { postgresFolders } from '../backends/postgres-home.ts';
import { ownFolder } from '../machine/folders.ts';
import { identityOf } from '../processes/process-identity.ts';
import { stopOrphans, Supervisor } from '../processes/supervisor.ts';

const place = join(ownFolder, 'throw-away');

/** A state folder for one run: its processes are stopped and its files deleted when `work` ends. */
export async function inThrowAwayFolder<Result>(
  name: string,
  say: (text: string) => void,
  work: (stateDir: string, supervisor: Supervisor) => Promise<Result>,
): Promise<Result> {
  mkdirSync(place, { recursive: true });
  await removeAbandoned();
  const stateDir = join(place, `${name}-${process.pid}`);
  const supervisor = new Supervisor(stateDir, say);
  try {
    return await work(stateDir, supervisor);
  } finally {
    await supervisor.stop();
    remove(stateDir);
  }
}

/** Folders of killed runs: their names end in the pid of a process that has ended. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(place)) {
    const stateDir = join(place, name);
    if (identityOf(Number(name.split('-').at(-1))) !== undefined) continue;
    await stopOrphans(stateDir);
    remove(stateDir);
  }
}

function remove(stateDir: string): void {
  for (const folder of [...postgresFolders(stateDir), stateDir])
    rmSync(folder, { recursive: true, force: true });
}
