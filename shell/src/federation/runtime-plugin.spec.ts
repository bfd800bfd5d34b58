import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { listed } from '../../test/shell-api.ts';
import { trust } from './integrity.ts';
import checkedFiles, { keepManifest } from './runtime-plugin.ts';

const plugin = checkedFiles();
const folder = 'http://localhost/remotes/maintenance/v1';
const manifest = `${folder}/mf-manifest.json`;
const hash = (digest: string) => `sha384-${digest.padEnd(64, 'B')}`;
beforeAll(() =>
  trust(
    listed('maintenance', {
      integrity: {
        'mf-manifest.json': hash('manifest'),
        'entry.js': hash('entry'),
        'screen.js': hash('screen'),
        'screen.css': hash('style'),
      },
    }),
  ),
);

/** Calls the plug-in's hook as the runtime does. */
async function fetchManifest(): Promise<unknown> {
  const hook = plugin.fetch;
  if (!hook) throw new Error('the plug-in has no fetch');
  return hook(manifest, {});
}

describe('a manifest', () => {
  it('bypasses the cache, has a timeout and must match its hash', async () => {
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

  it('with an error status is an error, whatever its body', async () => {
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ id: 'maintenance' }, { status: 503 }));
    await expect(fetchManifest()).rejects.toThrow(`HTTP 503 for ${manifest}`);
  });
});

it('takes the manifest from the registry if it is included', async () => {
  const send = jest.spyOn(globalThis, 'fetch');
  const other = `${folder.replace('v1', 'v2')}/mf-manifest.json`;
  keepManifest(other, { id: 'maintenance' });
  const response = await plugin.fetch?.(other, {});
  expect(response && (await response.json())).toEqual({ id: 'maintenance' });
  expect(send).not.toHaveBeenCalled();
});

describe('an entry', () => {
  const ask = () => plugin.createScript?.({ url: `${folder}/entry.js`, attrs: {} });

  it('must match its hash, and is requested under a new URL after a failure', () => {
    expect([ask(), ask()]).toEqual(
      [/entry\.js$/, /entry\.js\?again=\d+$/].map((address) => ({
        timeout: 6000,
        script: expect.objectContaining({
          src: expect.stringMatching(address),
          integrity: hash('entry'),
        }),
      })),
    );
  });
});

describe('what the manifest names further', () => {
  it.each([
    ['a style sheet', 'screen.css', { rel: 'stylesheet' }, 'style', hash('style')],
    ['a script', 'screen.js', { rel: 'preload', as: 'script' }, 'script', hash('screen')],
  ])(
    'is only preloaded, with its hash, and applied by the remote itself: %s',
    (_what, file, attrs, as, integrity) => {
      const link = plugin.createLink?.({ url: `${folder}/${file}`, attrs });
      expect(link).toMatchObject({ rel: 'preload', as, href: `${folder}/${file}`, integrity });
    },
  );
});
