import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { listed } from '../../test/shell-api.ts';
import { guard, integrityOf, trust } from './integrity.ts';
import checkedFiles, { keepManifest } from './runtime-plugin.ts';

const plugin = checkedFiles();
const folder = 'http://localhost/remotes/maintenance/v1';
const hash = (digest: string) => `sha384-${digest.padEnd(64, 'B')}`;
const files = ['mf-manifest.json', 'entry.js', 'screen.js', 'screen.css', 'parts/a b.js'];
beforeAll(() =>
  trust(
    listed('maintenance', {
      integrity: Object.fromEntries(files.map((file) => [file, hash(file.replace(/\W/g, ''))])),
    }),
  ),
);

it('requests a style sheet by its own URL until it fails', () => {
  const ask = () => {
    const link = document.createElement('link');
    link.href = '/remotes/maintenance/v1/parts/a%20b.css';
    guard(link);
    return link;
  };
  ask();
  const second = ask();
  expect(second.href).toMatch(/b\.css$/);
  second.dispatchEvent(new Event('error'));
  expect(ask().href).toMatch(/b\.css\?again=\d+$/);
});

describe('the hash that a file must have', () => {
  it('is the published one', () => {
    expect(integrityOf('/remotes/maintenance/v1/parts/a%20b.js?again=1')).toBe(hash('partsabjs'));
  });

  it.each([
    ['an unknown file', '/remotes/maintenance/v1/parts/c.js'],
    ['a member of every object', '/remotes/maintenance/v1/constructor'],
    ['another version', '/remotes/maintenance/v2/parts/a%20b.js'],
    ['an empty segment', '/remotes//maintenance/v1/parts/a%20b.js'],
    ['an escaped letter', '/%72emotes/maintenance/v1/parts/a%20b.js'],
    ['a file of no remote', '/api/attachments/objects/script.js'],
    ['an address below /assets/ that is written in another way', '/assets/%2e%2e/remotes/script.js'],
    ['another origin', 'https://elsewhere.example/assets/main.js'],
    ['a script in its address', 'data:text/javascript,alert(1)'],
  ])('is one that nothing has, for %s', (_what, address) => {
    expect(integrityOf(address)).toBe(`sha384-${'A'.repeat(64)}`);
  });

  it('is none for the files of the shell', () => {
    expect(integrityOf('/assets/main.js')).toBe('');
  });

  it('is set on files that the shell or the remote itself requests', () => {
    expect(Reflect.get(globalThis, 'mainstayGuard')).toBe(guard);
    const script = document.createElement('script');
    script.src = '/remotes/maintenance/v1/parts/a%20b.js';
    guard(script);
    expect(script.integrity).toBe(hash('partsabjs'));
  });
});

describe('a manifest', () => {
  const manifest = `${folder}/mf-manifest.json`;
  const fetchManifest = async (): Promise<unknown> => plugin.fetch?.(manifest, {});

  it('bypasses the cache, has a timeout and must match its hash', async () => {
    const send = jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({}));
    await fetchManifest();
    expect(send).toHaveBeenCalledWith(
      manifest,
      expect.objectContaining({
        cache: 'no-store',
        integrity: hash('mfmanifestjson'),
        signal: expect.any(AbortSignal),
      }),
    );
  });

  it('with an error status is an error, whatever its body', async () => {
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ id: 'maintenance' }, { status: 503 }));
    await expect(fetchManifest()).rejects.toThrow(`HTTP 503 for ${manifest}`);
  });

  it('takes the manifest from the registry if it is included', async () => {
    const send = jest.spyOn(globalThis, 'fetch');
    const other = `${folder.replace('v1', 'v2')}/mf-manifest.json`;
    keepManifest(other, { id: 'maintenance' });
    const response = await plugin.fetch?.(other, {});
    expect(response && (await response.json())).toEqual({ id: 'maintenance' });
    expect(send).not.toHaveBeenCalled();
  });
});

it('an entry must match its hash, and is requested under a new URL after a failure', () => {
  const ask = () => plugin.createScript?.({ url: `${folder}/entry.js`, attrs: {} });
  for (const address of [/entry\.js$/, /entry\.js\?again=\d+$/]) {
    const script: unknown = expect.objectContaining({
      src: expect.stringMatching(address),
      integrity: hash('entryjs'),
    });
    expect(ask()).toEqual({ timeout: 6000, script });
  }
});

it.each([
  ['a style sheet', 'screen.css', { rel: 'stylesheet' }, 'style', hash('screencss')],
  ['a script', 'screen.js', { rel: 'preload', as: 'script' }, 'script', hash('screenjs')],
])(
  'what the manifest names further is only preloaded, with its hash: %s',
  (_what, file, attrs, as, integrity) => {
    const link = plugin.createLink?.({ url: `${folder}/${file}`, attrs });
    expect(link).toMatchObject({ rel: 'preload', as, href: `${folder}/${file}`, integrity });
  },
);
