import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, provision, rolePasswords, urlFor, withConnection } from '../database/provision.ts';
import { readNote } from '../database/notes.ts';
import { addDemoData } from '../demo-data/demo-data.ts';
import { hashOf, keepKnownCode, knownCode, noteStatement } from '../demo-data/known-code.ts';
import { freePort } from '../machine/free-port.ts';
import { knownProcesses, Supervisor } from '../processes/supervisor.ts';
import { Progress } from '../progress.ts';
import { takesQueries, embeddedPostgres, type EmbeddedPostgres } from './postgres.ts';
import { canEnter, preparePostgresHome, removePostgresData } from './postgres-home.ts';

let stateDir: string;
let supervisor: Supervisor;
let postgres: EmbeddedPostgres;

async function launch(): Promise<void> {
  const port = await freePort();
  supervisor = new Supervisor(stateDir, () => undefined);
  postgres = await embeddedPostgres({
    home: preparePostgresHome(stateDir),
    port,
    password: 'first',
    isThrowAway: false,
    signal: new AbortController().signal,
  });
  await supervisor.start(postgres.process);
}

beforeAll(async () => {
  stateDir = mkdtempSync(join(tmpdir(), 'postgres-'));
  chmodSync(stateDir, 0o755);
  await launch();
});

afterAll(async () => {
  await supervisor.stop();
  removePostgresData(stateDir);
  rmSync(stateDir, { recursive: true });
});

const roles = rolePasswords(() => "it's");

describe('the embedded PostgreSQL', () => {
  it('asks for the password', async () => {
    expect(await takesQueries(postgres.adminUrl('postgres'))).toBe(true);
    expect(await takesQueries(postgres.adminUrl('postgres').replace(':first@', ':wrong@'))).toBe(false);
  });

  it('keeps what was committed when it is killed, and restarts by itself', async () => {
    const url = postgres.adminUrl('postgres');
    await withConnection(url, (client) => client.query('CREATE TABLE kept AS SELECT 1 AS one'));
    const [server] = knownProcesses(stateDir);
    process.kill(server?.pid ?? 0, 'SIGKILL');
    for (let tries = 0; tries < 100; tries += 1) {
      await sleep(100);
      if (await takesQueries(url)) break;
    }
    await withConnection(url, async (client) => {
      expect((await client.query('SELECT one FROM kept')).rows).toEqual([{ one: 1 }]);
    });
  });

  it('finds its data on the next start', async () => {
    await supervisor.stop();
    await launch();
    await withConnection(postgres.adminUrl('postgres'), async (client) => {
      expect((await client.query('SELECT one FROM kept')).rows).toEqual([{ one: 1 }]);
    });
  });

  it("refuses another major version's data with a message", async () => {
    await supervisor.stop();
    const home = preparePostgresHome(stateDir);
    const file = join(home.folder, 'data/PG_VERSION');
    writeFileSync(file, '17\n');
    await expect(launch()).rejects.toThrow(/was written by PostgreSQL 17 and this is 18/);
    writeFileSync(file, '18\n');
    await launch();
  });
});

describe('provision', () => {
  it('creates a schema and two roles for each service, also repeatedly with new passwords', async () => {
    await createDatabase(postgres.adminUrl('postgres'), 'shop');
    const url = postgres.adminUrl('shop');
    await provision(
      url,
      rolePasswords(() => 'old'),
    );
    await provision(url, roles);
    expect(await takesQueries(urlFor(url, 'svc_core', roles))).toBe(true);
    expect(
      await takesQueries(
        urlFor(
          url,
          'svc_core',
          rolePasswords(() => 'old'),
        ),
      ),
    ).toBe(false);
    await withConnection(urlFor(url, 'core_owner', roles), (client) =>
      client.query('CREATE TABLE core.own (id int)'),
    );
  });

  it('gives the run-time role only the right to connect', async () => {
    const url = urlFor(postgres.adminUrl('shop'), 'svc_core', roles);
    await withConnection(url, async (client) => {
      await expect(client.query('SELECT FROM core.own')).rejects.toThrow('permission denied for schema core');
      await expect(client.query('CREATE TABLE core.mine (id int)')).rejects.toThrow('permission denied');
      await expect(client.query('CREATE TABLE public.mine (id int)')).rejects.toThrow('permission denied');
    });
  });
});

