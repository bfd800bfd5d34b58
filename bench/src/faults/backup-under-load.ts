import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { required } from '../data.ts';
import type { Answer } from './caller.ts';
import { atLeast, type Fault, none } from './fault.ts';
import type { Stage } from './stage.ts';
import { failed, Traffic } from './traffic.ts';

const command = join(import.meta.dirname, '../../../backup/src/main.ts');

export const backupUnderLoad: Fault = {
  title: 'backup under load, restored on an empty machine',
  async run(stage) {
    const folder = await mkdtemp(join(tmpdir(), 'mainstay-backup-'));
    const files = new Files(stage);
    await files.attach(150);
    const traffic = new Traffic(stage);
    const coming = Promise.all([files.comeAndGo(), files.comeAndGo(), files.comeAndGo()]);
    const source = {
      DATABASE_URL: required('TEST_DATABASE_ADMIN_URL'),
      STORAGE_DIR: join(stage.system.stateDir, 'storage'),
    };
    try {
      await backup(['backup', join(folder, 'first')], source);
      files.isOver = true;
      await coming;
      await traffic.stop();
      const target = { DATABASE_URL: stage.emptyDatabaseUrl, STORAGE_DIR: join(folder, 'storage') };
      await backup(['restore', join(folder, 'first')], target);
      await backup(['backup', join(folder, 'second')], target);
      const [first, second] = [await sums(join(folder, 'first')), await sums(join(folder, 'second'))];
      const isObject = (line: string) => line.includes('  objects/');
      const differing = first.filter((line) => !second.includes(line));
      const damaged = await damagedIsRefused(join(folder, 'first'), target);
      return [
        atLeast('objects in the backup', first.filter(isObject).length, 50),
        atLeast('files attached or deleted meanwhile', files.changes, 6),
        none('failed requests meanwhile', failed(traffic.answers, 200, 201).length),
        none('tables that differ after the restore', differing.filter((line) => !isObject(line)).length),
        none('objects missing or different', differing.filter(isObject).length),
        none('damaged backups accepted', damaged ? 0 : 1),
      ];
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

/** Files on tickets, put there and removed again through the gateway. */
class Files {
  isOver = false;
  changes = 0;
  private readonly stage: Stage;
  private readonly ids: string[] = [];

  constructor(stage: Stage) {
    this.stage = stage;
  }

  async attach(count: number): Promise<void> {
    const { database, locationId, manager } = this.stage;
    const { rows } = await database.query<{ id: string }>(
      'SELECT id FROM core.tickets WHERE location_id = $1 LIMIT 1',
      [locationId],
    );
    for (let number = 0; number < count; number += 1) {
      const grant = (await manager.ask('POST', '/api/attachments/upload')) as Answer & {
        body: { uploadURL: string; objectPath: string };
      };
      const bytes = randomBytes(3000);
      const stored = await fetch(grant.body.uploadURL, { method: 'PUT', body: bytes });
      if (!stored.ok) throw new Error(`an upload was answered ${stored.status}`);
      const recorded = await manager.ask('POST', `/api/tickets/${rows[0]?.id ?? ''}/attachments`, {
        ...{ fileName: 'noise.bin', fileSize: bytes.length },
        objectPath: grant.body.objectPath,
      });
      if (recorded.status !== 201) throw new Error(`an attachment was answered ${recorded.status}`);
      this.ids.push((recorded.body as { id: string }).id);
    }
  }

  async comeAndGo(): Promise<void> {
    while (!this.isOver) {
      await this.attach(1);
      await this.stage.manager.ask('DELETE', `/api/attachments/${this.ids.shift() ?? ''}`);
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
