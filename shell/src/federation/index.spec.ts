import { expect, it, jest } from '@jest/globals';
import { listed } from '../../test/shell-api.ts';
import { integrityOf } from './integrity.ts';

const calls: unknown[] = [];
jest.mock('@module-federation/enhanced/runtime', () => ({
  registerShared: () => undefined,
  registerRemotes: (...args: unknown[]) => void calls.push(['register', ...args]),
  loadRemote: (id: string) => {
    calls.push(['load', id]);
    return Promise.resolve('the module');
  },
}));

it('trusts the hashes of a version, registers it again and loads the exposed module', async () => {
  await import('./index.ts');
  const hash = `sha384-${'B'.repeat(64)}`;
  const loading = globalThis.mainstayFederation?.load(
    listed('maintenance', { integrity: { 'entry.js': hash } }),
  );
  await expect(loading).resolves.toBe('the module');
  const entry = 'http://localhost/remotes/maintenance/v1/mf-manifest.json';
  expect(calls).toEqual([
    ['register', [{ name: 'maintenance', entry }], { force: true }],
    ['load', 'maintenance/remote'],
  ]);
  expect(integrityOf('/remotes/maintenance/v1/entry.js')).toBe(hash);
});
