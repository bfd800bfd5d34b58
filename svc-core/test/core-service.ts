import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type BackgroundWork, createService, loadConfig, type Role } from '@mainstay/service-kit';
import {
  createTestBackends,
  createTestUser,
  stopIntervals,
  undeclaredProblems,
  type TestBackends,
  type TestUser,
} from '@mainstay/service-kit/testing';
import type { INestApplication, Type } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import request from 'supertest';
import { type Config, configSchema } from '../src/config.ts';
import { serviceOptions } from '../src/service-options.ts';
import { bodiesOf, type Row, rowsOf } from './valid-data.ts';

export type { Row } from './valid-data.ts';

/** An id that does not exist. */
export const unknownId = '01890000-0000-7000-8000-000000000000';
/** A time as the API writes it. */
export const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
export const errorsOf = ({ body }: { body: unknown }): unknown => (body as { errors?: unknown }).errors;

type Caller = { cookie: string };

/**
 * A test for each row: what `send` sends is rejected with a 400.
 * @param rows a name, what is sent, and either the messages by field or the only field with a message
 */
export function itRejects<Sent>(
  send: (sent: Sent) => PromiseLike<{ status: number; body: unknown }>,
  rows: readonly (readonly [name: string, sent: Sent, errors: object | string])[],
): void {
  it.each(rows)('rejects %s', async (_name, sent, errors) => {
    const response = await send(sent);
    const found = errorsOf(response) ?? {};
    expect([response.status, typeof errors === 'string' ? Object.keys(found) : found]).toEqual([
      400,
      typeof errors === 'string' ? [errors] : errors,
    ]);
  });
}

/** svc-core with its database, and with the users and the two stores for visibility tests. */
export class CoreService {
  app!: INestApplication<Server>;
  backends!: TestBackends;
  config!: Config;
  admin!: TestUser;
  /** Store A belongs to manager A, store B to manager B. */
  storeA!: string;
  storeB!: string;
  managerA!: TestUser;
  managerB!: TestUser;
  /** An administrator who was deactivated while signed in. */
  deactivated!: TestUser;
  private requireDeclared: () => void = () => undefined;
  private readonly replicas: INestApplication<Server>[] = [];

  async start(env: Record<string, string>): Promise<void> {
    this.backends = await createTestBackends();
    this.config = loadConfig(configSchema, { ...this.backends.envFor('svc_core'), ...env });
    this.app = await this.createProcess();
    this.requireDeclared = undeclaredProblems(this.app);
    await this.app.listen(0, '127.0.0.1');
  }

  private async createProcess(): Promise<INestApplication<Server>> {
    const app: INestApplication<Server> = await createService(serviceOptions(this.config));
    stopIntervals(app);
    return app;
  }

  /** Another replica on the same database; it is closed with this one. */
  async startReplica(): Promise<INestApplication<Server>> {
    const replica = await this.createProcess();
    this.replicas.push(replica);
    return replica;
  }

  /**
   * Runs whole rounds of background work until this is so, 30 s at most: on a busy machine a round may fail. None runs
   * afterwards, which would work on the rows of the next test.
   */
  async runUntil(
    works: readonly Type<BackgroundWork & { run(): void }>[],
    isSo: () => Promise<boolean>,
    apps = [this.app],
  ): Promise<void> {
    const end = Date.now() + 30_000;
    while (Date.now() < end && !(await isSo())) {
      const begun = apps.flatMap((app) => works.map((work) => app.get(work)));
      for (const work of begun) work.run();
      for (const work of begun) await work.idle();
    }
  }

  async close(): Promise<void> {
    for (const app of [...this.replicas, this.app]) await app.close();
    await this.backends.close();
    this.requireDeclared();
    // The shared service has recorded the statements of this one, too, which are checked by now.
    if (this !== shared && isStarted && waiting > 0)
      await shared.backends.rowTypes.faults(shared.backends.admin);
  }

