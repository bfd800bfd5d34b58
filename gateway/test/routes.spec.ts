import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { readServiceFiles } from '../src/service-files.ts';
import { type Asked, startSystem, type System, words } from './running-gateway.ts';

const id = '019c2f0e-7c1d-7aaa-8bbb-0123456789ab';
const repository = join(import.meta.dirname, '../..');
const services = readServiceFiles(repository).map(({ name }) => `svc-${name}`);

let system: System;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

const ask = (path: string, asked?: Asked) => system.gateway.ask(path, asked);
const counts = () => system.upstreams.map((upstream) => upstream.count());

describe('routes', () => {
  /** Further ones are in the services' documents, below. */
  it.each([
    ['GET', '/api/tickets?limit=50&q=a%2Fb', 'svc-core'],
    ['OPTIONS', '/api/tickets', 'svc-core'],
    ['PUT', `/api/attachments/objects/${id}?signature=abc`, 'svc-attachments'],
    ['DELETE', '/api/attachments/s3/multipart/upload-1?key=a%2Fb', 'svc-attachments'],
    ['GET', '/api/docs/auth.json', 'svc-auth'],
    // An escaped letter is routed as the letter, and passed on as it was sent.
    ['GET', '/api/tick%65ts', 'svc-core'],
  ])('%s %s reaches %s as it was sent', async (method, path, service) => {
    const response = await ask(path, { method });
    expect(response.status).toBe(200);
    expect(response.seen()).toMatchObject({ reached: service, method, path });
  });

  // Each would reach a service if it were taken for the address it resembles.
  const doubtful = `//api/user /api//user /api/tickets//attachments /api/tickets/${id}//attachments /api/./user
    /api/../api/user /api/tickets/../user /api/tickets/%2e%2e/user /api/tickets/.%2E/user /api/tickets/..
    /api/user%2fassigned-locations /api/user%2Fassigned-locations /api/tickets/..%2fuser /api/tickets/..%5cuser
    /api/tickets\\..\\user /api/user%0a /api/user/ /api/tickets/ /api/tickets/${id}/attachments/
    /api/attachments/objects/../../user /api/attachments/objects/%2e%2e/%2e%2e/user /assets/../api//user
    /api/imports//locations /API/user /Api/tickets /api/USER /api/Tickets /API/imports/locations`;
  const nobodys = `/api /api/ /api/nothing /api/userss /api/user/other /api/ticketsandmore /api/attachments /api/admin
    /api/admin/reset-user-password/x /api/docs/other.json /api/docs/core /api/docs/coreXjson /api/docs/core.json/x
    /api/docs/../../package.json /health /health/live /Health/live /metrics /gateway /gateway/problem`;
  it.each(words(doubtful + ' ' + nobodys))('%s reaches no service', async (path) => {
    const before = counts();
    const response = await ask(path);
    expect([response.status, response.headers['content-type']]).toEqual([404, 'application/problem+json']);
    expect(response.json()).toEqual({
      type: '/problems/not_found',
      title: 'Not Found',
      status: 404,
      code: 'not_found',
      detail: 'There is nothing at this address.',
      requestId: response.headers['x-request-id'],
    });
    expect(counts()).toEqual(before);
  });

  it.each(words('/api/intake/ /api/intake/a/ /api/intake/..%2fa /api/intake//a /api/intake/track/%2e%2e'))(
    '%s has the bytes of the 404 of a service, as every unknown code',
    async (path) => {
      const response = await ask(path);
      expect([response.status, response.body.toString()]).toEqual([
        404,
        '{"type":"/problems/not_found","title":"Not Found","status":404,"code":"not_found",' +
          '"detail":"Not found. This address does not exist, or is no longer valid."}',
      ]);
    },
  );

  it('has its own health check', async () => {
    const response = await ask('/gateway/health');
    expect(response.json()).toEqual({ status: 'ok' });
    expect(response.headers['cache-control']).toBe('no-store');
  });
});

it.each(services)('every path that %s documents reaches it', async (service) => {
  const file = join(repository, service, 'openapi.json');
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as { paths: object };
  expect(Object.keys(paths)).not.toEqual([]);
  for (const path of Object.keys(paths)) {
    const response = await ask(path.replace(/\{[^}]+\}/g, id));
    expect([path, response.status, response.seen().reached]).toEqual([path, 200, service]);
  }
});

