import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { guard, integrityOf, trust } from './integrity.ts';
import impatience from './runtime-plugin.ts';

const plugin = impatience();
const manifest = 'http://localhost/remotes/maintenance/v1/mf-manifest.json';

afterEach(() => {
  jest.restoreAllMocks();
});

const hash = (digest: string) => `sha384-${digest.padEnd(64, 'B')}`;
/** The version whose files the tests ask for. */
trust({
  ...{ name: 'maintenance', version: 'v1', manifest: '/remotes/maintenance/v1/mf-manifest.json' },
  ...{ contract: 1, since: null, commit: null, pinned: false },
  integrity: { 'mf-manifest.json': hash('manifest'), 'parts/a b.js': hash('part') },
});

/** The runtime's hook, as the runtime calls it. */
async function fetchManifest(): Promise<unknown> {
  const hook = plugin.fetch;
  if (!hook) throw new Error('the plug-in has no fetch');
  return hook(manifest, {});
}

describe('a manifest', () => {
  it('is never taken from a cache, has a time-out and must have its hash', async () => {
    const send = jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({}));
    await fetchManifest();
    expect(send).toHaveBeenCalledWith(
      manifest,
      expect.objectContaining({
        cache: 'no-store',
        integrity: hash('manifest'),
        signal: expect.any(AbortSignal),
      }),
    );
  });

  it('with an error status is an error, whatever its body says', async () => {
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ id: 'maintenance' }, { status: 503 }));
    await expect(fetchManifest()).rejects.toThrow(`HTTP 503 for ${manifest}`);
  });
});

it('leaves the applying of a style sheet to the remote, which notices when it does not come', () => {
  const link = plugin.createLink?.({ url: '/remotes/x.css', attrs: { rel: 'stylesheet' } });
  expect(link).toMatchObject({ rel: 'preload', as: 'style', href: 'http://localhost/remotes/x.css' });
  expect(plugin.createLink?.({ url: '/remotes/x.js', attrs: { rel: 'preload' } })).toBeUndefined();
});

it('asks for an entry once by its own address, then past whatever hangs or is wrong there', () => {
  const ask = () => plugin.createScript?.({ url: 'http://localhost/entry.js', attrs: {} });
  expect([ask(), ask()]).toEqual(
    [/entry\.js$/, /entry\.js\?again=\d+$/].map((address) => ({
      timeout: 6000,
      script: expect.objectContaining({ src: expect.stringMatching(address) }),
    })),
  );
});

it('asks for a style sheet by its own address until it fails', () => {
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
  it('is the one that was published', () => {
    expect(integrityOf('/remotes/maintenance/v1/parts/a%20b.js?again=1')).toBe(hash('part'));
  });

  it.each([
    ['an unknown file', '/remotes/maintenance/v1/parts/c.js'],
    ['a member of every object', '/remotes/maintenance/v1/constructor'],
    ['another version', '/remotes/maintenance/v2/parts/a%20b.js'],
  ])('is one that nothing has, for %s', (_what, address) => {
    expect(integrityOf(address)).toBe(`sha384-${'A'.repeat(64)}`);
  });

  it('is none for what belongs to no remote', () => {
    expect(integrityOf('/assets/main.js')).toBe('');
  });

  it('is given to what the shell fetches of a remote and to what the remote fetches itself', () => {
    expect(Reflect.get(globalThis, 'mainstayGuard')).toBe(guard);
    const script = document.createElement('script');
    script.src = '/remotes/maintenance/v1/parts/a%20b.js';
    guard(script);
    expect(script.integrity).toBe(hash('part'));
  });
});
