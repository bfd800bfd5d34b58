import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freePort } from '@mainstay/test-kit';
import { loadConfig } from '@mainstay/service-kit';
import {
  createTestBackends,
  createTestUser,
  sessionKeyOf,
  type TestBackends,
} from '@mainstay/service-kit/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { configSchema } from '../src/config.ts';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  status: { code?: number };
  attributes: { key: string; value: object }[];
}
interface Export {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
}

const REQUEST_ID = '0123456789abcdef0123456789abcdef';
/** OTLP's number of the error status. */
const ERROR = 2;

/** A collector that stores the received spans. */
const spans: Span[] = [];
let collector: Server;
let backends: TestBackends;
let service: ChildProcess;
let url: string;
let cookie: string;
/** The session's key in Redis, and its id: no span may contain it. */
let key: string;
let sid: string;
beforeAll(async () => {
  backends = await createTestBackends();
  collector = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(body) as Export;
      spans.push(...resourceSpans.flatMap((resource) => resource.scopeSpans.flatMap((scope) => scope.spans)));
      response.end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const port = await freePort();
  const env = { ...backends.envFor('svc_core'), PORT: String(port), DEFAULT_TIMEZONE: 'UTC' };
  const { address, port: collectorPort } = collector.address() as AddressInfo;
  service = spawn(process.execPath, ['dist/main.js'], {
    env: {
      ...env,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://${address}:${collectorPort}`,
      OTEL_BSP_SCHEDULE_DELAY: '100',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) await sleep(50);
  const config = loadConfig(configSchema, env);
  ({ cookie } = await createTestUser(backends, config, { role: 'admin' }));
  key = sessionKeyOf({ backends, config }, { cookie });
  sid = key.split(':')[1] ?? '';
  expect(sid).not.toBe('');
}, 60_000);
afterAll(async () => {
  service.kill('SIGKILL');
  collector.closeAllConnections();
  collector.close();
  await backends.close();
});

/** Reads tickets with the session. Returns the status and the spans of that request, its own first. */
async function trace(requestId: string): Promise<{ status: number; own: Span; others: Span[] }> {
  const { status } = await fetch(`${url}/api/tickets?limit=1`, {
    headers: { cookie, 'x-request-id': requestId },
  });
  const ofRequest = () =>
    spans.find(({ attributes }) =>
      attributes.some(
        ({ key, value }) => key === 'mainstay.request_id' && JSON.stringify(value).includes(requestId),
      ),
    );
  let own = ofRequest();
  while (!own) {
    await sleep(50);
    own = ofRequest();
  }
  const { traceId, spanId } = own;
  return { status, own, others: spans.filter((span) => span.traceId === traceId && span.spanId !== spanId) };
}

const attributesOf = ({ attributes }: Span) => new Map(attributes.map(({ key, value }) => [key, value]));

it('sends the spans of a request and its statements with the id from the log', async () => {
  const { status, own, others } = await trace(REQUEST_ID);
  expect(status).toBe(200);
  expect(own.name).toBe('GET');
  expect(others.map(({ name }) => name)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^pg\.query:read-session-user/)]),
  );
  // Health checks are polled continuously and not traced.
  expect(JSON.stringify(spans)).not.toMatch(/\/health\//);
});

it("sends the spans of Redis' commands as children of the request's span, without their keys", async () => {
  const { own, others } = await trace('1123456789abcdef0123456789abcdef');
  const commands = others.filter(({ name }) => name.startsWith('redis-'));
  expect(commands.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([
    ['redis-GETEX', own.spanId],
  ]);
  const { hostname, port } = new URL(backends.envFor('svc_core')['REDIS_URL'] ?? '');
  expect(commands.map(attributesOf)).toEqual([
    new Map<string, object>([
      ['db.system.name', { stringValue: 'redis' }],
      ['db.operation.name', { stringValue: 'GETEX' }],
      ['db.query.text', { stringValue: 'GETEX' }],
      ['server.address', { stringValue: hostname }],
      ['server.port', { intValue: Number(port) }],
    ]),
  ]);
  expect(JSON.stringify(spans)).not.toContain(sid);
});

it('marks the span of a command that Redis rejects', async () => {
  await backends.redis.del(key);
  await backends.redis.lPush(key, 'not a session');
  const { status, others } = await trace('2123456789abcdef0123456789abcdef');
  expect(status).toBeGreaterThanOrEqual(500);
  expect(others.find(({ name }) => name === 'redis-GETEX')?.status.code).toBe(ERROR);
  // By now there were pings that monitor the connection.
  expect(spans.map(({ name }) => name)).not.toContain('redis-PING');
  expect(JSON.stringify(spans)).not.toContain(sid);
});
