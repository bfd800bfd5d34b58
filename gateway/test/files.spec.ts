import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { own, publishBuild, shared, writeFiles } from './builds.ts';
import {
  type ApiResponse,
  type Asked,
  prepareFolder,
  startSystem,
  type System,
  words,
} from './running-gateway.ts';

const immutable = 'public, max-age=31536000, immutable';
const script = 'text/javascript; charset=utf-8';
const json = 'application/json';
const html = 'text/html; charset=utf-8';
const code = 'abcdefghijklmnopqrstuvwxyz';
const stored = 'attachments/019c2f0e-7c1d-7aaa-8bbb-0123456789ab';

let system: System;
let version: string;
beforeAll(async () => {
  const plain = await prepareFolder();
  // A space in the path is nothing special.
  const folder = `${plain} with spaces`;
  await rename(plain, folder);
  await publishBuild(folder, 'intake', 'one');
  version = await publishBuild(folder, 'maintenance', 'one', {
    'remoteEntry.0a1b2c3d4e.js.map': '{"version":3}',
    'static/board.js': 'export const board = 1;\n'.repeat(100),
  });
  await writeFiles(folder, { [`storage/${stored}/object`]: '0123456789' });
  const settings = {
    BRAND_NAME: 'Joe\'s "Subs" \\ ${LISTEN} $uri <b>',
    ACCOUNT_SETTINGS_URL: 'https://id.example.com/me?a=1',
    PUBLIC_URL: 'https://stores.example.com',
    STORAGE_ORIGIN: 'https://files.example.com',
    STORAGE_DIR: join(folder, 'storage'),
    OFFLINE: 'off',
    TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8',
  };
  system = await startSystem(settings, folder);
});
afterAll(() => system.stop());

/** Paths may name the published version as VERSION, which is known only once it is published. */
const get = (path: string, headers: Record<string, string> = {}) =>
  system.gateway.ask(path.replace('VERSION', version), {
    headers: { 'accept-encoding': 'identity', ...headers },
  });

function textOf({ headers, body }: ApiResponse): string {
  const coding = headers['content-encoding'];
  return (
    coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body
  ).toString();
}

it.each([
  ['/', {}, 'signed-out'],
  ['/tickets', { cookie: 'theme=dark; other.mainstay.sid=1' }, 'signed-out'],
  ['/', { cookie: 'mainstay.sid=abc' }, 'index'],
  ['/tickets', { cookie: 'theme=dark; mainstay.sid=abc' }, 'index'],
  [`/r/${code}`, {}, 'report.en'],
  [`/R/${code.toUpperCase()}`, {}, 'report.en'],
  ['/r/', {}, 'report.en'],
  [`/t/${code}`, {}, 'track.en'],
  ...['es', 'es-MX,es;q=0.9,en;q=0.8', 'fr-CA, es;q=0.5', 'ES-419'].map(
    (accepted): [string, object, string] => ['/r', { 'accept-language': accepted }, 'report.es'],
  ),
  ...['en-US,en;q=0.9,es;q=0.8', 'fr, en, es', 'est, eng', 'de', '*'].map(
    (accepted): [string, object, string] => [`/t/${code}`, { 'accept-language': accepted }, 'track.en'],
  ),
  [`/r/${code}?lang=en`, { 'accept-language': 'es' }, 'report.en'],
  [`/t/${code}?lang=es`, {}, 'track.es'],
  [`/r/${code}?lang=fr`, { 'accept-language': 'es' }, 'report.es'],
])('%s asked for with %j is the page %s', async (path, headers, page) => {
  for (const encoding of ['identity', 'br'])
    expect(textOf(await get(path, { ...headers, 'accept-encoding': encoding }))).toContain(
      `<title>${page} one<`,
    );
});

const pictures = 'https://*.gravatar.com https://files.example.com';
const pagePolicy =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; worker-src 'self'; " +
  `img-src 'self' data: blob: ${pictures}; connect-src 'self' https://files.example.com; ` +
  "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const dataPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const publicPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
  "connect-src 'self' https://files.example.com; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Once each: Node would join two. */
function expectSecurityHeaders({ headers }: ApiResponse, policy: string): void {
  expect(headers).toMatchObject({
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': policy === publicPolicy ? 'no-referrer' : 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000',
    'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
    server: 'nginx',
  });
  expect(headers).not.toHaveProperty('x-powered-by');
  expect(headers['x-robots-tag']).toBe(policy === publicPolicy ? 'noindex, nofollow' : undefined);
}

