import { createQueryClient } from '@mainstay/web-kit';
import { returns } from '@mainstay/web-kit/testing';
import { expect, it, jest } from '@jest/globals';
import { listed, screenAt, shellApi } from '../../test/shell-api.ts';
import { federation } from './federation.ts';
import { loaderOf, startRemoteAt } from './page-loader.ts';

const api = shellApi();

it.each([
  ['/tickets', 'district_manager', ['maintenance']],
  ['/tickets/7', 'district_manager', ['maintenance']],
  ['/managers', 'admin', ['employees']],
  // Roles that cannot open a screen load nothing of it.
  ['/managers', 'district_manager', []],
  ['/', 'admin', []],
] as const)('at %s as %s loads %j', async (path, role, names) => {
  api.use(
    returns('/remotes/registry.json', {
      remotes: [
        listed('maintenance', { screens: [screenAt('/tickets')] }),
        listed('employees', { screens: [screenAt('/managers', { roles: ['admin'] })] }),
      ],
    }),
  );
  const queries = createQueryClient();
  const load = jest.spyOn(federation, 'load').mockReturnValue(new Promise(() => undefined));
  // The remote never runs here: this ends with a timeout, after the test.
  startRemoteAt(path, queries, role).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(load.mock.calls.map(([{ name }]) => name)).toEqual(names);
});

it('has one loader per page', () => {
  const queries = createQueryClient();
  expect(loaderOf(queries)).toBe(loaderOf(queries));
  expect(loaderOf(createQueryClient())).not.toBe(loaderOf(queries));
});

it('waits for what the remote prepares for the screen', async () => {
  api.use(
    returns('/remotes/registry.json', {
      remotes: [listed('maintenance', { screens: [screenAt('/tickets')] })],
    }),
  );
  const prepared: string[] = [];
  const prepare = (path: string) => {
    prepared.push(path);
    return Promise.resolve();
  };
  const remote = { contract: 4, name: 'maintenance', screens: { '/tickets': () => null }, prepare };
  jest.spyOn(federation, 'load').mockResolvedValue({ default: remote });
  await startRemoteAt('/tickets/7', createQueryClient(), 'admin');
  expect(prepared).toEqual(['/tickets']);
});
