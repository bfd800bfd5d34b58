import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readServiceFiles } from '../src/service-files.ts';
import { startSystem, type System } from './running-gateway.ts';

const id = '019c2f0e-7c1d-7aaa-8bbb-0123456789ab';

/** Further ones are in the services' documents, below. */
const routes: [method: string, path: string, service: string][] = [
  ['GET', '/api/user', 'svc-auth'],
  ['GET', '/api/user/assigned-locations', 'svc-core'],
  ['GET', '/api/tickets?limit=50&q=a%2Fb', 'svc-core'],
  ['OPTIONS', '/api/tickets', 'svc-core'],
  ['PATCH', `/api/tickets/${id}`, 'svc-core'],
  ['GET', `/api/tickets/${id}/timeline`, 'svc-core'],
  ['POST', '/api/intake/k5vwy3x2l7d4mzq6taf5hbn2ca/reports', 'svc-core'],
  ['POST', `/api/tickets/${id}/attachments`, 'svc-attachments'],
  ['PUT', `/api/attachments/objects/${id}?signature=abc`, 'svc-attachments'],
  ['DELETE', '/api/attachments/s3/multipart/upload-1?key=a%2Fb', 'svc-attachments'],
  ['GET', '/api/docs/auth.json', 'svc-auth'],
  ['GET', '/api/docs/attachments.json', 'svc-attachments'],
];

/** Each would reach a service if it were taken for the address it resembles. */
const tricks = [
  '//api/user',
  '/api//user',
  '/api/tickets//attachments',
  `/api/tickets/${id}//attachments`,
  '/api/./user',
  '/api/../api/user',
  '/api/tickets/../user',
  '/api/tickets/%2e%2e/user',
  '/api/tickets/.%2E/user',
  '/api/tickets/..',
  '/api/user%2fassigned-locations',
  '/api/user%2Fassigned-locations',
  '/api/tickets/..%2fuser',
  '/api/tickets/..%5cuser',
  '/api/tickets\\..\\user',
  '/api/user%0a',
  '/api/user/',
  '/api/tickets/',
  `/api/tickets/${id}/attachments/`,
  '/api/attachments/objects/../../user',
  '/api/attachments/objects/%2e%2e/%2e%2e/user',
  '/assets/../api//user',
  '/API/user',
  '/Api/tickets',
  '/api/USER',
  '/api/Tickets',
];

const unknown = [
  '/api',
  '/api/',
  '/api/nothing',
  '/api/users',
  '/api/userss',
  '/api/user/other',
  '/api/ticketsandmore',
  '/api/attachments',
  '/api/admin',
  '/api/admin/reset-user-password/x',
  '/api/docs/other.json',
  '/api/docs/core',
  '/api/docs/coreXjson',
  '/api/docs/core.json/x',
  '/api/docs/../../package.json',
];

const services = readServiceFiles(join(import.meta.dirname, '../..')).map(({ name }) => `svc-${name}`);

let system: System;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

describe('routes', () => {
  it.each(routes)('%s %s reaches %s as it was sent', async (method, path, service) => {
    const response = await system.gateway.ask(path, { method });
    expect(response.status).toBe(200);
    expect(response.seen()).toMatchObject({ reached: service, method, path });
  });

  it.each([...tricks, ...unknown])('%s reaches no service', async (path) => {
    const before = system.upstreams.map((upstream) => upstream.count());
    const response = await system.gateway.ask(path);
    expect(response.status).toBe(404);
    expect(response.headers['content-type']).toBe('application/problem+json');
    expect(response.json()).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'There is nothing at this address.',
      requestId: response.headers['x-request-id'],
    });
    expect(system.upstreams.map((upstream) => upstream.count())).toEqual(before);
  });

  it.each([
    '/api/intake/',
    '/api/intake/a/',
    '/api/intake/..%2fa',
    '/api/intake//a',
    '/api/intake/track/%2e%2e',
  ])('%s has the bytes of the 404 of a service, as every unknown code', async (path) => {
    const response = await system.gateway.ask(path);
    expect([response.status, response.body.toString()]).toEqual([
      404,
      '{"type":"about:blank","title":"Not Found","status":404,' +
        '"detail":"Not found. This address does not exist, or is no longer valid."}',
    ]);
  });

  it('routes an escaped letter as the letter, and passes it on as it was sent', async () => {
    const response = await system.gateway.ask('/api/tick%65ts');
    expect(response.seen()).toMatchObject({ reached: 'svc-core', path: '/api/tick%65ts' });
  });

  it.each([
    '/health',
    '/health/live',
    '/health/ready',
    '/Health/live',
    '/metrics',
    '/gateway',
    '/gateway/problem',
  ])('%s is not reachable from outside', async (path) => {
    expect((await system.gateway.ask(path)).status).toBe(404);
  });

  it('has its own health check', async () => {
    const response = await system.gateway.ask('/gateway/health');
    expect(response.json()).toEqual({ status: 'ok' });
    expect(response.headers['cache-control']).toBe('no-store');
  });
});

describe.each(services)('every path that %s documents', (service) => {
  it('reaches it', async () => {
    const paths = documentedPaths(join(import.meta.dirname, '../..', service, 'openapi.json'));
    expect(paths).not.toEqual([]);
    for (const path of paths) {
      const response = await system.gateway.ask(path.replace(/\{[^}]+\}/g, id));
      expect({ path, status: response.status, reached: response.seen().reached }).toEqual({
        path,
        status: 200,
        reached: service,
      });
    }
  });
});

function documentedPaths(file: string): string[] {
  const document: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const hasPaths = typeof document === 'object' && document !== null && 'paths' in document;
  return hasPaths ? Object.keys(document.paths ?? {}) : [];
}
