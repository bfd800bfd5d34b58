import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listed, screenAt } from '../../test/shell-api.ts';

const hash = (digest: string) => `sha384-${digest.padEnd(64, 'B')}`;
const files = (...sync: string[]) => ({ sync });
const board = listed('maintenance', {
  screens: [screenAt('/tickets', { data: ['/api/tickets?limit=50', '//evil.example/api'] })],
  integrity: { 'entry.js': hash('entry'), 'screen.js': hash('screen'), 'screen.css': hash('style') },
  build: {
    metaData: { remoteEntry: { name: 'entry.js' } },
    exposes: [{ assets: { js: files('screen.js', 'unpublished.js'), css: files('screen.css') } }],
  },
});

let send: jest.SpiedFunction<typeof fetch>;

/** Runs start.js as the page does first, and waits for the requests it starts before and after the user has arrived. */
async function start(path: string, { hasUser = true } = {}) {
  window.history.replaceState(null, '', path);
  const script = document.createElement('script');
  script.text = readFileSync(join(import.meta.dirname, 'start.js'), 'utf8');
  document.head.append(script);
  await globalThis.mainstayRegistry?.catch(() => undefined);
  await Promise.resolve();
  if (hasUser) await loadUser();
  return preloads();
}

async function loadUser() {
  document.querySelector('link[href="/api/user"]')?.dispatchEvent(new Event('load'));
  await Promise.resolve();
}

/** What the page starts with for every user. */
const first = ['/api/user', '/config.json'].map((href) => ({
  rel: 'preload',
  as: 'fetch',
  href,
  crossorigin: 'use-credentials',
}));

const preloads = () =>
  [...document.head.querySelectorAll('link')].map((link) =>
    Object.fromEntries([...link.attributes].map(({ name, value }) => [name, value])),
  );

beforeEach(() => {
  send = jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ remotes: [board] }));
  document.head.innerHTML =
    '<meta name="federation-runtime" content="/assets/runtime.js"><meta name="screen-part" content="/assets/screens.js">';
});

afterEach(() => {
  document.head.innerHTML = '';
  globalThis.mainstayRegistry = undefined;
  delete document.documentElement.dataset['signedOut'];
});

it.each(['/tickets', '/tickets/7'])(
  "preloads what the screen at %s starts with: runtime, parts, the remote's first files and its data",
  async (path) => {
    const folder = '/remotes/maintenance/v1';
    expect(await start(path)).toEqual([
      ...first,
      { rel: 'preload', as: 'script', href: '/assets/runtime.js' },
      { rel: 'preload', as: 'script', href: '/assets/screens.js' },
      { rel: 'preload', as: 'script', href: `${folder}/entry.js`, integrity: hash('entry') },
      { rel: 'preload', as: 'script', href: `${folder}/screen.js`, integrity: hash('screen') },
      { rel: 'preload', as: 'style', href: `${folder}/screen.css`, integrity: hash('style') },
      { rel: 'preload', as: 'fetch', href: '/api/tickets?limit=50', crossorigin: 'use-credentials' },
    ]);
    expect(send.mock.calls.map(([address]) => address)).toEqual(['/remotes/registry.json']);
  },
);

it('requests the data of a screen only after the response that tells where the events stand', async () => {
  const links = await start('/tickets', { hasUser: false });
  const files = ['fetch', 'fetch', 'script', 'script', 'script', 'script', 'style'];
  expect(links.map(({ as }) => as)).toEqual(files);
  await loadUser();
  expect(preloads().map(({ as }) => as)).toEqual([...files, 'fetch']);
});

it.each(['/', '/ticketsystem'])('preloads nothing of a remote at %s', async (path) => {
  expect(await start(path)).toEqual(first);
  await expect(globalThis.mainstayRegistry).resolves.toEqual({ remotes: [board] });
});

it('preloads nothing of a screen with restricted roles', async () => {
  const remotes = [board, listed('employees', { screens: [screenAt('/managers', { roles: ['admin'] })] })];
  send.mockResolvedValue(Response.json({ remotes }));
  expect(await start('/managers')).toEqual(first);
});

it('requests nothing on a page served to a visitor', async () => {
  document.documentElement.dataset['signedOut'] = 'true';
  expect(await start('/tickets')).toEqual([]);
  expect(send).not.toHaveBeenCalled();
});

it('requests nothing before a sign-out that is still to be sent', async () => {
  localStorage.setItem('mainstay.signed-out', '1');
  expect(await start('/tickets')).toEqual([]);
  expect(send).not.toHaveBeenCalled();
});

it.each([
  ['is not there', () => Response.json({}, { status: 503 })],
  ['is something else', () => Response.json({ remotes: [{ screens: [screenAt('/tickets')] }] })],
])('leaves it to the application when the registry %s', async (_what, response) => {
  send.mockResolvedValue(response());
  const links = await start('/tickets');
  expect(links.filter(({ href }) => href?.startsWith('/remotes/'))).toEqual([]);
});
