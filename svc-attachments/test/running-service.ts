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
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { z } from 'zod';
import { LiveAddresses } from '../src/addresses/live-addresses.ts';
import {
  type AttachmentResponse,
  attachmentResponse,
  downloadResponse,
  type UploadGrantResponse,
  uploadGrantResponse,
} from '../src/attachments/attachments.schemas.ts';
import { type AttachmentsConfig, configSchema } from '../src/config.ts';
import { serviceOptions } from '../src/service-options.ts';
import { type Storage, STORAGE } from '../src/storage/storage.ts';
import { Sweeper } from '../src/sweeper/sweeper.ts';
import { ThumbnailMaker } from '../src/thumbnails/thumbnail-maker.ts';

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

/** What an uploaded file holds unless a test says otherwise. */
export const CONTENT = 'content';

/** The body that records an upload of `CONTENT`. */
export const recordRequest = (objectPath: string, fields: object = {}) => ({
  fileName: 'oven.txt',
  fileType: 'text/plain',
  fileSize: CONTENT.length,
  objectPath,
  ...fields,
});

interface Recording {
  caller?: TestUser;
  ticketId?: string;
  headers?: Record<string, string>;
  /** Of another replica. */
  url?: string;
}

/** Records an upload on ticket A as manager A by default. */
export const record = (
  service: RunningService,
  objectPath: string,
  fields: object = {},
  { caller = service.managerA, ticketId = service.ticketA, headers, url }: Recording = {},
): Promise<ApiResponse> =>
  service.call(caller, 'POST', listOf(ticketId), recordRequest(objectPath, fields), headers, url);

/** Where the attachments of a ticket are. */
export const listOf = (ticketId: string): string => `/api/tickets/${ticketId}/attachments`;

/** A granted upload. */
export async function grantUpload(
  service: RunningService,
  user: TestUser,
  query = '',
): Promise<UploadGrantResponse> {
  const { status, body } = await service.call(user, 'POST', `/api/attachments/upload${query}`);
  if (status !== 201) throw new Error(`no upload was granted: ${status}`);
  return uploadGrantResponse.parse(body);
}

/** A granted upload with its file. */
export async function storeUpload(
  service: RunningService,
  user: TestUser,
  content: string | Uint8Array<ArrayBuffer> = CONTENT,
): Promise<UploadGrantResponse> {
  const grant = await grantUpload(service, user);
  const status = await upload(grant.uploadURL, content);
  if (status !== 200) throw new Error(`the upload failed: ${status}`);
  return grant;
}

/** An attachment of a ticket whose file has the given content. */
export async function attach(
  service: RunningService,
  caller: TestUser,
  ticketId: string,
  content: string | Uint8Array<ArrayBuffer> = CONTENT,
  fileName = 'oven.txt',
  fileType = 'text/plain',
): Promise<AttachmentResponse> {
  const { objectPath } = await storeUpload(service, caller, content);
  const fields = { fileName, fileType, fileSize: Buffer.byteLength(content) };
  const { status, body } = await record(service, objectPath, fields, { caller, ticketId });
  if (status !== 201) throw new Error(`the upload was not recorded: ${status}`);
  return attachmentResponse.parse(body);
}

/** The download URL of an attachment's file. */
export async function downloadUrlOf(service: RunningService, user: TestUser, id: string): Promise<string> {
  const { body } = await service.call(user, 'GET', `/api/attachments/${id}/download`);
  return downloadResponse.parse(body).downloadURL;
}

/** PUTs bytes as a browser does: with the URL only, without a cookie. */
export async function upload(
  uploadURL: string,
  bytes: Uint8Array<ArrayBuffer> | string,
  type: string | null = 'image/png',
): Promise<number> {
  const response = await fetch(uploadURL, {
    method: 'PUT',
    body: Buffer.from(bytes),
    headers: type === null ? {} : { 'content-type': type },
  });
  await response.arrayBuffer();
  return response.status;
}

/** GETs a download URL as a browser does. */
export async function download(url: string): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const response = await fetch(url);
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

/** The names of the fields in a 400 or 422. */
export function faultyFields({ body }: ApiResponse): string[] {
  return Object.keys(z.object({ errors: z.record(z.string(), z.unknown()) }).parse(body).errors);
}

/** A problem without its request id, for comparison. */
export function withoutRequestId({ status, body }: ApiResponse): unknown {
  return { status, body: problemSchema.omit({ requestId: true }).parse(body) };
}

/**
 * Inserts a row as svc-core does.
 * @returns its id
 */