it('a service gets a new request id, the same as the browser', async () => {
  const ids = new Set<unknown>();
  for (let times = 0; times < 2; times += 1) {
    const response = await ask('/api/tickets', { headers: { 'X-Request-Id': 'mine' } });
    expect(response.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
    expect(response.seen().headers['x-request-id']).toBe(response.headers['x-request-id']);
    ids.add(response.headers['x-request-id']);
  }
  expect(ids.size).toBe(2);
});

it('a service gets cookie, body and precondition, and the address of the client, not one that it claims', async () => {
  const passed = {
    host: 'stores.example.com:8080',
    cookie: 'sid=1',
    'if-match': '"7"',
    'content-type': 'application/json',
  };
  const claims = {
    'x-forwarded-host': 'evil.example.com',
    'x-forwarded-port': '443',
    'x-real-ip': '203.0.113.9',
    forwarded: 'for=203.0.113.9',
  };
  const claimed = { ...claims, 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Proto': 'https' };
  const response = await ask(`/api/tickets/${id}`, {
    method: 'PATCH',
    headers: { ...passed, ...claimed },
    body: '{"status":"solved"}',
  });
  const { headers, ...seen } = response.seen();
  expect(seen).toMatchObject({ method: 'PATCH', bodyLength: 19 });
  expect(headers).toMatchObject({
    ...passed,
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'http',
  });
  for (const name of Object.keys(claims)) expect(headers).not.toHaveProperty(name);
  expect(response.headers).not.toHaveProperty('strict-transport-security');
});

it('a large API response is compressed, its ETag comes back as the service sent it; a file is not', async () => {
  const path = `/api/tickets/${id}?etag=v7&size=5000`;
  const list = await ask(path, { headers: { 'Accept-Encoding': 'gzip' } });
  expect(list.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding', etag: 'W/"v7"' });
  expect(gunzipSync(list.body).length).toBeGreaterThan(5000);
  const changed = await ask(path, { method: 'PATCH', headers: { 'If-Match': 'W/"v7"' } });
  expect(changed.seen().headers['if-match']).toBe('"v7"');
  const file = await ask('/api/attachments/objects/1?size=5000', { headers: { 'Accept-Encoding': 'gzip' } });
  expect(file.headers['content-encoding']).toBeUndefined();
});

it('an API response is not cached, unless the service allows it', async () => {
  expect((await ask('/api/tickets')).headers['cache-control']).toBe('no-store');
  expect((await ask('/api/tickets?cache=private')).headers['cache-control']).toBe('private');
});

it('an error of a service passes through untouched', async () => {
  for (const status of [400, 401, 403, 404, 409, 413, 422, 429, 500, 503]) {
    const response = await ask(`/api/tickets?status=${status}`);
    expect([response.status, response.seen().reached]).toEqual([status, 'svc-core']);
  }
});

describe('limits', () => {
  const [api, table, file] = [128 * 1024, 2 * 1024 * 1024, 11 * 1024 * 1024];
  const chunked = { 'Transfer-Encoding': 'chunked' };

  it.each<[path: string, method: string, most: number, headers: Record<string, string>]>([
    ['/api/tickets', 'POST', api, {}],
    ['/api/tickets', 'POST', api, chunked],
    ['/api/imports/1/apply', 'POST', api, {}],
    ['/api/imports/locations', 'POST', table, {}],
    ['/api/imports/locations', 'POST', table, chunked],
    ['/api/imports/locations', 'POST', table, { 'Idempotency-Key': 'k' }],
    ['/api/attachments/objects/1', 'PUT', file, {}],
  ])(
    '%s takes by %s a body of %d bytes (%j), and refuses a longer one',
    async (path, method, most, headers) => {
      expect((await ask(path, { method, headers, body: Buffer.alloc(most) })).seen().bodyLength).toBe(most);
      const before = counts();
      const response = await ask(path, { method, headers, body: Buffer.alloc(most + 1) });
      expect([response.status, response.headers['content-type']]).toEqual([413, 'application/problem+json']);
      expect(response.json()).toMatchObject({
        title: 'Content Too Large',
        detail: 'The request body is larger than this address accepts.',
      });
      // A file on its way is streamed.
      if (method !== 'PUT') expect(counts()).toEqual(before);
    },
  );

  const post = 'POST /api/tickets HTTP/1.1\r\nHost: x\r\n';
  it.each([
    ['a line that is no request', 'what?\r\n\r\n', 400],
    ['a request without a host', 'GET /api/user HTTP/1.1\r\n\r\n', 400],
    ['headers beyond all measure', `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
    ['an address beyond all measure', `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414],
    ['an escaped NUL', 'GET /api/user%00 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
    ['a body of two lengths', `${post}Content-Length: 4\r\nContent-Length: 35\r\n\r\nabcd`, 400],
    [
      'a body of a length and in chunks',
      `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['a body in a coding of its own', `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`, 501],
  ])('%s gets a problem response, and reaches no service', async (_, request, status) => {
    const before = counts();
    const socket = connect(system.gateway.port, '127.0.0.1');
    socket.end(request);
    const response = await text(socket);
    const problem = `^HTTP/1\\.1 ${status} [^]*Content-Type: application/problem\\+json[^]*"status":${status},`;
    expect(response).toMatch(new RegExp(problem));
    expect(counts()).toEqual(before);
  });
});
