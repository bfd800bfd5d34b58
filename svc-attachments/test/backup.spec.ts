import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Change, readChanges } from '@mainstay/service-kit';
import { createTestBackends, type TestBackends } from '@mainstay/service-kit/testing';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { insertTicket } from './core-rows.ts';
import { attach } from './file-calls.ts';
import { type RunningService, runService, useService } from './running-service.ts';
import { S3StandIn } from './s3-stand-in/s3-stand-in.ts';

type Env = Record<string, string>;
const main = join(import.meta.dirname, '../../tools/backup/src/main.ts');

/**
 * Runs the command as in production.
 * @returns its exit code and output
 */
const backup = (args: string[], env: Env): Promise<[code: number, output: string]> =>
  new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], { env, timeout: 60_000 }, (error, stdout, stderr) =>
      resolve([error === null ? 0 : Number(error.code), stdout + stderr]),
    );
  });
const done = [0, expect.any(String)];
const refused = (message: string | RegExp) => [1, expect.stringMatching(message)];

/** The lines with data in a backup's list: all but the manifest, which has the time of the backup. */
const sumsOf = async (folder: string): Promise<string[]> =>
  (await readFile(join(folder, 'SHA256SUMS'), 'utf8'))
    .split('\n')
    .filter((line) => line !== '' && !line.endsWith('  manifest.json'));

let folder: string;
let target: TestBackends;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'));
  target = await createTestBackends();
});
afterEach(async () => {
  await target.close();
  await rm(folder, { recursive: true });
});
/** An empty system. */
const empty = (): Env => ({ DATABASE_URL: target.urlFor('postgres'), STORAGE_DIR: join(folder, 'storage') });

const unreachable = {
  S3_BUCKET: 'x',
  S3_ACCESS_KEY_ID: 'x',
  S3_SECRET_ACCESS_KEY: 'x',
  S3_FORCE_PATH_STYLE: 'true',
};
const s3At = (port: number): Env => ({
  ...unreachable,
  STORAGE_DRIVER: 's3',
  S3_ENDPOINT: `http://127.0.0.1:${port}`,
});

describe.each(['disk', 'S3'])('a backup from %s', (driver) => {
  const standIns: S3StandIn[] = [];
  /** The settings of a new S3 server; of none for the disk. */
  const newS3 = async (): Promise<Env> => {
    if (driver === 'disk') return {};
    const standIn = await S3StandIn.start();
    standIns.push(standIn);
    return standIn.env;
  };
  let service: RunningService;
  let source: Env;
  beforeAll(async () => {
    const env = await newS3();
    service = await runService(env);
    source = { DATABASE_URL: service.backends.urlFor('postgres'), STORAGE_DIR: service.directory, ...env };
  });
  afterAll(async () => {
    await service.close();
    await Promise.all(standIns.map((standIn) => standIn.close()));
  });

  it('taken during concurrent changes, restores without a missing row or object, and names objects that were missing before', async () => {
    let isOver = false;
    let deleted = 0;
    const pool = await storeMany(service, 200);
    const before: { id: string; text: string }[] = [];
    /** Each round adds an attachment, deletes a ticket with one, and deletes some existing ones. */
    const drive = async () => {
      while (!isOver) {
        const text = `text ${before.length} `.repeat(300);
        before.push({ ...(await attach(service, service.managerA, service.ticketA, text)), text });
        const ticket = await insertTicket(service.backends, service.locationA);
        await attach(service, service.managerA, ticket);
        await service.sql('DELETE FROM core.tickets WHERE id = $1', [ticket]);
        for (const id of pool.splice(0, 2)) {
          await service.call(service.managerA, 'DELETE', `/api/attachments/${id}`);
          deleted += 1;
        }
      }
    };
    const sweep = async () => {
      while (!isOver) await service.sweep();
    };
    const driving = [drive(), drive(), sweep()];
    while (before.length < 10) await sleep(20);
    const recorded = before.slice();
    const [first, second] = [join(folder, 'first'), join(folder, 'second')];
    const taken = await backup(['backup', first], source);
    isOver = true;
    await Promise.all(driving);
    expect(taken).toEqual([0, expect.stringMatching(/is a backup of \d+ rows/)]);
    expect(deleted).toBeGreaterThan(10);

    const env = { ...empty(), ...(await newS3()) };
    expect(await backup(['restore', first], env)).toEqual(done);
    // A backup of the restored system has the same bytes in every table and object.
    expect(await backup(['backup', second], env)).toEqual(done);
    const sums = await sumsOf(second);
    expect(sums).toEqual(await sumsOf(first));
    const { rows } = await target.admin.query<{ id: string }>('SELECT id FROM attachments.attachments');
    expect(sums.filter((line) => line.includes('  objects/attachments/'))).toHaveLength(rows.length);
    for (const { id, text } of recorded)
      expect(sums).toContain(`${createHash('sha256').update(text).digest('hex')}  objects/attachments/${id}`);
    // New rows get new keys (those of the audit come from a sequence).
    await target.admin.query(`UPDATE core.tickets SET notes = 'after'`);

    const [{ id: missing } = { id: '' }] = recorded;
    await service.storage.remove(`attachments/${missing}`);
    const again = await backup(['backup', join(folder, 'third')], source);
    expect(again).toEqual([
      3,
      expect.stringContaining(`Missing in the storage, or damaged: attachments/${missing}`),
    ]);
  }, 120_000);
});

