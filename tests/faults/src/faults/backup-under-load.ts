import { attachFile, required } from '@mainstay/test-kit';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atLeast, type Fault, none } from './fault.ts';
import { failed, Traffic, visited, type Visited } from './traffic.ts';

const command = join(import.meta.dirname, '../../../../tools/backup/src/main.ts');

export const backupUnderLoad: Fault = {
  title: 'backup under load, restored on an empty machine',
  async run(setup) {
    const folder = await mkdtemp(join(tmpdir(), 'mainstay-backup-'));
    const files = new ComingAndGoing(await visited(setup));
    await files.attach(150);
    const traffic = await Traffic.on(setup);
    const coming = Promise.all([files.comeAndGo(), files.comeAndGo(), files.comeAndGo()]);
    // An error before it is awaited must not end the process.
    coming.catch(() => undefined);
    const source = {
      DATABASE_URL: required('TEST_DATABASE_ADMIN_URL'),
      STORAGE_DIR: setup.storageDir,
    };
    try {
      await backup(['backup', join(folder, 'first')], source);
      files.isOver = true;
      await coming;
      await traffic.stop();
      const target = { DATABASE_URL: setup.emptyDatabaseUrl, STORAGE_DIR: join(folder, 'storage') };
      await backup(['restore', join(folder, 'first')], target);
      await backup(['backup', join(folder, 'second')], target);
      const [first, second] = [await sums(join(folder, 'first')), await sums(join(folder, 'second'))];
      const isObject = (line: string) => line.includes('  objects/');
      const differing = first.filter((line) => !second.includes(line));
      const damaged = await damagedIsRefused(join(folder, 'first'), target);
      return [
        atLeast('objects in the backup', first.filter(isObject).length, 50),
        atLeast('files attached or deleted meanwhile', files.changes, 6),
        none('failed requests meanwhile', failed(traffic.responses, 200, 201)),
        none('tables that differ after the restore', differing.filter((line) => !isObject(line)).length),
        none('objects missing or different', differing.filter(isObject).length),
        none('damaged backups accepted', damaged ? 0 : 1),
      ];
    } finally {
      files.isOver = true;
      await traffic.stop();
      await rm(folder, { recursive: true });
    }
  },
};

/** Files that are attached and deleted again through the gateway, the whole time. */
class ComingAndGoing {
  isOver = false;
  changes = 0;
  private readonly on: Visited;
  private readonly ids: string[] = [];

  constructor(on: Visited) {
    this.on = on;
  }

  async attach(count: number): Promise<void> {
    const { manager, ticketId } = this.on;
    for (let number = 0; number < count; number += 1)
      this.ids.push(await attachFile(manager, ticketId, randomBytes(3000)));
  }

  async comeAndGo(): Promise<void> {
    while (!this.isOver) {
      await this.attach(1);
      await this.on.manager.ask('DELETE', `/api/attachments/${this.ids.shift() ?? ''}`);
      this.changes += 2;
    }
  }
}

function backup(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [command, ...args], { env }, (error, stdout, stderr) =>
      error ? reject(new Error(`${args[0] ?? ''} failed: ${stdout}${stderr}`)) : resolve(),
    );
  });
}

async function sums(folder: string): Promise<string[]> {
  const list = await readFile(join(folder, 'SHA256SUMS'), 'utf8');
  return list.split('\n').filter((line) => line !== '' && !line.endsWith('  manifest.json'));
}

async function damagedIsRefused(folder: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  await rm(join(folder, 'database/core.tickets.copy.gz'));
  return backup(['restore', folder, '--replace'], env).then(
    () => false,
    () => true,
  );
}
