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
 * svc-auth with its own database. passport has one list of strategies per process, so of several services in a test
 * file only the one started last checks passwords.
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

/** @param databaseUrl another URL of the same database */
export async function startAuthService(
  env: Record<string, string> = {},
  databaseUrl = (direct: string): string => direct,
): Promise<AuthService> {
  const backends = await createTestBackends();
  const direct = loadConfig(configSchema, {
    PICTURE_HOSTS: 'pictures.example.com, *.gravatar.com',
    ...backends.envFor('svc_auth'),
    ...env,
  });
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

/** {@link AuthService} with somebody of each role, as most tests need it. */
export interface StaffedAuthService extends AuthService {
  admin: TestUser;
  manager: TestUser;
}

export async function startStaffedAuthService(): Promise<StaffedAuthService> {
  const auth = await startAuthService();
  const admin = await auth.createUser({ role: 'admin' });
  return { ...auth, admin, manager: await auth.createUser({ role: 'district_manager' }) };
}
