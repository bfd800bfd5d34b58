import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { startSystem, type System } from './running-gateway.ts';

const id = '019c2f0e-7c1d-7aaa-8bbb-0123456789ab';
const megabyte = 1024 * 1024;

let system: System;
beforeAll(async () => {
  system = await startSystem({ STORAGE_ORIGIN: 'https://files.example.com' });
});
afterAll(() => system.stop());

describe('what a service gets', () => {
  it('is a new request id, the same as the browser gets', async () => {
    const response = await system.gateway.ask('/api/tickets', { headers: { 'X-Request-Id': 'mine' } });
    const requestId = response.headers['x-request-id'];
    expect(requestId).toMatch(/^[0-9a-f]{32}$/);
    expect(response.seen().headers['x-request-id']).toBe(requestId);

    const next = await system.gateway.ask('/api/tickets');
    expect(next.headers['x-request-id']).not.toBe(requestId);
  });

  it('is the real address of the client, not one that it claims', async () => {
    const response = await system.gateway.ask('/api/tickets', {
      headers: {
        Host: 'stores.example.com:8080',
        'X-Forwarded-For': '203.0.113.9',
        'X-Forwarded-Proto': 'https',
        'X-Forwarded-Host': 'evil.example.com',
        'X-Forwarded-Port': '443',
        'X-Real-IP': '203.0.113.9',
        Forwarded: 'for=203.0.113.9',
      },
    });
    const { headers } = response.seen();
    expect(headers).toMatchObject({
      host: 'stores.example.com:8080',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
    });
    for (const name of ['x-forwarded-host', 'x-forwarded-port', 'x-real-ip', 'forwarded']) {
      expect(headers).not.toHaveProperty(name);
    }
  });

  it('is the cookie, the body and the precondition', async () => {
    const response = await system.gateway.ask(`/api/tickets/${id}`, {
      method: 'PATCH',
      headers: { Cookie: 'sid=1', 'If-Match': '"7"', 'Content-Type': 'application/json' },
      body: '{"status":"solved"}',
    });
    expect(response.seen()).toMatchObject({
      method: 'PATCH',
      headers: { cookie: 'sid=1', 'if-match': '"7"', 'content-type': 'application/json' },
      bodyLength: 19,
    });
  });

  it('is the ETag that it sent, although compression weakens it on the way', async () => {
    const path = `/api/tickets/${id}?etag=v7&size=3000`;
    const read = await system.gateway.ask(path, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(read.headers.etag).toBe('W/"v7"');
    const changed = await system.gateway.ask(path, {
      method: 'PATCH',
      headers: { 'If-Match': read.headers.etag ?? '' },
    });
    expect(changed.seen().headers['if-match']).toBe('"v7"');
  });
});

describe('what the browser gets', () => {
  const pagePolicy = [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "worker-src 'self'",
    "img-src 'self' data: blob: https://*.gravatar.com https://files.example.com",
    "connect-src 'self' https://files.example.com",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
  const dataPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  it.each([
    ['/', pagePolicy],
    ['/tickets', pagePolicy],
    ['/assets/main.0a1b2c3d4e.js', pagePolicy],
    ['/assets/missing.js', dataPolicy],
    ['/api/docs', pagePolicy],
    ['/api/docs/start.js', pagePolicy],
    ['/api/docs/services.json', dataPolicy],
    ['/api/docs/core.json', dataPolicy],
    ['/config.json', dataPolicy],
    ['/remotes/registry.json', dataPolicy],
    ['/gateway/health', dataPolicy],
    ['/api/tickets', dataPolicy],
    ['/api/tickets?status=500', dataPolicy],
    ['/api/attachments/objects/1', dataPolicy],
    ['/api/nothing', dataPolicy],
  ])('%s carries the security headers once', async (path, policy) => {
    const { headers } = await system.gateway.ask(path);
    expect(headers).toMatchObject({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      server: 'nginx',
    });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  it('an API response is not cached, unless the service allows it', async () => {
    expect((await system.gateway.ask('/api/tickets')).headers['cache-control']).toBe('no-store');
    const own = await system.gateway.ask('/api/tickets?cache=private');
    expect(own.headers['cache-control']).toBe('private');
  });

  it('a large API response is compressed, a file is not', async () => {
    const list = await system.gateway.ask('/api/tickets?size=5000', {
      headers: { 'Accept-Encoding': 'gzip' },
    });
    expect(list.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(gunzipSync(list.body).length).toBeGreaterThan(5000);

    const file = await system.gateway.ask('/api/attachments/objects/1?size=5000', {
      headers: { 'Accept-Encoding': 'gzip' },
    });
    expect(file.headers['content-encoding']).toBeUndefined();
  });

  it.each([400, 401, 403, 404, 409, 413, 422, 429, 500, 503])(
    'an error of a service (%d) passes through untouched',
    async (status) => {
      const response = await system.gateway.ask(`/api/tickets?status=${status}`);
      expect(response.status).toBe(status);
      expect(response.seen().reached).toBe('svc-core');
    },
  );
});

describe('limits', () => {
  it('an API body may be 128 KB', async () => {
    const fits = await system.gateway.ask('/api/tickets', { method: 'POST', body: Buffer.alloc(128 * 1024) });
    expect(fits.seen().bodyLength).toBe(128 * 1024);
  });

  it.each([{}, { 'Transfer-Encoding': 'chunked' }])(
    'a longer one is refused with 413 as problem+json (%j)',
    async (headers) => {
      const before = system.upstreams.map((upstream) => upstream.count());
      const response = await system.gateway.ask('/api/tickets', {
        method: 'POST',
        headers: headers as Record<string, string>,
        body: Buffer.alloc(128 * 1024 + 1),
      });
      expect(response.status).toBe(413);
      expect(response.headers['content-type']).toBe('application/problem+json');
      expect(response.json()).toMatchObject({
        title: 'Content Too Large',
        detail: 'The request body is larger than this address accepts.',
        requestId: response.headers['x-request-id'],
      });
      expect(system.upstreams.map((upstream) => upstream.count())).toEqual(before);
    },
  );

  it.each([{}, { 'Transfer-Encoding': 'chunked' }, { 'Idempotency-Key': 'k' }])(
    'a file to import may be 2 MB, and nothing else of an import (%j)',
    async (headers) => {
      const post = (path: string, length: number) =>
        system.gateway.ask(path, {
          method: 'POST',
          headers: headers as Record<string, string>,
          body: Buffer.alloc(length),
        });
      expect((await post('/api/imports/locations', 2 * megabyte)).seen().bodyLength).toBe(2 * megabyte);
      expect((await post('/api/imports/locations', 2 * megabyte + 1)).status).toBe(413);
      expect((await post('/api/imports/1/apply', 128 * 1024 + 1)).status).toBe(413);
    },
  );

  it('a file may be 11 MB', async () => {
    const path = '/api/attachments/objects/1';
    const fits = await system.gateway.ask(path, { method: 'PUT', body: Buffer.alloc(11 * megabyte) });
    expect(fits.seen().bodyLength).toBe(11 * megabyte);
    const tooLarge = await system.gateway.ask(path, { method: 'PUT', body: Buffer.alloc(11 * megabyte + 1) });
    expect(tooLarge.status).toBe(413);
  });

  it.each([
    ['a line that is no request', 'what?\r\n\r\n', 400],
    ['a request without a host', 'GET /api/user HTTP/1.1\r\n\r\n', 400],
    ['headers beyond all measure', `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
    ['an address beyond all measure', `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414],
    ['an escaped NUL', 'GET /api/user%00 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
    [
      'a body of two lengths',
      'POST /api/tickets HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 35\r\n\r\nabcd',
      400,
    ],
    [
      'a body of a length and in chunks',
      'POST /api/tickets HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    [
      'a body in a coding of its own',
      'POST /api/tickets HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
      501,
    ],
  ])('%s gets a problem response, and reaches no service', async (_, request, status) => {
    const before = system.upstreams.map((upstream) => upstream.count());
    const socket = connect(system.gateway.port, '127.0.0.1');
    socket.end(request);
    const response = await text(socket);
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(response).toContain('Content-Type: application/problem+json');
    expect(response).toContain(`"status":${status},`);
    expect(system.upstreams.map((upstream) => upstream.count())).toEqual(before);
  });
});