async function insert({ admin }: TestBackends, table: string, columns: object): Promise<string> {
  const places = Object.keys(columns).map((_name, index) => `$${index + 1}`);
  const { rows } = await admin.query<{ id: string }>(
    `INSERT INTO core.${table} (${Object.keys(columns).join()}) VALUES (${places.join()}) RETURNING *`,
    Object.values(columns),
  );
  return rows[0]?.id ?? '';
}

const assign = (backends: TestBackends, { userId }: TestUser, locationId: string) =>
  insert(backends, 'manager_assignments', { manager_id: userId, location_id: locationId });

/** Another manager of location A. */
export async function insertManager({
  backends,
  config,
  locationA,
}: Pick<RunningService, 'backends' | 'config' | 'locationA'>): Promise<TestUser> {
  const manager = await createTestUser(backends, config, { role: 'district_manager' });
  await assign(backends, manager, locationA);
  return manager;
}

/** A location with a manager. */
export async function insertLocation(
  backends: TestBackends,
  storeNumber: string,
  manager: TestUser,
): Promise<string> {
  const address = { address: '1 Main St', city: 'Springfield', state: 'IL', zip_code: '62701' };
  const columns = { ...address, name: storeNumber, store_number: storeNumber, timezone: 'America/Chicago' };
  const id = await insert(backends, 'locations', columns);
  await assign(backends, manager, id);
  return id;
}

/** A ticket of a location. */
export const insertTicket = (backends: TestBackends, locationId: string): Promise<string> =>
  insert(backends, 'tickets', {
    title: 'Oven',
    description: 'Does not heat',
    location_id: locationId,
    ticket_type: 'repair',
  });

/**
 * A comment on a ticket.
 * @param author the id of a user; null for somebody without an account
 */
export const insertComment = (
  backends: TestBackends,
  ticketId: string,
  author: string | null,
): Promise<string> =>
  insert(backends, 'ticket_comments', { ticket_id: ticketId, author_id: author, body: 'See the picture' });

/** The step of {@link insertRun}. */
export const STEP_ID = '01890000-0000-7000-8000-0000000000aa';

/** A run of a checklist with one step at location A. */
export async function insertRun({
  backends,
  locationA,
}: Pick<RunningService, 'backends' | 'locationA'>): Promise<string> {
  const steps = JSON.stringify([{ id: STEP_ID, text: 'Floor' }]);
  const checklist_id = await insert(backends, 'checklists', { name: randomUUID(), steps });
  return insert(backends, 'checklist_runs', { checklist_id, name: 'Opening', steps, location_id: locationA });
}

/**
 * A report on a ticket, as svc-core records it.
 * @param commentId of the comment with which it joined the ticket
 */
export async function insertReport(
  backends: TestBackends,
  ticketId: string,
  commentId: string | null = null,
): Promise<{ id: string; token: string }> {
  const token = newToken();
  const id = await insert(backends, 'intake_reports', {
    ticket_id: ticketId,
    comment_id: commentId,
    description: 'Does not heat',
    urgency: 'high',
    language: 'en',
    tracking_hash: createHash('sha256').update(token).digest(),
  });
  return { id, token };
}

/** A job of a vendor for a ticket, and the token of its link. */
export async function insertJob(
  backends: TestBackends,
  ticketId: string,
  more: object = {},
): Promise<{ id: string; token: string }> {
  const token = newToken();
  const id = await insert(backends, 'vendor_jobs', {
    ticket_id: ticketId,
    vendor_id: await insert(backends, 'vendors', { name: `Vendor ${randomUUID()}` }),
    email: 'service@example.com',
    state: 'accepted',
    token_hash: createHash('sha256').update(token).digest(),
    ...more,
  });
  return { id, token };
}

/** A small picture of one colour. */
export const picture = async (format: 'jpeg' | 'png' = 'jpeg'): Promise<Buffer<ArrayBuffer>> => {
  const plain = sharp({ create: { width: 640, height: 480, channels: 3, background: '#a33' } });
  return Buffer.from(await plain.toFormat(format).toBuffer());
};

/** Polls until `work` returns something other than undefined and false, at most 50 s, on a busy machine. */
export async function until<Result>(work: () => Promise<Result | undefined | false>): Promise<Result> {
  for (let tries = 0; tries < 2000; tries += 1) {
    const result = await work();
    if (result !== undefined && result !== false) return result;
    await sleep(25);
  }
  throw new Error('this did not happen within 50 s');
}

/** A tracking token of the right form. */
export const newToken = (): string => {
  const characters = 'abcdefghijklmnopqrstuvwxyz234567';
  const some = Array.from({ length: 25 }, () => characters.charAt(randomInt(32)));
  return `${some.join('')}${'aeimquy4'.charAt(randomInt(8))}`;
};