describe('provision with a service that is added later', () => {
  const owner = { name: 'stock', schema: 'stock', reads: [] };
  const reader = { name: 'orders', schema: 'orders', reads: ['stock.items'] };
  const stranger = { name: 'news', schema: 'news', reads: [] };

  /** Its URL for another role than the superuser: one that may create databases and roles, as in managed databases. */
  async function emptyDatabase(name: string): Promise<string> {
    const admin = postgres.adminUrl('postgres');
    await withConnection(admin, (client) =>
      client.query(`CREATE ROLE ${name} LOGIN PASSWORD 'cloud' CREATEDB CREATEROLE`),
    );
    const maintenance = urlFor(admin, name, { [name]: 'cloud' });
    await createDatabase(maintenance, name);
    return urlFor(postgres.adminUrl(name), name, { [name]: 'cloud' });
  }

  it('lets it read and reference what is published already, and no other service', async () => {
    const url = await emptyDatabase('cloud');
    const passwords = rolePasswords(() => 'old', [owner, reader, stranger]);
    await provision(url, passwords, [owner]);
    await withConnection(urlFor(url, 'stock_owner', passwords), async (client) => {
      await client.query('CREATE TABLE stock.items (id int PRIMARY KEY, name text, cost int)');
      await client.query('GRANT USAGE ON SCHEMA stock TO stock_readers, stock_referrers');
      await client.query('GRANT SELECT (id, name) ON stock.items TO stock_readers');
      await client.query('GRANT REFERENCES (id) ON stock.items TO stock_referrers');
    });
    for (let times = 0; times < 2; times += 1) await provision(url, passwords, [owner, reader, stranger]);

    const outcome = (role: string, statement: string) =>
      withConnection(urlFor(url, role, passwords), (client) => client.query(statement)).then(
        () => 'done',
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
    expect(await outcome('svc_orders', 'SELECT id, name FROM stock.items')).toBe('done');
    expect(await outcome('svc_orders', 'SELECT cost FROM stock.items')).toMatch(/permission denied/);
    expect(await outcome('svc_orders', 'SET ROLE stock_readers')).toMatch(/permission denied/);
    expect(await outcome('svc_news', 'SELECT id, name FROM stock.items')).toMatch(/permission denied/);
    const refer = (table: string) => `CREATE TABLE ${table} (item int REFERENCES stock.items (id))`;
    expect(await outcome('orders_owner', refer('orders.lines'))).toBe('done');
    expect(await outcome('orders_owner', 'SELECT id FROM stock.items')).toMatch(/permission denied/);
    expect(await outcome('news_owner', refer('news.lines'))).toMatch(/permission denied/);
    expect(await takesQueries(urlFor(url, 'stock_readers', { stock_readers: '' }))).toBe(false);
  });
});

describe('canEnter', () => {
  it('tells a folder the server may enter from a private one', () => {
    const isRoot = process.getuid?.() === 0;
    const user = isRoot
      ? { uid: 65_534, gid: 65_534 }
      : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
    const open = join(stateDir, 'open');
    expect(canEnter(open, user)).toBe(true);
    chmodSync(open, 0);
    expect(canEnter(open, user)).toBe(false);
    chmodSync(open, 0o755);
  });
});

describe('demo data', () => {
  it('are added to an empty database only when enabled', async () => {
    await createDatabase(postgres.adminUrl('postgres'), 'empty');
    const databaseUrl = postgres.adminUrl('empty');
    await withConnection(databaseUrl, (client) =>
      client.query('CREATE SCHEMA auth; CREATE TABLE auth.users (id uuid, email text, active boolean)'),
    );
    const target = {
      databaseUrl,
      stateDir,
      publicUrl: 'http://localhost',
      authUrl: 'http://127.0.0.1:1',
      attachmentsUrl: 'http://127.0.0.1:1',
      progress: new Progress(Date.now(), () => undefined),
    };
    expect(await addDemoData({ ...target, isWanted: false })).toEqual({ hasDemoData: false, isFresh: false });
    await expect(addDemoData({ ...target, isWanted: true })).rejects.toThrow();
  });

  it('have one known code, which is made anew when its file is lost, and not when somebody else did', async () => {
    await createDatabase(postgres.adminUrl('postgres'), 'codes');
    const databaseUrl = postgres.adminUrl('codes');
    const folder = mkdtempSync(join(tmpdir(), 'known-code-'));
    const known = () => knownCode(databaseUrl, folder);
    const first = keepKnownCode(folder).code;
    await readNote(databaseUrl, 'demo-data');
    const change = (statement: string, ...values: string[]) =>
      withConnection(databaseUrl, (client) => client.query(statement, values));
    await change(`CREATE SCHEMA core; CREATE TABLE core.intake_codes
      (id uuid DEFAULT gen_random_uuid(), code_hash bytea, rotated_at timestamptz, active boolean DEFAULT true)`);
    await change(`INSERT INTO core.intake_codes (code_hash) VALUES (decode($1, 'hex'))`, hashOf(first));
    await change(noteStatement, hashOf(first));
    expect(await known()).toBe(first);

    rmSync(join(folder, 'demo-code'));
    const second = await known();
    expect(second).toMatch(/^[a-z2-7]{26}$/);
    expect(second).not.toBe(first);
    expect(await known()).toBe(second);

    await change('UPDATE core.intake_codes SET active = false');
    expect(await known()).toBeUndefined();
    await change(`UPDATE core.intake_codes SET active = true, code_hash = decode('00', 'hex')`);
    expect(await known()).toBeUndefined();
    rmSync(folder, { recursive: true });
  });
});