it.each([
  ['/', 'no-cache', html, pagePolicy],
  ['/index.html', 'no-cache', html, pagePolicy],
  ['/some/deep/address', 'no-cache', html, pagePolicy],
  ['/assets/main.0a1b2c3d4e.js', immutable, script, pagePolicy],
  ['/assets/main.0a1b2c3d4e.css', immutable, 'text/css; charset=utf-8', pagePolicy],
  ['/assets/logo-0a1b2c3d.svg', immutable, 'image/svg+xml; charset=utf-8', pagePolicy],
  ['/assets/photo.0a1b2c3d.png', immutable, 'image/png', pagePolicy],
  ['/assets/unhashed.js', 'no-cache', script, pagePolicy],
  ['/favicon.ico', 'no-cache', 'image/x-icon', pagePolicy],
  ['/worker.js', 'no-cache', script, pagePolicy],
  ['/manifest.webmanifest', 'no-cache', 'application/manifest+json', pagePolicy],
  ['/config.json', 'no-store', json, dataPolicy],
  ['/remotes/registry.json', 'no-store', json, dataPolicy],
  ['/remotes/maintenance/VERSION/mf-manifest.json', 'no-cache', json, pagePolicy],
  ['/remotes/maintenance/VERSION/remoteEntry.0a1b2c3d4e.js', immutable, script, pagePolicy],
  ['/remotes/maintenance/VERSION/static/board.js', immutable, script, pagePolicy],
  [`/r/${code}`, 'no-cache', html, publicPolicy],
  [`/t/${code}`, 'no-cache', html, publicPolicy],
  [`/r/assets/${own('one')}`, immutable, script, publicPolicy],
  ['/api/docs', 'no-cache', html, pagePolicy],
  ['/api/docs/', 'no-cache', html, pagePolicy],
  ['/api/docs/start.js', 'no-cache', script, pagePolicy],
  ['/api/docs/references.js', 'no-cache', script, pagePolicy],
  ['/api/docs/page.css', 'no-cache', 'text/css; charset=utf-8', pagePolicy],
  ['/api/docs/api.md', 'no-cache', 'text/plain; charset=utf-8', dataPolicy],
  ['/api/docs/api-versions.md', 'no-cache', 'text/plain; charset=utf-8', dataPolicy],
  ['/api/docs/all.json', 'no-cache', json, dataPolicy],
  ['/api/docs/swagger-ui-bundle.js', 'no-cache', script, pagePolicy],
  ['/api/docs/swagger-ui.css', 'no-cache', 'text/css; charset=utf-8', pagePolicy],
  ['/api/docs/services.json', 'no-store', json, dataPolicy],
  ['/api/docs/core.json', 'no-store', 'application/json; charset=utf-8', dataPolicy],
  ['/api/tickets', 'no-store', 'application/json; charset=utf-8', dataPolicy],
  ['/api/attachments/objects/1', 'no-store', 'application/json; charset=utf-8', dataPolicy],
  ['/problems/not_found', 'no-cache', html, pagePolicy],
  ['/gateway/health', 'no-store', json, dataPolicy],
])('%s is kept as %s and is %s, with the security headers and %j', async (path, cache, type, policy) => {
  for (const encoding of ['identity', 'gzip', 'br, gzip']) {
    const response = await get(path, { 'accept-encoding': encoding });
    const { status, headers } = response;
    expect([status, headers['cache-control'], headers['content-type']]).toEqual([200, cache, type]);
    expectSecurityHeaders(response, policy);
  }
});

it.each(
  words(`/assets/missing.js /assets/missing /missing.0a1b2c3d4e.js /missing.css /other.html /assets/.hidden.js
    /assets/main.0a1b2c3d4e.js.br /assets/main.0a1b2c3d4e.js.gz /.git/config /remotes /remotes/.lock /remotes/nothing
    /remotes/maintenance/ /remotes/maintenance/0000/mf-manifest.json /remotes/maintenance/VERSION/missing.js
    /remotes/maintenance/VERSION/remoteEntry.0a1b2c3d4e.js.map /remotes/maintenance/VERSION/mf-manifest.json.br
    /remotes/maintenance/VERSION/../../.lock /remotes/shell/current/index.html /remotes/intake/current/report.en.html
    /shell/current/index.html /current/index.html /r/assets/missing.js /r/assets/${own('one')}.br /r/.env /api/nothing
    /gateway/objects/${stored}/object /api/../gateway/objects/${stored}/object //gateway/objects/${stored}/object`),
)('%s is a 404 and never the page', async (path) => {
  const response = await get(path);
  expect(response.status).toBe(404);
  expect(response.headers).toMatchObject({
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
  });
  if (!path.startsWith('/r/')) expectSecurityHeaders(response, dataPolicy);
});

