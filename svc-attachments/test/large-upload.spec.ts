import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@mainstay/test-kit';
import {
  createTestBackends,
  createTestUser,
  type TestBackends,
  type TestUser,
} from '@mainstay/service-kit/testing';
import { loadConfig } from '@mainstay/service-kit';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { configSchema } from '../src/config.ts';
import { insertLocation, insertTicket } from './running-service.ts';

const MB = 1024 * 1024;
const SIZE = 300 * MB;
/** Part size of the specification: the file's size divided by 10000, but at least 5 MB (section 9). */
const PART = Math.max(5 * MB, Math.ceil(SIZE / 10_000));
const PARTS = Math.ceil(SIZE / PART);
const CONCURRENCY = 6;

/**
 * On a busy machine a part takes as long as the service keeps an idle connection: one that is used again just then is
 * closed, and the request fails.
 */
const ONE_CONNECTION_EACH = { connection: 'close' };

/** Every part has different content, generated on the fly. */
const partBytes = (number: number): Buffer<ArrayBuffer> =>
  Buffer.alloc(Math.min(PART, SIZE - (number - 1) * PART), `part ${number} of a boiler's manual. `);

describe('a file of 300 MB', () => {
  let backends: TestBackends;
  let directory: string;
  let url: string;
  let service: ChildProcess;
  let user: TestUser;
  let ticketId: string;
  beforeAll(async () => {
    backends = await createTestBackends();
    directory = await mkdtemp(join(tmpdir(), 'large-'));
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const env = {
      ...backends.envFor('svc_attachments'),
      PORT: String(port),
      PUBLIC_URL: url,
      STORAGE_DIR: directory,
      MAX_ATTACHMENT_BYTES: String(SIZE),
    };
    const config = loadConfig(configSchema, env);
    user = await createTestUser(backends, config, { role: 'district_manager' });
    ticketId = await insertTicket(backends, await insertLocation(backends, 'L', user));
    // A separate process as in production, because the test's own memory would distort the measurement.
    service = spawn(process.execPath, ['dist/main.js'], {
      env: { ...process.env, ...env, NODE_OPTIONS: '--max-semi-space-size=2' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await untilReady();
  }, 120_000);
  afterAll(async () => {
    const exited = new Promise((resolve) => service.once('exit', resolve));
    service.kill();
    await exited;
    await backends.close();
    await rm(directory, { recursive: true });
  });

  async function untilReady(): Promise<void> {
    for (let tries = 0; tries < 600; tries += 1) {
      const response = await fetch(`${url}/health/ready`).catch(() => undefined);
      await response?.arrayBuffer();
      if (response?.ok) return;
      await sleep(100);
    }
    throw new Error('the service does not start');
  }
  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...ONE_CONNECTION_EACH,
        cookie: user.cookie,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }
  const addressOf = ({ uploadId, key }: MultipartUploadResponse, suffix = '') =>
    `/api/attachments/s3/multipart/${uploadId}${suffix}?key=${key}`;
  /** Read from the operating system, because the service's own response would use memory. */
  async function residentBytes(): Promise<number> {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(service.pid)]);
    return Number(stdout) * 1024;
  }
  async function sendPart(
    upload: MultipartUploadResponse,
    number: number,
    signal: AbortSignal,
  ): Promise<void> {
    const { url: target } = signedPartResponse.parse(await call('GET', addressOf(upload, `/${number}`)));
    const response = await fetch(target, {
      method: 'PUT',
      headers: ONE_CONNECTION_EACH,
      body: partBytes(number),
      signal,
    });
    await response.arrayBuffer();
    expect(response.status).toBe(200);
  }
  /** Sends the parts, six at a time. Returns how many were complete before the signal. */
  async function sendParts(
    upload: MultipartUploadResponse,
    numbers: number[],
    stop: AbortController,
    stopAfter: number,
  ) {
    const waiting = [...numbers];
    let sent = 0;
    const worker = async () => {
      for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
        try {
          await sendPart(upload, number, stop.signal);
        } catch (error) {
          if (stop.signal.aborted) return;
          throw error;
        }
        sent += 1;
        // The other parts are being sent at this moment.
        if (sent === stopAfter) stop.abort();
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    return sent;
  }

  /**
   * Uploads a file with as many parts as are sent concurrently, to reach the working set. The test measures what ten
   * times as many parts add.
   */
  async function warmUp(): Promise<void> {
    const upload = multipartUploadResponse.parse(
      await call('POST', '/api/attachments/s3/multipart', { filename: 'warm-up.bin', type: 'x/y' }),
    );
    const numbers = Array.from({ length: CONCURRENCY }, (_, index) => index + 1);
    await sendParts(upload, numbers, new AbortController(), Infinity);
    const arrived = z.array(uploadedPartResponse).parse(await call('GET', addressOf(upload)));
    const parts = arrived.map(({ PartNumber, ETag }) => ({ PartNumber, ETag }));
    await call('POST', addressOf(upload, '/complete'), { parts });
    await call('POST', `/api/tickets/${ticketId}/attachments`, {
      fileName: 'warm-up.bin',
      fileSize: CONCURRENCY * PART,
      objectPath: upload.key,
    });
  }

  it('is uploaded in parts, interrupted and resumed, and adds less than 32 MB to the memory needed for 30 MB', async () => {
    await warmUp();

    const measured = new AbortController();
    const before = await residentBytes();
    let most = before;
    const watch = (async () => {
      while (!measured.signal.aborted) {
        most = Math.max(most, await residentBytes());
        await sleep(50);
      }
    })();

    const upload = multipartUploadResponse.parse(
      await call('POST', '/api/attachments/s3/multipart', {
        filename: 'manual.pdf',
        type: 'application/pdf',
      }),
    );
    const all = Array.from({ length: PARTS }, (_, index) => index + 1);
    const first = await sendParts(upload, all, new AbortController(), 25);
    const there = async () => z.array(uploadedPartResponse).parse(await call('GET', addressOf(upload)));
    const arrived = await there();
    expect(arrived.length).toBeGreaterThanOrEqual(25);
    expect(arrived.length).toBeLessThan(PARTS);
    expect(arrived.map(({ Size }) => Size)).toEqual(arrived.map(() => PART));

    const missing = all.filter((number) => !arrived.some(({ PartNumber }) => PartNumber === number));
    const second = await sendParts(upload, missing, new AbortController(), Infinity);
    expect(first).toBeGreaterThanOrEqual(25);
    expect(second).toBe(missing.length);
    const parts = (await there()).map(({ PartNumber, ETag }) => ({ PartNumber, ETag }));
    await call('POST', addressOf(upload, '/complete'), { parts });
    const recorded = attachmentResponse.parse(
      await call('POST', `/api/tickets/${ticketId}/attachments`, {
        fileName: 'manual.pdf',
        fileType: 'application/pdf',
        fileSize: SIZE,
        objectPath: upload.key,
      }),
    );
    measured.abort();
    await watch;
    const growth = (most - before) / MB;
    process.stderr.write(`300 MB in ${PARTS} parts: the service grew by ${growth.toFixed(1)} MB\n`);
    expect(growth).toBeLessThan(32);

    const sent = createHash('sha256');
    for (const number of all) sent.update(partBytes(number));
    const { downloadURL } = downloadResponse.parse(
      await call('GET', `/api/attachments/${recorded.id}/download`),
    );
    const received = createHash('sha256');
    const { body } = await fetch(downloadURL);
    if (!body) throw new Error('no body');
    for await (const chunk of body as AsyncIterable<Uint8Array>) received.update(chunk);
    expect(received.digest('hex')).toBe(sent.digest('hex'));
  }, 180_000);
});
