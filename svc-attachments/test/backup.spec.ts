import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Change, readChanges } from '@mainstay/service-kit';
import { createTestBackends, type TestBackends } from '@mainstay/service-kit/testing';
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, cp, mkdtemp, readFile, rm, truncate, unlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Storage, STORAGE } from '../src/storage/storage.ts';
import { Sweeper } from '../src/sweeper/sweeper.ts';
import { attach, insertTicket, type RunningService, runService } from './running-service.ts';
import { S3StandIn } from './s3-stand-in/s3-stand-in.ts';

interface Finished {
  code: number;
  output: string;
}

/** The command as in production. */
const backup = (args: string[], env: Record<string, string>): Promise<Finished> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      ['../backup/src/main.ts', ...args],
      { env, timeout: 60_000 },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    );
  });

/** The lines with data in a backup's list: all but the manifest, which has the time of the backup. */
async function sumsOf(folder: string): Promise<string[]> {
  const list = await readFile(join(folder, 'SHA256SUMS'), 'utf8');
  return list.split('\n').filter((line) => line !== '' && !line.endsWith('  manifest.json'));
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'));
});
afterEach(() => rm(folder, { recursive: true }));

interface Stage {
  service: RunningService;
  /** Settings of the storage, for another process. */
  env: Record<string, string>;
  /** Settings of an empty storage of the same kind. */
  emptyEnv: () => Promise<Record<string, string>>;
  close: () => Promise<void>;
}

const onDisk = async (): Promise<Stage> => {
  const service = await runService();
  return {
    service,
    env: { STORAGE_DIR: service.directory },
    emptyEnv: () => Promise.resolve({ STORAGE_DIR: join(folder, 'storage') }),
    close: () => service.close(),
  };
};
const onS3 = async (): Promise<Stage> => {
  const standIns = [await S3StandIn.start()];
  const env = standIns[0]?.env ?? {};
  const service = await runService(env);
  return {
    service,
    env,
    emptyEnv: async () => {
      const standIn = await S3StandIn.start();
      standIns.push(standIn);
      return standIn.env;
    },
    close: async () => {
      await service.close();
      await Promise.all(standIns.map((standIn) => standIn.close()));
    },
  };
};

describe.each([
  ['disk', onDisk],
  ['S3', onS3],
])('a backup from %s', (_driver, start) => {
  let stage: Stage;
  let service: RunningService;
  let target: TestBackends;
  beforeAll(async () => {
    stage = await start();
    service = stage.service;
  });
  afterAll(() => stage.close());
  beforeEach(async () => {
    target = await createTestBackends();
  });
  afterEach(() => target.close());

  const source = () => ({ DATABASE_URL: service.backends.urlFor('postgres'), ...stage.env });

  it('taken during concurrent changes, restores without a missing row or object', async () => {
    const traffic = { isOver: false, deleted: 0 };
    const pool = await storeMany(service, 400);
    const kept: { id: string; text: string }[] = [];
    /** Each round adds an attachment, deletes a ticket with one, and deletes some existing ones. */
    const drive = async () => {
      while (!traffic.isOver) {
        const text = randomBytes(2000).toString('hex');
        const { id } = await attach(service, service.managerA, service.ticketA, text);
        kept.push({ id, text });
        const ticket = await insertTicket(service.backends, service.locationA);
        await attach(service, service.managerA, ticket);
        await service.backends.admin.query('DELETE FROM core.tickets WHERE id = $1', [ticket]);
        for (const deleted of pool.splice(0, 4)) {
          await service.call(service.managerA, 'DELETE', `/api/attachments/${deleted}`);
          traffic.deleted += 1;
        }
      }
    };
    const sweep = async () => {
      while (!traffic.isOver) {
        await service.app.get(Sweeper).sweep();
        await sleep(5);
      }
    };
    const driving = [drive(), drive(), sweep()];
    while (kept.length < 10) await sleep(20);
    const before = [...kept];
    const first = join(folder, 'first');
    const taken = await backup(['backup', first], source());
    traffic.isOver = true;
    await Promise.all(driving);
    expect([taken.code, taken.output]).toEqual([0, expect.stringMatching(/is a backup of \d+ rows/)]);
    expect(traffic.deleted).toBeGreaterThan(40);

    const env = { DATABASE_URL: target.urlFor('postgres'), ...(await stage.emptyEnv()) };
    expect(await backup(['restore', first], env)).toMatchObject({ code: 0 });
    // A backup of the restored system has the same bytes in every table and object.
    const second = join(folder, 'second');
    expect(await backup(['backup', second], env)).toMatchObject({ code: 0 });
    expect(await sumsOf(second)).toEqual(await sumsOf(first));

    const { rows } = await target.admin.query<{ id: string }>('SELECT id FROM attachments.attachments');
    const restored = new Set(rows.map(({ id }) => id));
    const sums = await sumsOf(second);
    for (const { id, text } of before) {
      expect(restored).toContain(id);
      const sum = createHash('sha256').update(text).digest('hex');
      expect(sums).toContain(`${sum}  objects/attachments/${id}`);
    }
    expect(sums.filter((line) => line.includes('  objects/attachments/'))).toHaveLength(restored.size);
    // New rows get new keys (those of the audit come from a sequence).
    await target.admin.query(`UPDATE core.tickets SET notes = 'after'`);
  }, 120_000);

  it('names objects that were already missing, and completes', async () => {
    const { id } = await attach(service, service.managerA, service.ticketA);
    await service.app.get<Storage>(STORAGE).remove(`attachments/${id}`);
    const taken = await backup(['backup', join(folder, 'first')], source());
    expect([taken.code, taken.output]).toEqual([3, expect.stringContaining(`attachments/${id}`)]);
    await service.call(service.managerA, 'DELETE', `/api/attachments/${id}`);
  });
});

