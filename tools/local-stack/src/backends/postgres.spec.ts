import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createDatabase,
  provision,
  type RolePasswords,
  rolePasswords,
  urlFor,
  withConnection,
} from '../database/provision.ts';
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

const configure = async () =>
  embeddedPostgres({
    home: preparePostgresHome(stateDir),
    port: await freePort(),
    password: 'first',
    isThrowAway: false,
    signal: new AbortController().signal,
  });

async function launch(): Promise<void> {
  supervisor = new Supervisor(stateDir, () => undefined);
  postgres = await configure();
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

describe('the embedded PostgreSQL', () => {
  it('asks for the password, and refuses data of another major version with a message', async () => {
    expect(await takesQueries(postgres.adminUrl('postgres'))).toBe(true);
    expect(await takesQueries(postgres.adminUrl('postgres').replace(':first@', ':wrong@'))).toBe(false);
    const file = join(preparePostgresHome(stateDir).folder, 'data/PG_VERSION');
    writeFileSync(file, '17\n');
    await expect(configure()).rejects.toThrow(/was written by PostgreSQL 17 and this is 18/);
    writeFileSync(file, '18\n');
  });

  it('keeps what was committed when it is killed, also until the next start', async () => {
    const rows = () =>
      withConnection(postgres.adminUrl('postgres'), (client) => client.query('SELECT one FROM kept'));
    await withConnection(postgres.adminUrl('postgres'), (client) =>
      client.query('CREATE TABLE kept AS SELECT 1 AS one'),
    );
    process.kill(knownProcesses(stateDir)[0]?.pid ?? 0, 'SIGKILL');
    for (let tries = 0; tries < 100; tries += 1) {
      await sleep(100);
      if (await takesQueries(postgres.adminUrl('postgres'))) break;
    }
    expect((await rows()).rows).toEqual([{ one: 1 }]);
    await supervisor.stop();
    await launch();
    expect((await rows()).rows).toEqual([{ one: 1 }]);
  });
});

/** What a statement does: `done`, or the message of its error. */
const outcome = (url: string, statement: string): Promise<string> =>
  withConnection(url, (client) => client.query(statement)).then(
    () => 'done',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

it('creates a schema and two roles for each service, also repeatedly with new passwords', async () => {
  await createDatabase(postgres.adminUrl('postgres'), 'shop');
  const url = postgres.adminUrl('shop');
  const [old, roles] = ['old', "it's"].map((password) => rolePasswords(() => password)) as [
    RolePasswords,
    RolePasswords,
  ];
  for (const passwords of [old, roles]) await provision(url, passwords);
  expect(await takesQueries(urlFor(url, 'svc_core', old))).toBe(false);
  expect(await outcome(urlFor(url, 'core_owner', roles), 'CREATE TABLE core.own (id int)')).toBe('done');
  // The run-time role may only connect.
  for (const statement of [
    'SELECT FROM core.own',
    'CREATE TABLE core.mine (id int)',
    'CREATE TABLE public.mine (id int)',
  ])
    expect(await outcome(urlFor(url, 'svc_core', roles), statement)).toMatch(/^permission denied/);
});

it('lets a service that is added later read and reference what is published already, and no other service', async () => {
  const owner = { name: 'stock', schema: 'stock', reads: [] };
  const reader = { name: 'orders', schema: 'orders', reads: ['stock.items'] };
  const stranger = { name: 'news', schema: 'news', reads: [] };
  // As another role than the superuser: one that may create databases and roles, as in managed databases.
  const admin = postgres.adminUrl('postgres');
  await outcome(admin, `CREATE ROLE cloud LOGIN PASSWORD 'cloud' CREATEDB CREATEROLE`);
  await createDatabase(urlFor(admin, 'cloud', { cloud: 'cloud' }), 'cloud');
  const url = urlFor(postgres.adminUrl('cloud'), 'cloud', { cloud: 'cloud' });
  const passwords = rolePasswords(() => 'old', [owner, reader, stranger]);
  const as = (role: string, statement: string) => outcome(urlFor(url, role, passwords), statement);

  await provision(url, passwords, [owner]);
  const published = `
    CREATE TABLE stock.items (id int PRIMARY KEY, name text, cost int);
    GRANT USAGE ON SCHEMA stock TO stock_readers, stock_referrers;
    GRANT SELECT (id, name) ON stock.items TO stock_readers;
    GRANT REFERENCES (id) ON stock.items TO stock_referrers`;
  expect(await as('stock_owner', published)).toBe('done');
  for (let times = 0; times < 2; times += 1) await provision(url, passwords, [owner, reader, stranger]);

  const refer = (table: string) => `CREATE TABLE ${table} (item int REFERENCES stock.items (id))`;
  expect(await as('svc_orders', 'SELECT id, name FROM stock.items')).toBe('done');
  expect(await as('orders_owner', refer('orders.lines'))).toBe('done');
  for (const [role, statement] of [
    ['svc_orders', 'SELECT cost FROM stock.items'],
    ['svc_orders', 'SET ROLE stock_readers'],
    ['svc_news', 'SELECT id, name FROM stock.items'],
    ['orders_owner', 'SELECT id FROM stock.items'],
    ['news_owner', refer('news.lines')],
  ] as const)
    expect(await as(role, statement)).toMatch(/permission denied/);
  expect(await takesQueries(urlFor(url, 'stock_readers', { stock_readers: '' }))).toBe(false);
});

it('tells a folder that the server may enter from a private one', () => {
  const [uid = 0, gid = 0] =
    process.getuid?.() === 0 ? [65_534, 65_534] : [process.getuid?.(), process.getgid?.()];
  const open = join(stateDir, 'open');
  expect(canEnter(open, { uid, gid })).toBe(true);
  chmodSync(open, 0);
  expect(canEnter(open, { uid, gid })).toBe(false);
  chmodSync(open, 0o755);
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
      coreUrl: 'http://127.0.0.1:1',
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
