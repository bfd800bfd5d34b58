import { type ApiResponse, attachFile, type Caller, signIn, targetOf, textOf } from '@mainstay/test-kit';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { atLeast, type Figure, measured, none, noneBut } from '../faults/fault.ts';
import { aTicket, failed, pathsOf, Traffic, type Visited } from '../faults/traffic.ts';
import type { Composition } from './composition.ts';
import { documentBlock } from './document.ts';

/** With these pauses all writes stay below what a user may write in a minute. */
const LOAD = { readers: 4, writers: 2, pauseMs: 40, writePauseMs: 350 };
const FILE_PAUSE_MS = 1000;
const FILE_BYTES = 3000;
/** Before and after what is done under load. */
const PAUSE_MS = 3000;

/** The first administrator, as the page's block makes them. */
export const firstAdministrator = z
  .object({ email: z.string(), password: z.string() })
  .parse(JSON.parse(/--data '(.*)'/.exec(documentBlock('first-administrator', {}))?.[1] ?? '{}'));

/** Signs the first administrator in and makes a location with a ticket. */
export async function makeWorld(composition: Composition): Promise<Visited> {
  const { email, password } = firstAdministrator;
  const admin = await signIn(targetOf(composition.url), email, password);
  const location = { name: 'Pier', address: '1 Pier', city: 'Bath', state: 'ME', zipCode: '04530' };
  const created = await admin.ask('POST', '/api/locations', { ...location, storeNumber: 'S-1' });
  const locationId = textOf(created, 'id');
  const ticketId = textOf(await admin.ask('POST', '/api/tickets', { ...aTicket, locationId }), 'id');
  return {
    admin,
    manager: admin,
    locationId,
    ticketId,
    paths: pathsOf(ticketId),
    async ticketsTitled(start) {
      const rows = await composition.query(
        `SELECT id || ' ' || title FROM core.tickets WHERE starts_with(title, '${start}')`,
      );
      return rows.map((row) => ({ id: row.slice(0, 36), title: row.slice(37) }));
    },
  };
}

/** Does something while people read, write and exchange files through the load balancer; no request is repeated. */
export async function underLoad(
  composition: Composition,
  world: Visited,
  work: () => Promise<unknown>,
): Promise<Figure[]> {
  const traffic = new Traffic(world, LOAD);
  const files: ApiResponse[] = [];
  const over = new AbortController();
  const exchanging = exchangeFiles(composition, world, files, over.signal);
  try {
    await sleep(PAUSE_MS);
    const begun = performance.now();
    await work();
    const seconds = (performance.now() - begun) / 1000;
    await sleep(PAUSE_MS);
    over.abort();
    await Promise.all([traffic.stop(), exchanging]);
    return [
      measured('it took', seconds, 's'),
      atLeast('requests', traffic.responses.length + files.length, 100),
      noneBut('failed reads', traffic.reads, 200),
      none('failed creations', failed(traffic.firstTries, 201)),
      noneBut('failed calls about files', files, 200, 201),
      ...(await traffic.verify()),
    ];
  } finally {
    over.abort();
    await Promise.all([traffic.stop(), exchanging]);
  }
}

async function exchangeFiles(
  composition: Composition,
  { admin, ticketId }: Visited,
  files: ApiResponse[],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await exchangeFile(composition, admin, ticketId, files).catch((error: unknown) => {
      const request = `a file: ${String(error)}`;
      files.push({ request, status: 0, headers: {}, text: '', body: undefined, milliseconds: 0 });
    });
    await sleep(FILE_PAUSE_MS);
  }
}

/**
 * A file up and down again.
 * @throws when it does not come back as it was
 */
async function exchangeFile(
  { url }: Composition,
  admin: Caller,
  ticketId: string,
  files: ApiResponse[],
): Promise<void> {
  const bytes = randomBytes(FILE_BYTES);
  const ask = async (method: string, path: string, body?: unknown): Promise<ApiResponse> => {
    const response = await admin.ask(method, path, body);
    files.push(response);
    return response;
  };
  const id = await attachFile({ ask }, ticketId, bytes, (address) => storage('PUT', address, url, bytes));
  const permitted = await ask('GET', `/api/attachments/${id}/download`);
  const received = await storage('GET', textOf(permitted, 'downloadURL'), url);
  if (!bytes.equals(received)) throw new Error('it came back with other bytes');
}

/**
 * A request to the storage, as a browser makes it.
 * @throws when it fails
 */
async function storage(
  method: string,
  address: string,
  base: string,
  body?: Uint8Array<ArrayBuffer>,
): Promise<Buffer> {
  const signal = AbortSignal.timeout(15e3);
  const response = await fetch(new URL(address, base), { method, signal, ...(body && { body }) });
  if (!response.ok) throw new Error(`${method} to the storage returned ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}
