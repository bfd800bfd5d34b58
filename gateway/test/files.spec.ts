import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { readServiceFiles } from '../src/service-files.ts';
import { manifestText } from './built-manifest.ts';
import { prepareFolder, runScript, startSystem, type System, writeFiles } from './running-gateway.ts';

const immutable = 'public, max-age=31536000, immutable';
const script = 'text/javascript; charset=utf-8';

let system: System;
let version: string;

beforeAll(async () => {
  const folder = await prepareFolder();
  await writeFiles(join(folder, 'dist'), {
    'mf-manifest.json': manifestText({ id: 'maintenance', padding: 'x'.repeat(500) }),
    'remoteEntry.0a1b2c3d4e.js': 'export const remote = 1;\n'.repeat(100),
    'remoteEntry.0a1b2c3d4e.js.map': '{"version":3}',
    'static/board.js': 'export const board = 1;\n'.repeat(100),
  });
  await runScript('registry.ts', [
    'publish',
    'maintenance',
    join(folder, 'dist'),
    '--registry',
    join(folder, 'registry'),
  ]);
  const [found] = await readdir(join(folder, 'registry/maintenance'));
  version = found ?? '';
  system = await startSystem(
    {
      BRAND_NAME: 'Joe\'s "Subs" \\ ${LISTEN} $uri <b>',
      ACCOUNT_SETTINGS_URL: 'https://id.example.com/me?a=1',
      PUBLIC_URL: 'https://stores.example.com',
      OFFLINE: 'off',
    },
    folder,
  );
});
afterAll(() => system.stop());

/** Paths may name the published version as VERSION, which is known only once it is published. */
const get = (path: string, acceptEncoding = 'identity') =>
  system.gateway.ask(path.replace('VERSION', version), { headers: { 'accept-encoding': acceptEncoding } });

describe('the page', () => {
  it.each([
    ['/', '', 'sign in'],
    ['/tickets', 'theme=dark; other.mainstay.sid=1', 'sign in'],
    ['/', 'mainstay.sid=abc', 'shell'],
    ['/tickets', 'theme=dark; mainstay.sid=abc', 'shell'],
  ])('%s asked for with the cookies "%s" shows: %s', async (path, cookie, shown) => {
    const page = async (encoding: string) =>
      system.gateway.ask(path, { headers: { cookie, 'accept-encoding': encoding } });
    expect((await page('identity')).body.toString()).toContain(`<p>${shown}</p>`);
    expect(brotliDecompressSync((await page('br')).body).toString()).toContain(`<p>${shown}</p>`);
  });
});

