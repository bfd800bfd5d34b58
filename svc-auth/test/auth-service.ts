import { afterAll, beforeAll, expect } from '@jest/globals';
import { createService, loadConfig, type Role } from '@mainstay/service-kit';
import {
  createTestBackends,
  createTestUser,
  type TestBackends,
  type TestUser,
  undeclaredProblems,
} from '@mainstay/service-kit/testing';
import type { INestApplication } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import request from 'supertest';
import { type AuthConfig, configSchema } from '../src/config.ts';
import { serviceOptions } from '../src/service-options.ts';
import { type CreatedTokenResponse, createdTokenResponse } from '../src/tokens/tokens.schemas.ts';

/** An id that does not exist. */
export const unknownId = '01890000-0000-7000-8000-000000000000';

/** A client address outside of our network: attempts are counted by address. */
export const randomAddress = (): string => `198.18.${randomInt(256)}.${randomInt(256)}`;

/** Another address of one IPv6 network of 64 bits, which counts as one client, with each call. */
export function randomNetwork(): () => string {
  const group = () => randomInt(65_536).toString(16);
  const network = `2001:db8:${group()}:1`;
  return () => `${network}:${group()}::${group()}`;
}

/** The body of a registration. */
export const registration = (email: string, more: object = {}) => ({
  email,
  password: 'secret',
  firstName: 'Ana',
  lastName: 'Silva',
  ...more,
});

/** The fields that a response names as faulty. */
export const faultyFields = ({ body }: { body: unknown }): string[] =>
  Object.keys((body as { errors?: object }).errors ?? {});

type Caller = { cookie: string };
type DatabaseUrl = (direct: string) => string;

/**
 * svc-auth with its own database. passport has one list of strategies per process, so of several services in a test
 * file only the one started last checks passwords.
 */
export class AuthService {
  app!: INestApplication<Server>;
  backends!: TestBackends;
  config!: AuthConfig;
  private requireDeclared: () => void = () => undefined;
  /** Somebody of each role, unless it starts empty. */
  admin!: TestUser;
  manager!: TestUser;

  async start(env: Record<string, string> = {}, databaseUrl: DatabaseUrl = (url) => url): Promise<this> {
    this.backends = await createTestBackends();
    const direct = loadConfig(configSchema, {
      PICTURE_HOSTS: 'pictures.example.com, *.gravatar.com',
      ...this.backends.envFor('svc_auth'),
      ...env,
    });
    this.config = { ...direct, DATABASE_URL: databaseUrl(direct.DATABASE_URL) };
    this.app = await createService(serviceOptions(this.config));
    this.requireDeclared = undeclaredProblems(this.app);
    return this;
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.backends.close();
    this.requireDeclared();
  }

  async addPeople(): Promise<void> {
    this.admin = await this.createUser();
    this.manager = await this.createUser('district_manager');
  }

  createUser(role: Role = 'admin', more: { email?: string; active?: boolean } = {}): Promise<TestUser> {
    return createTestUser(this.backends, this.config, { role, ...more });
  }

  /** A supertest client, anonymous or with a user's session. */
  as(user?: Caller): ReturnType<typeof request.agent> {
    const agent = request.agent(this.app.getHttpServer());
    return user ? agent.set('Cookie', user.cookie) : agent;
  }

  /** One that sends a token. */
  bearer(token: string): ReturnType<typeof request.agent> {
    return this.as().set('Authorization', `Bearer ${token}`);
  }

  /** The status of a read with a session. */
  async statusOf(user?: Caller): Promise<number> {
    return (await this.as(user).get('/api/user')).status;
  }

  /** Sends a body, as the administrator unless another user is named. */
  send(method: 'patch' | 'post', path: string, body: object, user: Caller = this.admin): request.Test {
    return this.as(user)[method](path).send(body);
  }

  register(email: string, more: object = {}): request.Test {
    return this.send('post', '/api/register', registration(email, more));
  }

  resetPassword(userId: string, newPassword = 'brand new'): request.Test {
    return this.send('post', '/api/admin/reset-user-password', { userId, newPassword });
  }

  setActive(userId: string, active: boolean): request.Test {
    return this.send('patch', `/api/users/${userId}/active`, { active });
  }

  /** Creates a token through the API, in its user's session. */
  async createToken(user: Caller, body: object = {}): Promise<CreatedTokenResponse> {
    const response = await this.send('post', '/api/tokens', { name: 'script', ...body }, user).expect(201);
    return createdTokenResponse.parse(response.body);
  }

  async rows<Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.backends.admin.query<Row>(statement, values)).rows;
  }

  /**
   * Starts requests while a `lock` statement blocks them, and releases them together once two of them are waiting: this
   * makes a race certain. Fails when two never wait.
   */
  async atTheSameMoment<Result>(lock: string, begin: () => PromiseLike<Result>[]): Promise<Result[]> {
    const holder = await this.backends.admin.connect();
    try {
      await holder.query(`BEGIN; ${lock}`);
      const responses = Promise.all(begin());
      const waiting = `SELECT FROM pg_stat_activity
                       WHERE datname = current_database() AND usename = 'svc_auth' AND wait_event_type = 'Lock'`;
      for (const end = Date.now() + 10_000; (await this.rows(waiting)).length < 2;) {
        if (Date.now() > end) throw new Error('two requests were never waiting at the same time');
        await sleep(10);
      }
      await holder.query('COMMIT');
      return await responses;
    } finally {
      // Closes the connection, which also releases a lock that is still held.
      holder.release(true);
    }
  }

  /** The items of a list in pages of this many, from a path along `rel="next"`, and what each page says of all. */
  async pages(user: Caller, path: string): Promise<{ items: Record<string, unknown>[]; texts: string }> {
    const items: Record<string, unknown>[] = [];
    const texts: string[] = [];
    for (let next: string | undefined = path; next !== undefined;) {
      const response: request.Response = await this.as(user).get(next).expect(200);
      items.push(...(response.body as Record<string, unknown>[]));
      texts.push(`${response.headers['x-total-count'] ?? ''} ${response.text}`);
      next = /^<(.+)>; rel="next"$/.exec(response.headers['link'] ?? '')?.[1];
    }
    for (const text of texts) expect(text.split(' ')[0]).toBe(String(items.length));
    return { items, texts: texts.join('') };
  }
}

/** Gives the tests of a file a service, with somebody of each role. */
export function useAuth(env: Record<string, string> = {}): AuthService {
  const auth = useEmptyAuth(env);
  beforeAll(() => auth.addPeople());
  return auth;
}

/** The same without any user. */
export function useEmptyAuth(env: Record<string, string> = {}, databaseUrl?: DatabaseUrl): AuthService {
  const auth = new AuthService();
  beforeAll(() => auth.start(env, databaseUrl), 60_000);
  afterAll(() => auth.close());
  return auth;
}
