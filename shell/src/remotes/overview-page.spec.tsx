import { CONTRACT, parseRegistry } from '@mainstay/remote-contract';
import { createQueryClient } from '@mainstay/web-kit';
import { returns, renderWithProviders } from '@mainstay/web-kit/testing';
import { expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { SessionGate } from '../app/session-gate.tsx';
import { remotesOf } from '../../test/remotes.tsx';
import { admin, listed, manager, shellApi } from '../../test/shell-api.ts';
import { type Federation } from './federation.ts';
import { createRemoteLoader } from './loader.ts';
import { createRemoteLoads } from './loads.ts';
import OverviewPage from './overview-page.tsx';
import { registryQuery } from './registry.ts';
import { RemotesContext } from './remotes-context.ts';

const api = shellApi();

const entry = (name: string) => listed(name, { commit: 'c0ffee' });

const built = (name: string) => ({ default: { contract: CONTRACT, name, screens: {} } });

function open(load: Federation['load'], queryClient = createQueryClient()) {
  const loader = createRemoteLoader({
    federation: { load },
    loads: createRemoteLoads(() => undefined),
  });
  return renderWithProviders(
    <RemotesContext value={remotesOf({ loader })}>
      <OverviewPage />
    </RemotesContext>,
    { queryClient },
  );
}

const rowOf = (name: string) => screen.getByRole('rowheader', { name }).closest('tr');

it('does not load remotes that were disabled since the page started', async () => {
  const load = jest.fn<Federation['load']>(({ name }) => Promise.resolve(built(name)));
  api.use(
    returns('/remotes/registry.json', { remotes: [entry('maintenance')], disabled: [entry('employees')] }),
  );
  const queryClient = createQueryClient();
  const before = { remotes: [entry('employees'), entry('maintenance')] };
  queryClient.setQueryData(registryQuery.queryKey, parseRegistry(before));
  open(load, queryClient);
  await waitFor(() => expect(rowOf('maintenance')).toHaveTextContent(/\d+ ms/));
  expect(rowOf('employees')).toHaveTextContent('Disabled');
  expect(load.mock.calls.map(([{ name }]) => name)).toEqual(['maintenance']);
});

it('shows the last error of a remote, and loads it on Retry', async () => {
  const load = jest.fn<Federation['load']>(({ name }) => Promise.resolve(built(name)));
  for (let attempt = 0; attempt < 2; attempt += 1) load.mockRejectedValueOnce(new Error('HTTP 503'));
  api.use(returns('/remotes/registry.json', { remotes: [entry('employees')] }));
  const { user } = open(load);
  await waitFor(() =>
    expect(rowOf('employees')).toHaveTextContent(/Not loaded.*Its files could not be loaded/),
  );
  await user.click(screen.getByRole('button', { name: 'Retry employees' }));
  await waitFor(() => expect(rowOf('employees')).toHaveTextContent(/\d+ ms/));
});

it.each([
  ['an administrator', admin, 'Remotes'],
  ['a manager', manager, 'Page Not Found'],
])('shows %s the page %s', async (_who, person, heading) => {
  api.use(returns('/api/user', person), returns('/remotes/registry.json', { remotes: [] }));
  renderWithProviders(<SessionGate />, { path: '/admin/remotes' });
  expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
});