it('returns 405 with Allow for methods other than GET and HEAD', async () => {
  const response = await system.gateway.ask('/tickets', { method: 'POST', body: '{}' });
  expect([response.status, response.headers.allow]).toEqual([405, 'GET, HEAD']);
  expect(response.json()).toMatchObject({ status: 405, title: 'Method Not Allowed' });
});

it('sends the registry without an ETag, which two publications within a second would share', async () => {
  const response = await get('/remotes/registry.json');
  expect(response.headers.etag).toBeUndefined();
  const manifest = `/remotes/maintenance/${version}/mf-manifest.json`;
  expect(response.json()).toMatchObject({ remotes: [{ name: 'maintenance', version, manifest }] });
});

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.5', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.1', 'gzip'],
  ['BR', 'br'],
  ['br;q=0', undefined],
  ['brotli', undefined],
  ['identity', undefined],
])('Accept-Encoding "%s" gets %s', async (accepted, encoding) => {
  const vary = 'Accept-Encoding';
  for (const [path, varies] of [
    [`/assets/${shared}`, vary],
    ['/tickets', vary],
    ['/remotes/maintenance/VERSION/mf-manifest.json', vary],
    [`/r/assets/${shared}`, vary],
    [`/r/${code}`, 'Accept-Encoding, Accept-Language'],
  ] as const) {
    const response = await get(path, { 'accept-encoding': accepted });
    const { vary: said, 'content-encoding': coding } = response.headers;
    expect([path, coding, said]).toEqual([path, encoding, varies]);
    expect(textOf(response)).toBe(textOf(await get(path)));
  }
  // It has no compressed copy.
  const photo = await get('/assets/photo.0a1b2c3d.png', { 'accept-encoding': accepted });
  expect(photo.headers['content-encoding']).toBeUndefined();
  expect(photo.body).toEqual(
    await readFile(join(system.gateway.folder, 'shell-one/assets/photo.0a1b2c3d.png')),
  );
});

it('an error of a service has the security headers too', async () => {
  expectSecurityHeaders(await get('/api/tickets?status=500'), dataPolicy);
});

it.each(['203.0.113.9', '198.51.100.7, 203.0.113.9', '198.51.100.7, 203.0.113.9, 10.1.2.3'])(
  'of "%s" services get the address that the load balancer reports, with the scheme of the public address',
  async (claimed) => {
    const { headers } = (await get('/api/user', { 'x-forwarded-for': claimed })).seen();
    expect(headers).toMatchObject({ 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' });
  },
);

it('/config.json returns the settings exactly, whatever characters they have', async () => {
  expect((await get('/config.json')).json()).toEqual({
    brandName: 'Joe\'s "Subs" \\ ${LISTEN} $uri <b>',
    accountSettingsUrl: 'https://id.example.com/me?a=1',
    maxAttachmentBytes: 10_485_760,
    defaultTimezone: 'America/New_York',
    currency: 'USD',
    publicUrl: 'https://stores.example.com',
    offline: false,
  });
});

describe('stored files', () => {
  /** A download that svc-attachments leaves to the gateway. */
  const fetchFile = (file: string, asked?: Asked) =>
    system.gateway.ask(`/api/attachments/objects/1?file=${encodeURIComponent(file)}&cache=private`, asked);
  const object = `/gateway/objects/${stored}/object`;

  it('are sent when the service says so, whole or in part, with its headers', async () => {
    const whole = await fetchFile(object);
    expect([whole.status, whole.body.toString()]).toEqual([200, '0123456789']);
    expect(whole.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    const headers = { Range: 'bytes=2-4', 'If-Range': String(whole.headers['etag']) };
    const part = await fetchFile(object, { headers });
    expect([part.status, part.body.toString()]).toEqual([206, '234']);
    expect(part.headers['content-range']).toBe('bytes 2-4/10');
    const beyond = await fetchFile(object, { headers: { Range: 'bytes=10-' } });
    expect([beyond.status, beyond.json()]).toEqual([416, expect.objectContaining({ status: 416 })]);
    const head = await fetchFile(object, { method: 'HEAD' });
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, '10', 0]);
  });

  it('return problem+json when they are missing, and are never read outside their folder', async () => {
    const gone = await fetchFile('/gateway/objects/attachments/gone/object');
    expect([gone.status, gone.json()]).toEqual([404, expect.objectContaining({ status: 404 })]);
    const outside = await fetchFile('/gateway/objects/../registry/shell/current/index.html');
    expect(outside.status).toBeGreaterThanOrEqual(400);
    expect(outside.body.toString()).not.toContain('<title>index');
  });
});
