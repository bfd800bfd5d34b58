import { createQueryClient } from '@mainstay/web-kit';
import { returns } from '@mainstay/web-kit/testing';
import { afterEach, expect, it, jest } from '@jest/globals';
import { listed, screenAt, shellApi } from '../../test/shell-api.ts';
import { type Federation } from './federation.ts';

const load = jest.fn<Federation['load']>(() => new Promise(() => undefined));
jest.mock('./federation.ts', () => ({ federation: { load } }));

// Imported after the mock; static imports would run before it.
const pageLoader = () => import('./page-loader.ts');
const api = shellApi();
afterEach(() => {
  load.mockClear();
});

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
  const { startRemoteAt } = await pageLoader();
  // Resolves when the remote has run, which never happens here.
  void startRemoteAt(path, queries, role);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(load.mock.calls.map(([{ name }]) => name)).toEqual(names);
});

it('has one loader per page', async () => {
  const { loaderOf } = await pageLoader();
  const queries = createQueryClient();
  expect(loaderOf(queries)).toBe(loaderOf(queries));
  expect(loaderOf(createQueryClient())).not.toBe(loaderOf(queries));
});
