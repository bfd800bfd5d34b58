import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freePort } from '@mainstay/test-kit';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { attachmentResponse, downloadResponse } from '../src/attachments/attachments.schemas.ts';
import {
  multipartUploadResponse,
  type MultipartUploadResponse,
  signedPartResponse,
  uploadedPartResponse,
} from '../src/companion/companion.schemas.ts';
import { addressOf, FILE, PATH } from './companion-calls.ts';
import { type RunningService, runService, until } from './running-service.ts';

const MB = 1024 * 1024;
const SIZE = 300 * MB;
/** Part size of the specification: the file's size divided by 10000, but at least 5 MB (section 9). */
const PART = 5 * MB;
const PARTS = SIZE / PART;
const CONCURRENCY = 6;

/**
 * On a busy machine a part takes as long as the service keeps an idle connection: one that is used again just then is
 * closed, and the request fails.
 */
const ONE_CONNECTION_EACH = { connection: 'close' };

/** Every part has different content, generated on the fly. */
const partBytes = (number: number): Buffer<ArrayBuffer> =>
  Buffer.alloc(PART, `part ${number} of a boiler's manual. `);

let service: RunningService;
let url: string;
/** A separate process as in production, because the test's own memory would distort the measurement. */
let replica: ChildProcess;
beforeAll(async () => {
  service = await runService();
  const port = String(await freePort());
  url = `http://127.0.0.1:${port}`;
  replica = spawn(process.execPath, ['dist/main.js'], {
    env: {
      ...process.env,
      ...service.backends.envFor('svc_attachments'),
      PORT: port,
      PUBLIC_URL: url,
      STORAGE_DIR: service.directory,
      MAX_ATTACHMENT_BYTES: String(SIZE),
      NODE_OPTIONS: '--max-semi-space-size=2',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await until(() =>
    fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
}, 120_000);
afterAll(async () => {
  const exited = once(replica, 'exit');
  replica.kill();
  await exited;
  await service.close();
});

async function call(method: string, path: string, body?: unknown): Promise<unknown> {
  const { managerA } = service;
  const response = await service.call(managerA, method, path, body, ONE_CONNECTION_EACH, url);
  if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status}`);
  return response.body;
}
const begin = async () => multipartUploadResponse.parse(await call('POST', `${PATH}/multipart`, FILE));
const arrivedParts = async (upload: MultipartUploadResponse) =>
  z.array(uploadedPartResponse).parse(await call('GET', addressOf(upload)));

/** Read from the operating system, because the service's own response would use memory. */
async function residentBytes(): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(replica.pid)]);
  return Number(stdout) * 1024;
}

/** Sends the parts, six at a time, and ends once `stopAfter` are complete, while the others are being sent. */
async function sendParts(
  upload: MultipartUploadResponse,
  numbers: number[],
  stopAfter = Infinity,
): Promise<number> {
  const stop = new AbortController();
  const waiting = [...numbers];
  let sent = 0;
  const worker = async () => {
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
      try {
        const signed = signedPartResponse.parse(await call('GET', addressOf(upload, `/${number}`)));
        const response = await fetch(signed.url, {
          method: 'PUT',
          headers: ONE_CONNECTION_EACH,
          body: partBytes(number),
          signal: stop.signal,
        });
        await response.arrayBuffer();
        expect(response.status).toBe(200);
      } catch (error) {
        if (stop.signal.aborted) return;
        throw error;
      }
      sent += 1;
      if (sent === stopAfter) stop.abort();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return sent;
}

/** Completes and records an upload. Returns the attachment's id. */
async function finish(upload: MultipartUploadResponse, fileSize: number): Promise<string> {
  const parts = (await arrivedParts(upload)).map(({ PartNumber, ETag }) => ({ PartNumber, ETag }));
  await call('POST', addressOf(upload, '/complete'), { parts });
  const record = { fileName: 'manual.pdf', fileSize, objectPath: upload.key };
  return attachmentResponse.parse(await call('POST', `/api/tickets/${service.ticketA}/attachments`, record))
    .id;
}

const numbersTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

it('is uploaded in parts, interrupted and resumed, and adds less than 32 MB to the memory needed for 30 MB', async () => {
  // As many parts as are sent concurrently, to reach the working set: what ten times as many add is measured.
  const warmUp = await begin();
  await sendParts(warmUp, numbersTo(CONCURRENCY));
  await finish(warmUp, CONCURRENCY * PART);

  const measured = new AbortController();
  const before = await residentBytes();
  let most = before;
  const watching = (async () => {
    while (!measured.signal.aborted) {
      most = Math.max(most, await residentBytes());
      await sleep(50);
    }
  })();

  const upload = await begin();
  const first = await sendParts(upload, numbersTo(PARTS), 25);
  const arrived = await arrivedParts(upload);
  expect(first).toBeGreaterThanOrEqual(25);
  expect(arrived.length).toBeGreaterThanOrEqual(25);
  expect(arrived.length).toBeLessThan(PARTS);
  expect(arrived.map(({ Size }) => Size)).toEqual(arrived.map(() => PART));

  const missing = numbersTo(PARTS).filter((number) => !arrived.some((part) => part.PartNumber === number));
  expect(await sendParts(upload, missing)).toBe(missing.length);
  const id = await finish(upload, SIZE);
  measured.abort();
  await watching;
  const growth = (most - before) / MB;
  process.stderr.write(`300 MB in ${PARTS} parts: the service grew by ${growth.toFixed(1)} MB\n`);
  expect(growth).toBeLessThan(32);

  const sent = createHash('sha256');
  for (const number of numbersTo(PARTS)) sent.update(partBytes(number));
  const { downloadURL } = downloadResponse.parse(await call('GET', `/api/attachments/${id}/download`));
  const received = createHash('sha256');
  const { body } = await fetch(downloadURL);
  if (!body) throw new Error('no body');
  for await (const chunk of body as AsyncIterable<Uint8Array>) received.update(chunk);
  expect(received.digest('hex')).toBe(sent.digest('hex'));
}, 180_000);
