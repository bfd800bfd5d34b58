import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { loadConfig } from '@mainstay/service-kit';
import {
  createTestBackends,
  createTestUser,
  freePort,
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
  attributes: { key: string; value: object }[];
}
interface Export {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
}

/** A collector that keeps what it is sent. */
const spans: Span[] = [];
let collector: Server;
let backends: TestBackends;
let service: ChildProcess;
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
});
afterAll(async () => {
  service.kill('SIGKILL');
  collector.closeAllConnections();
  collector.close();
  await backends.close();
});

it('sends the spans of a request, and its statements, with the id in the log', async () => {
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
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) await sleep(50);
  const { cookie } = await createTestUser(backends, loadConfig(configSchema, env), { role: 'admin' });
  const requestId = '0123456789abcdef0123456789abcdef';
  const headers = { cookie, 'x-request-id': requestId };
  expect((await fetch(`${url}/api/tickets?limit=1`, { headers })).status).toBe(200);

  const ofRequest = () =>
    spans.find(({ attributes }) =>
      attributes.some(
        ({ key, value }) => key === 'mainstay.request_id' && JSON.stringify(value).includes(requestId),
      ),
    );
  while (!ofRequest()) await sleep(50);
  const names = () => spans.filter(({ traceId }) => traceId === ofRequest()?.traceId).map(({ name }) => name);
  expect(names()).toEqual(
    expect.arrayContaining(['GET', expect.stringMatching(/^pg\.query:read-session-user/)]),
  );
  // Health is asked for all the time, and nothing of a session is told.
  expect(JSON.stringify(spans)).not.toMatch(/\/health\//);
  const [sessionId = ''] = /s%3A([\w-]+)/.exec(cookie)?.slice(1) ?? [];
  expect(sessionId).not.toBe('');
  expect(JSON.stringify(spans)).not.toContain(sessionId);
}, 60_000);
