import { type BaseConfig, baseConfigSchema, createService, loadConfig } from '@mainstay/service-kit';
import {
  createTestBackends,
  createTestUser,
  type TestBackends,
  type TestUser,
  undeclaredProblems,
} from '@mainstay/service-kit/testing';
import type { INestApplication } from '@nestjs/common';
import type { Server } from 'node:http';
import request from 'supertest';
import { serviceOptions } from '../src/service-options.ts';

/** svc-reports on a database of its own, with one user of each role. */
export interface RunningService {
  app: INestApplication<Server>;
  backends: TestBackends;
  config: BaseConfig;
  admin: TestUser;
  manager: TestUser;
  /** An administrator who was deactivated while signed in. */
  deactivated: TestUser;
  /** A supertest client, anonymous or with a user's session. */
  as(user?: { cookie: string }): ReturnType<typeof request.agent>;
  close(): Promise<void>;
}

export async function startReportsService(): Promise<RunningService> {
  const backends = await createTestBackends();
  const config = loadConfig(baseConfigSchema, backends.envFor('svc_reports'));
  const app = await createService(serviceOptions(config));
  await app.listen(0, '127.0.0.1');
  const requireDeclared = undeclaredProblems(app);
  const server: Server = app.getHttpServer();
  return {
    app,
    backends,
    config,
    admin: await createTestUser(backends, config, { role: 'admin' }),
    manager: await createTestUser(backends, config, { role: 'district_manager' }),
    deactivated: await createTestUser(backends, config, {
      role: 'admin',
      active: false,
    }),
    as: (user) => {
      const agent = request.agent(server);
      return user ? agent.set('Cookie', user.cookie) : agent;
    },
    async close() {
      await app.close();
      await backends.close();
      requireDeclared();
    },
  };
}
