import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { rollBack } from '../src/pointer.ts';
import { publish as publishHere } from '../src/publish.ts';
import { buildShell, own, shared } from './built-shell.ts';
import { type ApiResponse, startSystem, type System } from './running-gateway.ts';

const immutable = 'public, max-age=31536000, immutable';

let system: System;
let registry: string;
const isNightly = process.env['NIGHTLY'] === '1';

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mainstay-gateway-'));
  registry = join(folder, 'registry');
  system = await startSystem({}, folder);
});
afterAll(() => system.stop());
beforeEach(async () => {
  for (const name of await readdir(registry)) await rm(join(registry, name), { recursive: true });
});

async function publish(...texts: string[]): Promise<string> {
  let last = '';
  for (const text of texts) {
    const dist = await buildShell(system.gateway.folder, text);
    const options = { by: 'kim', commit: null, whenKnown: 'refuse' as const };
    last = (await publishHere('shell', dist, registry, options)).version;
  }
  return last;
}

const pages = { index: 'mainstay.sid=abc', 'signed-out': '' };

const ask = (path: string, headers: Record<string, string> = {}): Promise<ApiResponse> =>
  system.gateway.ask(path, { headers: { 'accept-encoding': 'identity', ...headers } });

/** The text of a response, whatever its compression. */
function textOf({ headers, body }: ApiResponse): string {
  const coding = headers['content-encoding'];
  const bytes = coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body;
  return bytes.toString();
}

/** `index two`: which page of which version an address shows. */
async function shown(path: string, headers: Record<string, string> = {}): Promise<string | undefined> {
  return /<title>(.*?)<\/title>/.exec(textOf(await ask(path, headers)))?.[1];
}

