import { afterAll, beforeAll } from '@jest/globals';
import { createService, loadConfig } from '@mainstay/service-kit';
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
import { type Config, configSchema } from '../src/config.ts';
import { serviceOptions } from '../src/service-options.ts';

/** An id that does not exist. */
export const unknownId = '01890000-0000-7000-8000-000000000000';

/** svc-notifications on a database of its own, with one user of each role. */
export class RunningService {
  app!: INestApplication<Server>;
  backends!: TestBackends;
  config!: Config;
  private requireDeclared: () => void = () => undefined;
  admin!: TestUser;
  manager!: TestUser;
  /** An administrator who was deactivated while signed in. */
  deactivated!: TestUser;

  /** @param settings besides those that every service needs */
  async start(settings: Record<string, string> = {}): Promise<this> {
    this.backends = await createTestBackends();
    this.config = loadConfig(configSchema, { ...this.backends.envFor('svc_notifications'), ...settings });
    this.app = await createService(serviceOptions(this.config));
    this.requireDeclared = undeclaredProblems(this.app);
    await this.app.listen(0, '127.0.0.1');
    this.admin = await this.createUser('admin');
    this.manager = await this.createUser('district_manager');
    this.deactivated = await createTestUser(this.backends, this.config, { role: 'admin', active: false });
    return this;
  }

  createUser(
    role: TestUser['role'],
    name: { firstName?: string; lastName?: string } = {},
  ): Promise<TestUser> {
    return createTestUser(this.backends, this.config, { role, ...name });
  }

  /** A supertest client, anonymous or with a user's session. */
  as(user?: { cookie: string }): ReturnType<typeof request.agent> {
    const agent = request.agent(this.app.getHttpServer());
    return user ? agent.set('Cookie', user.cookie) : agent;
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.backends.close();
    this.requireDeclared();
  }
}

export const startNotificationsService = (settings?: Record<string, string>): Promise<RunningService> =>
  new RunningService().start(settings);

/** The service of a suite. Registers Jest's hooks. */
export function useService(settings?: Record<string, string>): RunningService {
  const service = new RunningService();
  beforeAll(() => service.start(settings));
  afterAll(() => service.close());
  return service;
}
