import { createService, loadConfig } from '@mainstay/service-kit';
import {
  createTestBackends,
  createTestUser,
  type TestBackends,
  type TestUser,
} from '@mainstay/service-kit/testing';
import type { INestApplication } from '@nestjs/common';
import type { Server } from 'node:http';
import request from 'supertest';
import { type AuthConfig, configSchema } from '../src/config.ts';
import { serviceOptions } from '../src/service-options.ts';

/**
 * svc-auth on a database of its own. passport has one list of strategies for a process, so of several services in one
 * test file only the one started last checks passwords.
 */
export interface AuthService {
  app: INestApplication<Server>;
  backends: TestBackends;
  config: AuthConfig;
  /** A supertest client, anonymous or with a user's session. */
  as(user?: { cookie: string }): ReturnType<typeof request.agent>;
  createUser(user: Parameters<typeof createTestUser>[2]): Promise<TestUser>;
  close(): Promise<void>;
}

/** @param databaseUrl another way to the same database */
export async function startAuthService(
  env: Record<string, string> = {},
  databaseUrl = (direct: string): string => direct,
): Promise<AuthService> {
  const backends = await createTestBackends();
  const direct = loadConfig(configSchema, { ...backends.envFor('svc_auth'), ...env });
  const config = { ...direct, DATABASE_URL: databaseUrl(direct.DATABASE_URL) };
  const app = await createService(serviceOptions(config));
  const server = app.getHttpServer();
  return {
    app,
    backends,
    config,
    as: (user) => {
      const agent = request.agent(server);
      return user ? agent.set('Cookie', user.cookie) : agent;
    },
    createUser: (user) => createTestUser(backends, config, user),
    async close() {
      await app.close();
      await backends.close();
    },
  };
}
