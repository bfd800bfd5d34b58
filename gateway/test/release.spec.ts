import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { rollBack } from '../src/pointer.ts';
import { own, publishBuild } from './builds.ts';
import { type ApiResponse, startSystem, type System } from './running-gateway.ts';

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

const publish = (text: string, site = 'shell') => publishBuild(system.gateway.folder, site, text);
const ask = (path: string, headers: Record<string, string> = {}): Promise<ApiResponse> =>
  system.gateway.ask(path, { headers: { 'accept-encoding': 'identity', ...headers } });

it.each([
  ['/', 'shell'],
  ['/tickets', 'shell'],
  ['/index.html', 'shell'],
  ['/signed-out.html', 'shell'],
  ['/r/abcdefghijklmnopqrstuvwxyz', 'intake'],
])('%s says that nothing is published yet, and shows the %s as soon as it is', async (path, site) => {
  const before = await ask(path);
  expect([before.status, before.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
  expect(before.body.toString()).toContain('<h1>Mainstay is not available yet</h1>');
  expect(before.headers).toMatchObject({
    'cache-control': 'no-store',
    'retry-after': '5',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  for (const file of ['/assets/main.0a1b2c3d4e.js', '/favicon.ico'])
    expect((await ask(file)).status).toBe(404);
  expect((await ask('/api/user')).seen().reached).toBe('svc-auth');
  await publish('one', site);
  const after = await ask(path);
  expect([after.status, after.headers['cache-control']]).toEqual([200, 'no-cache']);
  expect(after.body.toString()).toMatch(/<title>\S+ one</);
});

it('a release switches in one step, also for requests at that moment', async () => {
  const versions = [await publish('one'), await publish('two')];
  // As many moments as there can be.
  const program = `
    import { servePages } from ${JSON.stringify(join(import.meta.dirname, '../src/served-sites.ts'))};
    const [folder, ...versions] = process.argv.slice(1);
    for (let at = 0; ; at += 1) servePages(folder, 'shell', versions[at % 2]);`;
  const args = ['--input-type=module', '--eval', program, registry, ...versions];
  const switching = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const seen = new Map<string, number>();
  const enough = isNightly ? 50 : 5;
  const isSeen = () => seen.size === 2 && Math.min(...seen.values()) > enough;
  const pages = { index: 'mainstay.sid=abc', 'signed-out': '' };
  try {
    // The program takes a moment to start, on a busy machine seconds.
    for (const end = Date.now() + 20_000; Date.now() < end && !isSeen();) {
      const responses = Object.entries(pages).map(async ([page, cookie]) => {
        const response = await ask('/', { cookie, 'accept-encoding': 'br' });
        expect([response.status, response.headers['content-encoding']]).toEqual([200, 'br']);
        const text = brotliDecompressSync(response.body).toString();
        const version = ['one', 'two'].find((each) => text.includes(`<title>${page} ${each}<`)) ?? text;
        // Whatever page it is, its files are there.
        expect((await ask(`/assets/${own(version)}`)).status).toBe(200);
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
  expect(system.gateway.errors()).toBe('');
});

it('a release or a rollback is sent to a browser with another version, otherwise 304', async () => {
  const tags: string[] = [];
  // As long as each other and published within the same second.
  for (const text of ['one', 'two', 'six']) {
    await publish(text);
    for (const encoding of ['identity', 'br']) {
      const { etag = '', ...headers } = (await ask('/', { 'accept-encoding': encoding })).headers;
      expect(headers['last-modified']).toBeUndefined();
      tags.push(etag);
      const again = await ask('/', { 'accept-encoding': encoding, 'if-none-match': etag });
      expect([again.status, again.body.length]).toEqual([304, 0]);
    }
  }
  expect(new Set(tags).size).toBe(6);
  rollBack(registry, 'shell', { by: 'kim' });
  const responses = await Promise.all(tags.map((tag) => ask('/', { 'if-none-match': tag })));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 304, 200, 200, 200]);
  expect(responses[0]?.body.toString()).toContain('<title>signed-out two<');
});

it('a release replaces files without a hash in their names', async () => {
  for (const text of ['one', 'two']) {
    await publish(text);
    for (const path of ['/settings.json', '/assets/unhashed.js']) {
      const [plain, compressed] = [await ask(path), await ask(path, { 'accept-encoding': 'br' })];
      for (const body of [plain.body, brotliDecompressSync(compressed.body)])
        expect(body.toString()).toContain(`"${text}"`);
    }
  }
});
