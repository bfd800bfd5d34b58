import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, provision, rolePasswords, urlFor, withConnection } from '../database/provision.ts';
import { freePorts } from '../machine/preconditions.ts';
import { knownProcesses } from '../processes/process-identity.ts';
import { Supervisor } from '../processes/supervisor.ts';
import { answersQueries, embeddedPostgres, type EmbeddedPostgres } from './postgres.ts';
import { canEnter, preparePostgresHome, removePostgresData } from './postgres-home.ts';

let stateDir: string;
let supervisor: Supervisor;
let postgres: EmbeddedPostgres;

async function launch(): Promise<void> {
  const [port = 0] = await freePorts(1);
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
    expect(await answersQueries(postgres.adminUrl('postgres'))).toBe(true);
    expect(await answersQueries(postgres.adminUrl('postgres').replace(':first@', ':wrong@'))).toBe(false);
  });

  it('keeps what was committed when it is killed, and comes back by itself', async () => {
    const url = postgres.adminUrl('postgres');
    await withConnection(url, (client) => client.query('CREATE TABLE kept AS SELECT 1 AS one'));
    const record = readFileSync(join(stateDir, 'run/processes.json'), 'utf8');
    const [server] = knownProcesses(JSON.parse(record));
    process.kill(server?.pid ?? 0, 'SIGKILL');
    for (let tries = 0; tries < 100; tries += 1) {
      await sleep(100);
      if (await answersQueries(url)) break;
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

  it("refuses another major version's data in a sentence", async () => {
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
  it('makes a schema and two roles for each service, once or again with new passwords', async () => {
    await createDatabase(postgres.adminUrl('postgres'), 'shop');
    const url = postgres.adminUrl('shop');
    await provision(
      url,
      rolePasswords(() => 'old'),
    );
    await provision(url, roles);
    expect(await answersQueries(urlFor(url, 'svc_core', roles))).toBe(true);
    expect(
      await answersQueries(
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

  it('gives the run-time role nothing but the right to connect', async () => {
    const url = urlFor(postgres.adminUrl('shop'), 'svc_core', roles);
    await withConnection(url, async (client) => {
      await expect(client.query('SELECT FROM core.own')).rejects.toThrow('permission denied for schema core');
      await expect(client.query('CREATE TABLE core.mine (id int)')).rejects.toThrow('permission denied');
      await expect(client.query('CREATE TABLE public.mine (id int)')).rejects.toThrow('permission denied');
    });
  });
});

describe('canEnter', () => {
  it('tells a folder the server may walk to from a private one', () => {
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
