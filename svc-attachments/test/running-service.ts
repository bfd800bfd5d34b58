import { afterAll, beforeAll, jest } from '@jest/globals';
import { freePort } from '@mainstay/test-kit';
import { type BackgroundWork, createService, loadConfig, problemSchema } from '@mainstay/service-kit';
import {
  createTestBackends,
  createTestUser,
  stopIntervals,
  type TestBackends,
  type TestUser,
  undeclaredProblems,
} from '@mainstay/service-kit/testing';
import type { INestApplication } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { LiveAddresses } from '../src/addresses/live-addresses.ts';
import { type AttachmentsConfig, configSchema } from '../src/config.ts';
import { serviceOptions } from '../src/service-options.ts';
import { type Storage, STORAGE } from '../src/storage/storage.ts';
import { Sweeper } from '../src/sweeper/sweeper.ts';
import { ThumbnailMaker } from '../src/thumbnails/thumbnail-maker.ts';
import { insertLocation, insertTicket } from './core-rows.ts';

export interface ApiResponse {
  status: number;
  headers: Headers;
  /** Parsed JSON; undefined when there is none. */
  body: unknown;
}

/** A user's cookie, or anonymous. */
export type Caller = Pick<TestUser, 'cookie'> | undefined;

/** The service on a free port with its own database and files, and two stores with a ticket and a manager each. */
export class RunningService {
  app!: INestApplication<Server>;
  url!: string;
  config!: AttachmentsConfig;
  private requireDeclared: () => void = () => undefined;
  backends!: TestBackends;
  /** Folder of the disk storage. */
  directory!: string;
  admin!: TestUser;
  managerA!: TestUser;
  managerB!: TestUser;
  locationA!: string;
  ticketA!: string;
  ticketB!: string;

  /** @param env settings in addition to, or instead of, those of the disk storage */
  async start(env: Record<string, string> = {}): Promise<this> {
    this.backends = await createTestBackends();
    this.directory = await mkdtemp(join(tmpdir(), 'attachments-'));
    const port = await freePort();
    this.url = `http://127.0.0.1:${port}`;
    this.config = loadConfig(configSchema, {
      ...this.backends.envFor('svc_attachments'),
      PORT: String(port),
      PUBLIC_URL: this.url,
      STORAGE_DIR: this.directory,
      ...env,
    });
    this.app = await createService(serviceOptions(this.config));
    this.requireDeclared = undeclaredProblems(this.app);
    stopIntervals(this.app);
    await backgroundWork(this.app);
    await this.app.listen(port, '127.0.0.1');
    const user = (role: TestUser['role']) => createTestUser(this.backends, this.config, { role });
    this.admin = await user('admin');
    [this.managerA, this.managerB] = [await user('district_manager'), await user('district_manager')];
    this.locationA = await insertLocation(this.backends, 'A', this.managerA);
    this.ticketA = await insertTicket(this.backends, this.locationA);
    this.ticketB = await insertTicket(this.backends, await insertLocation(this.backends, 'B', this.managerB));
    return this;
  }

  async close(): Promise<void> {
    // Closing would wait for the kept-alive connection of a finished download.
    this.app.getHttpServer().closeAllConnections();
    await this.app.close();
    await this.backends.close();
    this.requireDeclared();
    await rm(this.directory, { recursive: true });
  }

  get storage(): Storage {
    return this.app.get<Storage>(STORAGE);
  }

  readonly sql = (text: string, values: unknown[] = []) => this.backends.admin.query(text, values);

  /** A sweep after the one that a request has begun. */
  readonly sweep = async () => {
    const sweeper = this.app.get(Sweeper);
    await sweeper.idle();
    await sweeper.sweep();
  };

  /** @param at another replica */
  async call(
    caller: Caller,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    at = this.url,
  ): Promise<ApiResponse> {
    const response = await fetch(at + path, {
      method,
      headers: {
        ...headers,
        ...(caller && { cookie: caller.cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed: unknown = text === '' ? undefined : JSON.parse(text);
    return { status: response.status, headers: response.headers, body: parsed };
  }
}

export const runService = (env?: Record<string, string>): Promise<RunningService> =>
  new RunningService().start(env);

/** To whom addresses are given that no user asked for. */
export const HOLDER = { userId: randomUUID(), sessionEpoch: 3 };

/** Has every signed address accepted, for tests of the disk storage alone. */
export function acceptAnyAddress({ app }: RunningService): void {
  for (const check of ['takesBytes', 'serves'] as const) {
    jest.spyOn(app.get(LiveAddresses), check).mockResolvedValue(true);
  }
}

/** The service of a suite. Registers Jest's hooks. */
export function useService(env?: Record<string, string>): RunningService {
  const service = new RunningService();
  beforeAll(() => service.start(env));
  afterAll(() => service.close());
  return service;
}

/** Resolves when the work that the start, a request or a test has begun is done. */
export async function backgroundWork(app: INestApplication): Promise<void> {
  for (const work of [Sweeper, ThumbnailMaker]) await app.get<BackgroundWork>(work).idle();
}

/** The names of the fields in a 400 or 422. */
export function faultyFields({ body }: ApiResponse): string[] {
  return Object.keys(z.object({ errors: z.record(z.string(), z.unknown()) }).parse(body).errors);
}

/** A problem without its request id, for comparison. */
export function withoutRequestId({ status, body }: ApiResponse): unknown {
  return { status, body: problemSchema.omit({ requestId: true }).parse(body) };
}

/** Polls until `work` returns something other than undefined and false, at most 50 s, on a busy machine. */
export async function until<Result>(work: () => Promise<Result | undefined | false>): Promise<Result> {
  for (let tries = 0; tries < 2000; tries += 1) {
    const result = await work();
    if (result !== undefined && result !== false) return result;
    await sleep(25);
  }
  throw new Error('this did not happen within 50 s');
}