  async addPeople(): Promise<void> {
    this.storeA = await this.createStore('Store A', { store_number: 'A-1' });
    this.storeB = await this.createStore('Store B', { store_number: 'B-1' });
    const manager = (firstName: string, lastName: string) =>
      this.createUser({ role: 'district_manager', firstName, lastName });
    this.managerA = await manager('Ann', 'Archer');
    this.managerB = await manager('Bob', 'Baker');
    await this.assign(this.managerA.userId, this.storeA);
    await this.assign(this.managerB.userId, this.storeB);
    this.admin = await this.createUser({ role: 'admin', firstName: 'Ada', lastName: 'Admin' });
    this.deactivated = await this.createUser({ role: 'admin', active: false, lastName: 'Dean' });
  }

  /** A supertest client, anonymous or with a user's session. */
  as(user?: Caller): ReturnType<typeof request.agent> {
    const agent = request.agent(this.app.getHttpServer());
    return user ? agent.set('Cookie', user.cookie) : agent;
  }

  /** Sends a body, as an administrator unless another user is named. */
  send(method: 'patch' | 'post', address: string, body: object, user: Caller = this.admin): request.Test {
    return this.as(user)[method](address).send(body);
  }

  /** Sends what `bodyOf` returns with these changes. */
  post(path: string, change: object, user?: Caller): request.Test {
    return this.send('post', `/api/${path}`, { ...this.bodyOf(path), ...change }, user);
  }

  /**
   * The responses of a list, from this address along `rel="next"`.
   * @throws Error when one is not a 200
   */
  async *pages(user: Caller, address: string): AsyncGenerator<request.Response> {
    for (let next: string | undefined = address; next !== undefined;) {
      const response = await this.as(user).get(next);
      if (response.status !== 200) throw new Error(`${next}: ${response.status} ${response.text}`);
      yield response;
      next = /^<(.+)>; rel="next"$/.exec(response.headers['link'] ?? '')?.[1];
    }
  }

  /** One field of all rows of a list, page by page; each page must have the same total, that of the rows. */
  async walk(user: Caller, address: string, field: string): Promise<unknown[][]> {
    const found: unknown[][] = [];
    const totals = new Set<string | undefined>();
    for await (const { body, headers } of this.pages(user, address)) {
      found.push((body as Row[]).map((row) => row[field]));
      totals.add(headers['x-total-count']);
    }
    expect([...totals]).toEqual([String(found.flat().length)]);
    return found;
  }

  /**
   * The lines of a list as a file, its header first.
   * @throws Error when it is none
   */
  async csv(user: Caller, address: string): Promise<string[]> {
    const { headers, text } = await this.as(user).get(address);
    if (headers['content-type'] !== 'text/csv; charset=utf-8') throw new Error(text);
    return text
      .replace(/^\uFEFF/, '')
      .split('\r\n')
      .slice(0, -1);
  }

  /** Rows of a statement. */
  async query<Result extends object = Row>(text: string, values: unknown[] = []): Promise<Result[]> {
    return (await this.backends.admin.query<Result>(text, values)).rows;
  }

