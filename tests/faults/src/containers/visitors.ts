import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { ApiResponse } from '../faults/caller.ts';
import { atLeast, type Figure, none, noneBut } from '../faults/fault.ts';
import type { Composition } from './composition.ts';
import type { World } from './world.ts';

const READERS = 4;
const WRITERS = 2;
/** Between two requests of one person. With it all writes stay below what a user may write in a minute. */
const READ_PAUSE_MS = 40;
const WRITE_PAUSE_MS = 350;
const FILE_PAUSE_MS = 1000;
const FILE_BYTES = 3000;

const grantOf = z.object({ uploadURL: z.string(), objectPath: z.string() });
const createdOf = z.object({ id: z.string() });
const downloadOf = z.object({ downloadURL: z.string() });

/** People who read, write and exchange files through the load balancer until they are stopped; no request is sent twice. */
export class Visitors {
  private readonly composition: Composition;
  private readonly world: World;
  private readonly run = `visit ${randomUUID()}`;
  private readonly reads: ApiResponse[] = [];
  private readonly writes: ApiResponse[] = [];
  private readonly files: ApiResponse[] = [];
  private readonly begun = performance.now();
  private isOver = false;
  private readonly people: Promise<void>[];

  constructor(composition: Composition, world: World) {
    this.composition = composition;
    this.world = world;
    this.people = [
      ...Array.from({ length: READERS }, (_, index) => this.read(index)),
      ...Array.from({ length: WRITERS }, () => this.write()),
      this.exchangeFiles(),
    ];
  }

  /** Resolves when every visitor has received the last response. */
  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.people);
  }

  /** Ends the load and counts. @param leastRequests below which the load shows nothing */
  async stop(leastRequests: number): Promise<Figure[]> {
    await this.end();
    const acknowledged = this.writes.filter(({ status }) => status === 201);
    const rows = await this.composition.query(
      `SELECT id || ' ' || title FROM core.tickets WHERE starts_with(title, '${this.run}')`,
    );
    const [ids, titles] = [0, 37].map(
      (from) => new Set(rows.map((row) => row.slice(from, from === 0 ? 36 : undefined))),
    );
    const lost = acknowledged.filter(({ body }) => !ids?.has(createdOf.parse(body).id));
    const all = [...this.reads, ...this.writes, ...this.files];
    return [
      atLeast('requests', all.length, leastRequests),
      noneBut('failed reads', this.reads, 200),
      noneBut('failed creations', this.writes, 201),
      noneBut('failed calls about files', this.files, 200, 201),
      none('acknowledged creations lost', lost.length),
      none('created twice', rows.length - (titles?.size ?? 0)),
    ];
  }

  /** Records a response, and reports an unexpected one at once. */
  private note(responses: ApiResponse[], response: ApiResponse): ApiResponse {
    responses.push(response);
    if (response.status !== 200 && response.status !== 201) {
      const second = ((performance.now() - this.begun) / 1000).toFixed(1);
      const { request, status, milliseconds } = response;
      console.error(`  after ${second} s: ${request} returned ${status} in ${Math.round(milliseconds)} ms`);
    }
    return response;
  }

  private async read(index: number): Promise<void> {
    const { admin, ticketId } = this.world;
    // A page, and one of every service.
    const paths = ['/', '/api/tickets?limit=10', '/api/user', `/api/tickets/${ticketId}/attachments`];
    for (let turn = index; !this.isOver; turn += 1) {
      this.note(this.reads, await admin.ask('GET', paths[turn % paths.length] ?? ''));
      await sleep(READ_PAUSE_MS);
    }
  }

  private async write(): Promise<void> {
    const { admin, locationId } = this.world;
    while (!this.isOver) {
      const key = randomUUID();
      const ticket = {
        title: `${this.run} ${key}`,
        description: 'Written meanwhile.',
        locationId,
        ticketType: 'repair',
      };
      this.note(this.writes, await admin.ask('POST', '/api/tickets', ticket, { 'idempotency-key': key }));
      await sleep(WRITE_PAUSE_MS);
    }
  }

  private async exchangeFiles(): Promise<void> {
    while (!this.isOver) {
      await this.exchangeFile();
      await sleep(FILE_PAUSE_MS);
    }
  }

  private async exchangeFile(): Promise<void> {
    const { admin, ticketId } = this.world;
    const bytes = randomBytes(FILE_BYTES);
    const ask = async (method: string, path: string, body?: object): Promise<ApiResponse> =>
      this.note(this.files, await admin.ask(method, path, body));
    const grant = grantOf.safeParse((await ask('POST', '/api/attachments/upload')).body);
    if (!grant.success) return;
    const { uploadURL, objectPath } = grant.data;
    if ((await this.storage('PUT', uploadURL, bytes)).status !== 200) return;
    const file = { fileName: 'noise.bin', fileSize: FILE_BYTES, objectPath };
    const recorded = createdOf.safeParse(
      (await ask('POST', `/api/tickets/${ticketId}/attachments`, file)).body,
    );
    if (!recorded.success) return;
    const permitted = downloadOf.safeParse(
      (await ask('GET', `/api/attachments/${recorded.data.id}/download`)).body,
    );
    if (!permitted.success) return;
    const { body } = await this.storage('GET', permitted.data.downloadURL);
    if (body instanceof Uint8Array && bytes.equals(body)) return;
    this.note(this.files, {
      request: 'GET other bytes than were put',
      status: 0,
      milliseconds: 0,
      body,
      etag: '',
    });
  }

  /** A request to the storage, as a browser makes it. */
  private async storage(method: string, url: string, body?: Uint8Array<ArrayBuffer>): Promise<ApiResponse> {
    const begun = performance.now();
    const absolute = new URL(url, this.composition.url);
    const response = await fetch(absolute, {
      method,
      signal: AbortSignal.timeout(15e3),
      ...(body && { body }),
    }).catch(() => undefined);
    return this.note(this.files, {
      request: `${method} ${absolute.origin}`,
      status: response?.status ?? 0,
      milliseconds: performance.now() - begun,
      body: response && new Uint8Array(await response.arrayBuffer()),
      etag: '',
    });
  }
}
