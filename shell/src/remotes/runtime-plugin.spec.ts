import { afterEach, describe, expect, it, jest } from '@jest/globals';
import impatience from './runtime-plugin.ts';

const plugin = impatience();
const manifest = 'http://localhost/remotes/maintenance/v1/mf-manifest.json';

afterEach(() => {
  jest.restoreAllMocks();
});

/** The runtime's hook, as the runtime calls it. */
async function fetchManifest(): Promise<unknown> {
  const hook = plugin.fetch;
  if (!hook) throw new Error('the plug-in has no fetch');
  return hook(manifest, {});
}

describe('a manifest', () => {
  it('is never taken from a cache and has a time-out', async () => {
    const send = jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({}));
    await fetchManifest();
    expect(send).toHaveBeenCalledWith(
      manifest,
      expect.objectContaining({ cache: 'no-store', signal: expect.any(AbortSignal) }),
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

it('asks for an entry once by its own address, then past whatever hangs there', () => {
  const ask = () => plugin.createScript?.({ url: 'http://localhost/entry.js', attrs: {} });
  expect([ask(), ask(), ask()]).toEqual(
    ['', '?again=1', '?again=2'].map((query) => ({
      timeout: 6000,
      script: expect.objectContaining({ src: `http://localhost/entry.js${query}` }),
    })),
  );
});
