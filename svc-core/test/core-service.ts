import { createService, loadConfig, type Role } from '@mainstay/service-kit';
import {
  createTestBackends,
  createTestUser,
  type TestBackends,
  type TestUser,
} from '@mainstay/service-kit/testing';
import type { INestApplication } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import request from 'supertest';
import { type Config, configSchema } from '../src/config.ts';
import { serviceOptions } from '../src/service-options.ts';

/** An id that does not exist. */
export const unknownId = '01890000-0000-7000-8000-000000000000';

/** svc-core with its own database, with the users and the two stores for visibility tests. */
export interface CoreService {
  app: INestApplication<Server>;
  backends: TestBackends;
  config: Config;
  admin: TestUser;
  /** Store A belongs to manager A, store B to manager B. */
  storeA: string;
  storeB: string;
  managerA: TestUser;
  managerB: TestUser;
  /** An administrator who was deactivated while signed in. */
  deactivated: TestUser;
  /** A supertest client, anonymous or with a user's session. */
  as(user?: { cookie: string }): ReturnType<typeof request.agent>;
  /** The responses of a list, from this address along `rel="next"`. @throws Error when one is not a 200 */
  pages(user: { cookie: string }, address: string): AsyncGenerator<request.Response>;
  createUser(user: Parameters<typeof createTestUser>[2]): Promise<TestUser>;
  /** Inserts a row into core.locations and returns its id. */
  createStore(name: string, columns?: Record<string, unknown>): Promise<string>;
  assign(managerId: string, locationId: string): Promise<void>;
  /** Inserts a row into a table of the schema core and returns its id. */
  insert(table: string, columns: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

export async function startCoreService(env: Record<string, string> = {}): Promise<CoreService> {
  const backends = await createTestBackends();
  const config = loadConfig(configSchema, { ...backends.envFor('svc_core'), ...env });
  const app = await createService(serviceOptions(config));
  await app.listen(0, '127.0.0.1');
  const server: Server = app.getHttpServer();

  const createUser = (user: { role: Role; active?: boolean; firstName?: string; lastName?: string }) =>
    createTestUser(backends, config, user);
  const insert = async (table: string, columns: Record<string, unknown>): Promise<string> => {
    const names = Object.keys(columns);
    const { rows } = await backends.admin.query<{ id: string }>(
      `INSERT INTO core.${table} (${names.join(', ')})
       VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING id`,
      Object.values(columns),
    );
    const [row] = rows;
    if (!row) throw new Error(`nothing was inserted into ${table}`);
    return row.id;
  };
  const createStore = (name: string, columns: Record<string, unknown> = {}): Promise<string> =>
    insert('locations', {
      name,
      address: '1 Main Street',
      city: 'Springfield',
      state: 'NY',
      zip_code: '10001',
      store_number: randomUUID(),
      timezone: 'America/New_York',
      ...columns,
    });
  const assign = async (managerId: string, locationId: string): Promise<void> => {
    await insert('manager_assignments', { manager_id: managerId, location_id: locationId });
  };

  const storeA = await createStore('Store A', { store_number: 'A-1' });
  const storeB = await createStore('Store B', { store_number: 'B-1' });
  const managerA = await createUser({ role: 'district_manager', firstName: 'Ann', lastName: 'Archer' });
  const managerB = await createUser({ role: 'district_manager', firstName: 'Bob', lastName: 'Baker' });
  await assign(managerA.userId, storeA);
  await assign(managerB.userId, storeB);
  const as = (user?: { cookie: string }): ReturnType<typeof request.agent> => {
    const agent = request.agent(server);
    return user ? agent.set('Cookie', user.cookie) : agent;
  };
  return {
    app,
    backends,
    config,
    admin: await createUser({ role: 'admin', firstName: 'Ada', lastName: 'Admin' }),
    storeA,
    storeB,
    managerA,
    managerB,
    deactivated: await createUser({ role: 'admin', active: false, lastName: 'Dean' }),
    as,
    async *pages(user, address) {
      for (let next: string | undefined = address; next !== undefined;) {
        const response = await as(user).get(next);
        if (response.status !== 200) throw new Error(`${next}: ${response.status} ${response.text}`);
        yield response;
        next = /^<(.+)>; rel="next"$/.exec(response.headers['link'] ?? '')?.[1];
      }
    },
    createUser,
    createStore,
    assign,
    insert,
    async close() {
      await app.close();
      await backends.close();
    },
  };
}