describe('the commands', () => {
  const service = useService();
  let source: Env;
  let intact: string;
  beforeAll(async () => {
    source = { DATABASE_URL: service.backends.urlFor('postgres'), STORAGE_DIR: service.directory };
    await attach(service, service.managerA, service.ticketA);
    intact = join(await mkdtemp(join(tmpdir(), 'intact-')), 'backup');
    expect(await backup(['backup', intact], source)).toEqual(done);
  });
  afterAll(() => rm(join(intact, '..'), { recursive: true }));

  it('find every kind of damage, before a restore changes anything', async () => {
    expect(await backup(['check', intact], {})).toEqual(done);
    const object = (await sumsOf(intact)).find((line) => line.includes('  objects/'))?.slice(66) ?? '';
    const damages: [file: string, change: (path: string) => Promise<void>, message: RegExp][] = [
      [object, (path) => appendFile(path, 'x'), /objects\/attachments\/\S+: was changed/],
      ['database/auth.users.copy.gz', (path) => rm(path), /auth\.users\.copy\.gz: is missing/],
      ['manifest.json', (path) => appendFile(path, ' '), /manifest\.json: was changed/],
      ['SHA256SUMS', (path) => appendFile(path, '\n'), /SHA256SUMS does not match its checksum/],
      ['SHA256SUMS.sha256', (path) => rm(path), /SHA256SUMS\.sha256 cannot be read/],
    ];
    for (const [at, [file, change, message]] of damages.entries()) {
      const copy = join(folder, String(at));
      await cp(intact, copy, { recursive: true });
      await change(join(copy, file));
      expect(await backup(at === 0 ? ['restore', copy] : ['check', copy], empty())).toEqual(refused(message));
    }
    expect((await target.admin.query('SELECT FROM auth.users')).rowCount).toBe(0);
    expect(existsSync(join(folder, 'storage'))).toBe(false);
  });

  it('restore over existing data only when replacing it is requested', async () => {
    const addUser = `INSERT INTO auth.users (email, password_hash, first_name, last_name, role)
       VALUES ('someone@example.com', 'none', 'Some', 'One', 'admin')`;
    await target.admin.query(addUser);
    expect(await backup(['restore', intact], empty())).toEqual(refused('users or locations'));
    expect((await target.admin.query('SELECT FROM auth.users')).rowCount).toBe(1);
    expect(await backup(['restore', intact, '--replace'], empty())).toEqual(done);
    const { rows } = await target.admin.query<{ email: string }>('SELECT email FROM auth.users');
    expect(rows).toHaveLength(3);
    expect(rows.map(({ email }) => email)).not.toContain('someone@example.com');
  });

  it('send no old change again through the change feed, and a reader without a cursor has every new one', async () => {
    const readers = new pg.Pool({ connectionString: target.urlFor('svc_core'), max: 1 });
    const { cursor } = await readChanges(readers, null);
    expect(await backup(['restore', intact], empty())).toEqual(done);
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
      // Other suites on the same server may delay it for a moment.
      while (changes.length === 0) ({ changes } = await readChanges(readers, from));
      expect(new Set(changes.flatMap(({ fields }) => fields))).toEqual(new Set(['notes']));
    }
    await readers.end();
  });

  it('reject a backup of another version', async () => {
    await target.admin.query(
      `INSERT INTO core.migrations (timestamp, name) VALUES (9000000000000, 'Later9000000000000')`,
    );
    expect(await backup(['restore', intact], empty())).toEqual(refused('of another version'));
  });

  it('restore a backup of an upgraded system, which has migrations that a baseline replaces', async () => {
    const { admin } = service.backends;
    await admin.query(`INSERT INTO core.migrations (timestamp, name) VALUES (9, 'Older9')`);
    const upgraded = join(folder, 'upgraded');
    expect(await backup(['backup', upgraded], source)).toEqual(done);
    await admin.query('DELETE FROM core.migrations WHERE timestamp = 9');
    expect(await backup(['restore', upgraded], empty())).toEqual(done);
  });

  it('name the schema of a service that has not migrated', async () => {
    await target.admin.query('DROP TABLE core.migrations');
    const message = refused(
      /^The schema core is not migrated: run the migrations of all services first\.\n$/,
    );
    expect(await backup(['restore', intact], empty())).toEqual(message);
    expect(await backup(['backup', join(folder, 'half')], empty())).toEqual(message);
  });

  it('overwrite no backup, and leave no incomplete one', async () => {
    expect(await backup(['backup', intact], source)).toEqual(refused('is there already'));
    expect(await backup(['backup', join(folder, 'half')], { ...source, ...s3At(9) })).toEqual(refused(''));
    expect(await readdir(folder)).toEqual([]);
  });

  it('fail when they lose the connection that blocks removals of objects', async () => {
    let lose = () => {};
    const isLost = new Promise<void>((resolve) => (lose = resolve));
    // Each request for an object waits until the connection is lost, and then returns 404.
    const storage = createServer(
      (_request, response) => void isLost.then(() => response.writeHead(404).end()),
    );
    await once(storage.listen(0, '127.0.0.1'), 'listening');
    const { port } = storage.address() as AddressInfo;
    const asked = once(storage, 'request');
    const running = backup(['backup', join(folder, 'half')], { ...source, ...s3At(port) });
    await asked;
    const { rowCount } = await service.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'mainstay backup' AND datname = current_database()`,
    );
    expect(rowCount).toBe(1);
    await sleep(200);
    lose();
    expect(await running).toEqual(refused('connection to the database was lost'));
    storage.close();
    expect(await readdir(folder)).toEqual([]);
  });
});

/**
 * Inserts recorded files directly.
 * @returns their ids in no order.
 */
async function storeMany(service: RunningService, count: number): Promise<string[]> {
  const { rows } = await service.backends.admin.query<{ id: string }>(
    `INSERT INTO attachments.attachments (ticket_id, file_name, file_size, object_path)
     SELECT $1, 'one of many', 36, 'uploads/' || gen_random_uuid() FROM generate_series(1, $2::int)
     RETURNING id`,
    [service.ticketA, count],
  );
  const { storage } = service;
  const ids = rows.map(({ id }) => id);
  for (const id of ids) await storage.store(`attachments/${id}`, Buffer.from(id));
  return ids.sort((a, b) => a.slice(-6).localeCompare(b.slice(-6)));
}