  /** @param from for example `core.tickets WHERE id = $1` */
  async count(from: string, ...values: unknown[]): Promise<number> {
    const [row] = await this.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${from}`, values);
    return row?.count ?? NaN;
  }

  createUser(user: {
    role: Role;
    active?: boolean;
    firstName?: string;
    lastName?: string;
  }): Promise<TestUser> {
    return createTestUser(this.backends, this.config, user);
  }

  /** A manager of these stores. */
  async createManager(...stores: string[]): Promise<TestUser> {
    const manager = await this.createUser({ role: 'district_manager', firstName: 'Cleo', lastName: 'Cook' });
    for (const store of stores) await this.assign(manager.userId, store);
    return manager;
  }

  /** Inserts a row into core.locations and returns its id. */
  createStore(name: string, columns: Row = {}): Promise<string> {
    return this.insert('locations', {
      name,
      address: '1 Main Street',
      city: 'Springfield',
      state: 'NY',
      zip_code: '10001',
      store_number: randomUUID(),
      timezone: 'America/New_York',
      ...columns,
    });
  }

  async assign(managerId: string, locationId: string): Promise<void> {
    await this.insert('manager_assignments', { manager_id: managerId, location_id: locationId });
  }

  /** Inserts a row into a table of the schema core and returns its id. Without columns, it is a row of store A. */
  async insert(table: string, columns: Row = {}): Promise<string> {
    const all = { ...rowsOf(this.storeA)[table], ...columns };
    const names = Object.keys(all);
    const [row] = await this.query<{ id: string }>(
      `INSERT INTO core.${table} (${names.join(', ')})
       VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING id`,
      Object.values(all),
    );
    if (!row) throw new Error(`nothing was inserted into ${table}`);
    return row.id;
  }

  /** A valid body that creates something of store A. */
  bodyOf(path: string): Row {
    const body = bodiesOf(this.storeA)[path];
    if (!body) throw new Error(`nothing can be created at ${path}`);
    return body;
  }

  /**
   * Creates something with these fields, of store A unless they name another.
   * @throws Error unless it is created
   */
  async create<Created = Row & { id: string }>(
    path: string,
    more: object = {},
    user: Caller = this.admin,
  ): Promise<Created> {
    const response = await this.post(path, more, user);
    if (response.status !== 201) throw new Error(`${response.status} ${response.text}`);
    return response.body as Created;
  }
}

/** Starts svc-core with a database of its own and these settings. */
export async function startCoreService(env: Record<string, string> = {}): Promise<CoreService> {
  const core = new CoreService();
  await core.start(env);
  await core.addPeople();
  return core;
}

/** svc-core for the tests of one file, or of one group of tests. */
export function useOwnCoreService(env: Record<string, string> = {}): CoreService {
  const core = new CoreService();
  beforeAll(async () => {
    await core.start(env);
    await core.addPeople();
  });
  afterAll(() => core.close());
  return core;
}

/** Limits that are never reached, and a time zone that is not the default. */
const SHARED_ENV = {
  WRITES_PER_MINUTE_AND_ADDRESS: '1000000',
  INTAKE_PER_HOUR: '100000',
  INTAKE_PER_ADDRESS_AND_HOUR: '100000',
  DEFAULT_TIMEZONE: 'America/Chicago',
};
const shared = new CoreService();
let isStarted = false;
/** Files that still need the shared service: all of them are loaded before the first test runs. */
let waiting = 0;
/** Tables without rows at the beginning. */
let emptyTables: string[] = [];

/**
 * svc-core for the tests of a file, shared with other files that run in the same process. Each finds the tables empty
 * but for the users and stores of {@link CoreService}. It must not change settings, tables, or background work: that
 * needs an own one.
 */
export function useCoreService(): CoreService {
  waiting += 1;
  beforeAll(async () => {
    if (!isStarted) await shared.start(SHARED_ENV);
    const used = await tablesWithRows();
    if (isStarted) await empty(used.filter((name) => emptyTables.includes(name)));
    else emptyTables = (await allTables()).filter((name) => !used.includes(name));
    isStarted = true;
    await shared.addPeople();
  });
  afterAll(async () => {
    waiting -= 1;
    const { rowTypes, admin } = shared.backends;
    if (waiting === 0) await shared.close();
    else expect(await rowTypes.faults(admin)).toEqual([]);
  });
  return shared;
}

const tablesWhere = async (condition: string): Promise<string[]> => {
  const rows = await shared.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class c
     WHERE relkind = 'r' AND relnamespace::regnamespace::text !~ '^(pg_|information_schema)' AND ${condition}`,
  );
  return rows.map(({ name }) => name);
};
const allTables = () => tablesWhere('TRUE');
const tablesWithRows = () => tablesWhere('pg_relation_size(oid) > 0');

async function empty(tables: readonly string[]): Promise<void> {
  const truncate = () => shared.query(`TRUNCATE ${tables.join(', ')} CASCADE`);
  // Once more after a deadlock with background work, which locks the tables in another order.
  if (tables.length > 0) await truncate().catch(truncate);
  const { redis } = shared.backends;
  const database = new URL(shared.config.DATABASE_URL).pathname.slice(1);
  const counters = await redis.keys(`*:${database}:*`);
  if (counters.length > 0) await redis.del(counters);
}