describe('before the first release', () => {
  it.each(['/', '/tickets', '/index.html', '/signed-out.html'])(
    '%s says that nothing is published yet, and shows the shell as soon as it is',
    async (path) => {
      const before = await ask(path);
      expect([before.status, before.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
      expect(before.body.toString()).toContain('<h1>Mainstay is not available yet</h1>');
      expect(before.headers).toMatchObject({
        'cache-control': 'no-store',
        'retry-after': '5',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
      });
      await publish('one');
      expect(await ask(path)).toMatchObject({ status: 200, headers: { 'cache-control': 'no-cache' } });
      expect(await shown(path)).toMatch(/ one$/);
    },
  );

  it('files are a 404, and everything but the shell works', async () => {
    for (const path of ['/assets/main.0a1b2c3d4e.js', '/favicon.ico']) {
      expect((await ask(path)).status).toBe(404);
    }
    expect((await ask('/api/user')).seen().reached).toBe('svc-auth');
    expect((await ask('/gateway/health')).status).toBe(200);
  });
});

describe('a release', () => {
  it('fails no request, mixes no versions, and refers only to existing files', async () => {
    await publish('v00');
    const seen: string[] = [];
    let isOver = false;
    const visitor = async (encoding: string): Promise<void> => {
      let last = '';
      while (!isOver) {
        for (const [page, cookie] of Object.entries(pages)) {
          const response = await ask('/', { cookie, 'accept-encoding': encoding });
          const text = textOf(response);
          const [, name, version = ''] = /<title>(\S+) (\S+)<\/title>/.exec(text) ?? [];
          expect([response.status, name]).toEqual([200, page]);
          // Whoever has seen one page of a version gets no page of the version before.
          expect(version >= last).toBe(true);
          last = version;
          seen.push(version);
          const named = [...text.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, asset = '']) => asset);
          expect(named).toEqual([own(version), shared]);
          for (const asset of named) {
            const file = await ask(asset, { 'accept-encoding': encoding });
            expect([asset, file.status, file.headers['cache-control']]).toEqual([asset, 200, immutable]);
          }
          expect(textOf(await ask(named[0] ?? '', { 'accept-encoding': encoding }))).toContain(
            `"${version}"`,
          );
        }
      }
    };
    const visitors = ['identity', 'br', 'gzip', 'br'].map(visitor);
    for (let release = 1; release <= (isNightly ? 20 : 6); release += 1) {
      await publish(`v${String(release).padStart(2, '0')}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    isOver = true;
    await Promise.all(visitors);
    expect(new Set(seen).size).toBeGreaterThan(isNightly ? 10 : 3);
    expect(system.gateway.errors()).toBe('');
  });

  it('switches in one step, also for requests at that moment', async () => {
    const versions = [await publish('one'), await publish('two')];
    // As many moments as there can be.
    const program = `
      import { servePages } from ${JSON.stringify(join(import.meta.dirname, '../src/served-sites.ts'))};
      const [folder, ...versions] = process.argv.slice(1);
      for (let at = 0; ; at += 1) servePages(folder, 'shell', versions[at % 2]);`;
    const switching = spawn(
      process.execPath,
      ['--input-type=module', '--eval', program, registry, ...versions],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const seen = new Map<string, number>();
    const enough = isNightly ? 50 : 5;
    const isSeen = () => seen.size === 2 && Math.min(...seen.values()) > enough;
    try {
      // The program takes a moment to start, on a busy machine seconds.
      for (const end = Date.now() + 20_000; Date.now() < end && !isSeen();) {
        const responses = Object.entries(pages).map(async ([page, cookie]) => {
          const response = await ask('/', { cookie, 'accept-encoding': 'br' });
          expect([response.status, response.headers['content-encoding']]).toEqual([200, 'br']);
          const text = textOf(response);
          const version = ['one', 'two'].find((each) => text.includes(`<title>${page} ${each}<`)) ?? text;
          expect(text).toContain(own(version));
          seen.set(version, (seen.get(version) ?? 0) + 1);
        });
        await Promise.all(responses);
      }
    } finally {
      switching.kill('SIGKILL');
      await once(switching, 'exit');
    }
    expect([...seen.keys()].sort()).toEqual(['one', 'two']);
    expect(Math.min(...seen.values())).toBeGreaterThan(enough);
  });

  it('can be rolled back at once, for both pages', async () => {
    await publish('one', 'two');
    rollBack(registry, 'shell', { by: 'kim' });
    for (const [page, cookie] of Object.entries(pages)) {
      for (const encoding of ['identity', 'br', 'gzip']) {
        expect(await shown('/', { cookie, 'accept-encoding': encoding })).toBe(`${page} one`);
      }
    }
  });

  it('is sent again to a browser with the previous version, otherwise 304', async () => {
    const tags: (string | undefined)[] = [];
    // As long as each other and published within the same second.
    for (const text of ['one', 'two', 'six']) {
      await publish(text);
      for (const encoding of ['identity', 'br']) {
        const { etag, ...headers } = (await ask('/', { 'accept-encoding': encoding })).headers;
        expect(headers['last-modified']).toBeUndefined();
        tags.push(etag);
        const again = await ask('/', { 'accept-encoding': encoding, 'if-none-match': etag ?? '' });
        expect([again.status, again.body.length]).toEqual([304, 0]);
      }
    }
    expect(new Set(tags).size).toBe(6);
    rollBack(registry, 'shell', { by: 'kim' });
    expect((await ask('/', { 'if-none-match': tags[4] ?? '' })).status).toBe(200);
    expect((await ask('/', { 'if-none-match': tags[2] ?? '' })).status).toBe(304);
  });

  it('replaces files without a hash in their names, which are not cached', async () => {
    await publish('one', 'two');
    for (const path of ['/settings.json', '/assets/unhashed.js']) {
      for (const encoding of ['identity', 'br', 'gzip']) {
        const response = await ask(path, { 'accept-encoding': encoding });
        expect([response.status, response.headers['cache-control']]).toEqual([200, 'no-cache']);
        expect(textOf(response)).toContain('"two"');
      }
    }
  });

  it('is served at its own addresses only', async () => {
    const version = await publish('one');
    const files = (await readdir(join(registry, 'shell', version))).filter((name) => name.endsWith('.html'));
    expect(files).toEqual(['index.html', 'signed-out.html']);
    for (const folder of [
      `/remotes/shell/${version}`,
      '/remotes/shell/current',
      '/shell/current',
      '/current',
      `/${version}`,
    ]) {
      expect([folder, (await ask(`${folder}/index.html`)).status]).toEqual([folder, 404]);
    }
    const page = await readFile(join(registry, 'shell', version, 'signed-out.html'));
    expect((await ask('/')).body).toEqual(page);
  });
});
