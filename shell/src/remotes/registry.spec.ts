import { createQueryClient } from '@mainstay/web-kit';
import { afterEach, describe, expect, it } from '@jest/globals';
import { onlineManager } from '@tanstack/react-query';
import { http, HttpResponse } from 'msw';
import { listed, shellApi } from '../../test/shell-api.ts';
import { sharedRegistry } from './registry.ts';

const api = shellApi();
afterEach(() => onlineManager.setOnline(true));

/**
 * Serves a new version at each read.
 * @returns the versions served
 */
function countedRegistry(): string[] {
  const served: string[] = [];
  api.use(
    http.get('*/remotes/registry.json', () => {
      const version = `v${served.length + 1}`;
      served.push(version);
      return HttpResponse.json({ remotes: [listed('maintenance', { version })] });
    }),
  );
  return served;
}

describe('the registry of a page', () => {
  it('is read once for all callers, and again on request', async () => {
    const served = countedRegistry();
    const get = sharedRegistry(createQueryClient());
    const versionOf = async (fresh: boolean) => (await get(fresh)).remotes[0]?.version;
    expect(await Promise.all([versionOf(false), versionOf(false)])).toEqual(['v1', 'v1']);
    expect(await versionOf(true)).toBe('v2');
    // From then on all callers get it.
    expect(await versionOf(false)).toBe('v2');
    expect(served).toEqual(['v1', 'v2']);
  });

  it('is read again after a failure', async () => {
    api.use(http.get('*/remotes/registry.json', () => HttpResponse.error(), { once: true }));
    const get = sharedRegistry(createQueryClient());
    await expect(get(false)).rejects.toThrow('The list of screens could not be read.');
    expect((await get(false)).remotes).toHaveLength(3);
  });

  it('fails at once in a browser that is offline', async () => {
    onlineManager.setOnline(false);
    api.use(http.get('*/remotes/registry.json', () => HttpResponse.error()));
    const get = sharedRegistry(createQueryClient());
    await expect(get(false)).rejects.toThrow('The list of screens could not be read.');
  });
});