describe('files by name', () => {
  it.each([
    ['/', 'no-cache', 'text/html; charset=utf-8'],
    ['/index.html', 'no-cache', 'text/html; charset=utf-8'],
    ['/tickets', 'no-cache', 'text/html; charset=utf-8'],
    ['/some/deep/address', 'no-cache', 'text/html; charset=utf-8'],
    ['/assets/main.0a1b2c3d4e.js', immutable, script],
    ['/assets/main.0a1b2c3d4e.css', immutable, 'text/css; charset=utf-8'],
    ['/assets/logo-0a1b2c3d.svg', immutable, 'image/svg+xml; charset=utf-8'],
    ['/assets/photo.0a1b2c3d.png', immutable, 'image/png'],
    ['/assets/settings.js', 'no-cache', script],
    ['/favicon.ico', 'no-cache', 'image/x-icon'],
    ['/worker.js', 'no-cache', script],
    ['/manifest.webmanifest', 'no-cache', 'application/manifest+json'],
    ['/config.json', 'no-store', 'application/json'],
    ['/remotes/registry.json', 'no-store', 'application/json'],
    ['/remotes/maintenance/VERSION/mf-manifest.json', 'no-cache', 'application/json'],
    ['/remotes/maintenance/VERSION/remoteEntry.0a1b2c3d4e.js', immutable, script],
    ['/remotes/maintenance/VERSION/static/board.js', immutable, script],
    ['/api/docs', 'no-cache', 'text/html; charset=utf-8'],
    ['/api/docs/', 'no-cache', 'text/html; charset=utf-8'],
    ['/api/docs/start.js', 'no-cache', script],
    ['/api/docs/swagger-ui-bundle.js', 'no-cache', script],
    ['/api/docs/swagger-ui.css', 'no-cache', 'text/css; charset=utf-8'],
    ['/api/docs/services.json', 'no-store', 'application/json'],
  ])('%s is kept as %s and is %s', async (path, cache, type) => {
    for (const encoding of ['identity', 'gzip', 'br, gzip']) {
      const response = await get(path, encoding);
      expect({
        status: response.status,
        cache: response.headers['cache-control'],
        type: response.headers['content-type'],
      }).toEqual({ status: 200, cache, type });
    }
  });

  it.each([
    '/assets/missing.js',
    '/assets/missing',
    '/missing.0a1b2c3d4e.js',
    '/missing.css',
    '/other.html',
    '/assets/main.0a1b2c3d4e.js.br',
    '/assets/main.0a1b2c3d4e.js.gz',
    '/assets/.hidden.js',
    '/.git/config',
    '/remotes',
    '/remotes/.lock',
    '/remotes/nothing',
    '/remotes/maintenance/VERSION/missing.js',
    '/remotes/maintenance/VERSION/remoteEntry.0a1b2c3d4e.js.map',
    '/remotes/maintenance/VERSION/mf-manifest.json.br',
    '/remotes/maintenance/VERSION/../../.lock',
    '/remotes/maintenance/0000/mf-manifest.json',
    '/remotes/maintenance/',
  ])('%s is a 404 and never the page', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(response.headers['content-type']).toBe('application/problem+json');
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('returns 405 with Allow for methods other than GET and HEAD', async () => {
    const response = await system.gateway.ask('/tickets', { method: 'POST', body: '{}' });
    expect(response.status).toBe(405);
    expect(response.headers.allow).toBe('GET, HEAD');
    expect(response.json()).toMatchObject({ status: 405, title: 'Method Not Allowed' });
  });

  it('returns 304 for an unchanged page, in each encoding', async () => {
    for (const encoding of ['identity', 'br']) {
      const first = await get('/tickets', encoding);
      const again = await system.gateway.ask('/tickets', {
        headers: { 'accept-encoding': encoding, 'if-none-match': first.headers.etag ?? '' },
      });
      expect({ status: again.status, length: again.body.length }).toEqual({ status: 304, length: 0 });
    }
  });

  it('sends the registry without an ETag, which two publications within a second would share', async () => {
    const { headers } = await get('/remotes/registry.json');
    expect(headers.etag).toBeUndefined();
  });
});

describe('compressed files', () => {
  const path = '/assets/main.0a1b2c3d4e.js';

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
    const response = await get(path, accepted);
    expect(response.headers['content-encoding']).toBe(encoding);
    expect(response.headers.vary).toBe('Accept-Encoding');
    const decoded =
      encoding === 'br'
        ? brotliDecompressSync(response.body)
        : encoding === 'gzip'
          ? gunzipSync(response.body)
          : response.body;
    expect(decoded).toEqual(await readFile(join(system.gateway.folder, 'shell/assets/main.0a1b2c3d4e.js')));
  });

  it.each(['/tickets', '/remotes/maintenance/VERSION/mf-manifest.json', '/assets/logo-0a1b2c3d.svg'])(
    '%s is served in both encodings',
    async (each) => {
      expect((await get(each, 'br, gzip')).headers['content-encoding']).toBe('br');
      expect((await get(each, 'gzip')).headers['content-encoding']).toBe('gzip');
    },
  );

  it('serves a file that has no compressed copy uncompressed', async () => {
    const response = await get('/assets/photo.0a1b2c3d.png', 'br, gzip');
    expect(response.headers['content-encoding']).toBeUndefined();
    expect(response.body).toEqual(Buffer.from([0x89, 0x50]));
  });
});

describe('run-time settings', () => {
  it('/config.json returns them exactly, whatever characters they have', async () => {
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

  it('the registry names the manifest of the current version', async () => {
    expect((await get('/remotes/registry.json')).json()).toMatchObject({
      remotes: [
        { name: 'maintenance', version, manifest: `/remotes/maintenance/${version}/mf-manifest.json` },
      ],
    });
  });

  it('/api/docs/services.json names the services', async () => {
    const names = readServiceFiles(join(import.meta.dirname, '../..')).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['attachments', 'auth', 'core']));
    expect((await get('/api/docs/services.json')).json()).toEqual({ services: names });
  });
});