describe('a restore', () => {
  let service: RunningService;
  let target: TestBackends;
  let intact: string;
  beforeAll(async () => {
    service = await runService();
    target = await createTestBackends();
    await attach(service, service.managerA, service.ticketA);
    intact = await mkdtemp(join(tmpdir(), 'intact-'));
    const source = { DATABASE_URL: service.backends.urlFor('postgres'), STORAGE_DIR: service.directory };
    expect(await backup(['backup', join(intact, 'backup')], source)).toMatchObject({ code: 0 });
  });
  afterAll(async () => {
    await service.close();
    await target.close();
    await rm(intact, { recursive: true });
  });
  let copy: string;
  beforeEach(async () => {
    copy = join(folder, 'copy');
    await cp(join(intact, 'backup'), copy, { recursive: true });
  });

  const env = () => ({ DATABASE_URL: target.urlFor('postgres'), STORAGE_DIR: join(folder, 'storage') });
  const users = async () => (await target.admin.query('SELECT FROM auth.users')).rowCount;

  it.each<[string, RegExp, (path: (name: string) => string) => Promise<void>]>([
    [
      'a changed table',
      /core\.tickets\.copy\.gz: was changed/,
      (path) => flip(path('database/core.tickets.copy.gz')),
    ],
    [
      'a truncated table',
      /auth\.users\.copy\.gz: was changed/,
      (path) => truncate(path('database/auth.users.copy.gz'), 20),
    ],
    [
      'a missing table',
      /auth\.users\.copy\.gz: is missing/,
      (path) => unlink(path('database/auth.users.copy.gz')),
    ],
    [
      'an object longer than recorded',
      /objects\/attachments\/\S+: was changed/,
      async (path) => {
        const name = (await sumsOf(path('.'))).find((line) => line.includes('objects/')) ?? '';
        await appendFile(path(name.slice(66)), 'x');
      },
    ],
    ['a changed manifest', /manifest\.json: was changed/, (path) => appendFile(path('manifest.json'), ' ')],
    [
      'a list without one line',
      /SHA256SUMS does not match its checksum/,
      async (path) => {
        const lines = (await readFile(path('SHA256SUMS'), 'utf8')).split('\n');
        await writeFile(path('SHA256SUMS'), lines.slice(1).join('\n'));
      },
    ],
    [
      'a missing checksum of the list',
      /SHA256SUMS\.sha256 cannot be read/,
      (path) => unlink(path('SHA256SUMS.sha256')),
    ],
  ])('rejects %s before anything is changed', async (_what, message, damage) => {
    await damage((name) => join(copy, name));
    const refused = await backup(['restore', copy], env());
    expect([refused.code, refused.output]).toEqual([1, expect.stringMatching(message)]);
    expect(await users()).toBe(0);
    await expect(readFile(join(folder, 'storage'))).rejects.toThrow('ENOENT');
  });

  it('rejects a system that is not empty, unless replacing it is requested', async () => {
    await target.admin.query(
      `INSERT INTO auth.users (email, password_hash, first_name, last_name, role)
       VALUES ('someone@example.com', 'none', 'Some', 'One', 'admin')`,
    );
    const refused = await backup(['restore', copy], env());
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('users or locations')]);
    expect(await users()).toBe(1);
    expect(await backup(['restore', copy, '--replace'], env())).toMatchObject({ code: 0 });
    expect(await users()).toBe(3);
    const { rows } = await target.admin.query(`SELECT FROM auth.users WHERE email = 'someone@example.com'`);
    expect(rows).toEqual([]);
  });

  it('sends no old change again through the change feed, and a reader without a cursor has every new one', async () => {
    const readers = new pg.Pool({ connectionString: target.urlFor('svc_core'), max: 1 });
    const { cursor } = await readChanges(readers, null);
    expect(await backup(['restore', copy, '--replace'], env())).toMatchObject({ code: 0 });
    const { rows } = await target.admin.query<{ count: number; xids: string[] }>(
      'SELECT count(*)::int AS count, array_agg(DISTINCT xid::text) AS xids FROM auth.audit_entries',
    );
    expect(rows).toEqual([{ count: expect.any(Number), xids: ['0'] }]);
    expect(rows[0]?.count).toBeGreaterThan(3);
    const [resumed, started] = [await readChanges(readers, cursor), await readChanges(readers, null)];
    expect(resumed).toMatchObject({ isResumed: true, changes: [] });
    await target.admin.query(`UPDATE core.tickets SET notes = 'new'`);
    for (const from of [resumed.cursor, started.cursor]) {
      let changes: Change[] = [];
      // Other suites on the same server may hold it back for a moment.
      while (changes.length === 0) {
        await sleep(20);
        ({ changes } = await readChanges(readers, from));
      }
      expect(new Set(changes.flatMap(({ fields }) => fields))).toEqual(new Set(['notes']));
    }
    await readers.end();
  });

  it('is not needed to verify that a backup is complete', async () => {
    expect(await backup(['check', copy], {})).toMatchObject({ code: 0 });
    await flip(join(copy, 'manifest.json'));
    expect(await backup(['check', copy], {})).toMatchObject({ code: 1 });
  });

  it('rejects a backup of another version', async () => {
    await target.admin.query(`INSERT INTO core.migrations (timestamp, name) VALUES (9, 'Later9')`);
    const refused = await backup(['restore', copy], env());
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('of another version')]);
    await target.admin.query(`DELETE FROM core.migrations WHERE name = 'Later9'`);
  });

  it('overwrites no backup, and leaves no incomplete one', async () => {
    const source = { DATABASE_URL: service.backends.urlFor('postgres'), STORAGE_DIR: service.directory };
    expect(await backup(['backup', copy], source)).toMatchObject({ code: 1 });
    const half = join(folder, 'half');
    const broken = { ...source, STORAGE_DRIVER: 's3', S3_BUCKET: 'x', S3_ENDPOINT: 'http://127.0.0.1:9' };
    const keys = { S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'x', S3_FORCE_PATH_STYLE: 'true' };
    expect(await backup(['backup', half], { ...broken, ...keys })).toMatchObject({ code: 1 });
    await expect(readFile(half)).rejects.toThrow('ENOENT');
    await expect(readFile(`${half}.unfinished`)).rejects.toThrow('ENOENT');
  });

  it('fails when it loses the connection that blocks removals of objects', async () => {
    let lose = () => {};
    const isLost = new Promise<void>((resolve) => (lose = resolve));
    // Each request for an object waits until the connection is lost, and then returns 404.
    const storage = createServer(
      (_request, response) => void isLost.then(() => response.writeHead(404).end()),
    );
    await once(storage.listen(0, '127.0.0.1'), 'listening');
    const { port } = storage.address() as AddressInfo;
    const asked = once(storage, 'request');
    const half = join(folder, 'half');
    const running = backup(['backup', half], {
      DATABASE_URL: service.backends.urlFor('postgres'),
      STORAGE_DRIVER: 's3',
      S3_BUCKET: 'x',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'x',
      S3_SECRET_ACCESS_KEY: 'x',
      S3_FORCE_PATH_STYLE: 'true',
    });
    await asked;
    const { rowCount } = await service.backends.admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'mainstay backup' AND datname = current_database()`,
    );
    expect(rowCount).toBe(1);
    await sleep(200);
    lose();
    const { code, output } = await running;
    storage.close();
    expect([code, output]).toEqual([1, expect.stringContaining('connection to the database was lost')]);
    await expect(readFile(`${half}.unfinished`)).rejects.toThrow('ENOENT');
  });
});

it('reports all faulty settings together', async () => {
  const { code, output } = await backup(['backup', join(folder, 'none')], { DATABASE_URL: 'x' });
  expect(code).toBe(1);
  for (const name of ['DATABASE_URL: ', 'STORAGE_DIR: ']) expect(output).toContain(name);
});

/** Inserts recorded files directly. @returns their ids in no order. */
async function storeMany(service: RunningService, count: number): Promise<string[]> {
  const { rows } = await service.backends.admin.query<{ id: string }>(
    `INSERT INTO attachments.attachments (ticket_id, file_name, file_size, object_path)
     SELECT $1, 'one of many', 36, 'uploads/' || gen_random_uuid() FROM generate_series(1, $2::int)
     RETURNING id`,
    [service.ticketA, count],
  );
  const storage = service.app.get<Storage>(STORAGE);
  const ids = rows.map(({ id }) => id);
  for (const id of ids) await storage.store(`attachments/${id}`, Buffer.from(id));
  return ids.sort((a, b) => a.slice(-6).localeCompare(b.slice(-6)));
}

async function flip(path: string): Promise<void> {
  const bytes = await readFile(path);
  const middle = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
  await writeFile(path, bytes);
}
