import { CONTRACT, type RemoteHost } from '@mainstay/remote-contract';
import { Route, Routes } from '@mainstay/ui/router';
import { returns, renderWithProviders } from '@mainstay/web-kit/testing';
import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { remotesOf } from '../../test/remotes.tsx';
import { listed, screenAt, shellApi } from '../../test/shell-api.ts';
import { type Federation } from './federation.ts';
import { createRemoteLoader } from './loader.ts';
import { createRemoteLoads, type LoadReport } from './loads.ts';
import { RemotePage } from './remote-page.tsx';
import { RemotesContext } from './remotes-context.ts';

const api = shellApi();

const listing = (version: string, more: object = {}) => ({
  remotes: [{ ...listed('maintenance', { version }), ...more }],
});
const registry = (version = 'v1', more: object = {}) =>
  returns('/remotes/registry.json', listing(version, more));

const Board = ({ host }: { host: RemoteHost }) => (
  <>
    <h1>{`The board of ${host.user.firstName} at ${host.settings.brandName}`}</h1>
    <button type="button" onClick={() => host.toast({ title: 'Success' })}>
      Toast
    </button>
    <button type="button" onClick={() => host.navigate('/elsewhere')}>
      Leave
    </button>
    <p>{host.timeZone}</p>
  </>
);
const board = {
  default: { contract: CONTRACT, name: 'maintenance', screens: { '/tickets': Board } },
};
const place = { ...screenAt('/tickets'), remote: 'maintenance' };

/** Loads with the given results, one after the other; the last never ends. */
function fakeFederation(...outcomes: unknown[]) {
  const load = jest.fn<Federation['load']>(() => {
    const outcome = outcomes.length > 1 ? outcomes.shift() : outcomes[0];
    return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
  });
  return { load };
}

function open(
  federation: Federation,
  { timeoutMs, path = '/tickets' }: { timeoutMs?: number; path?: string } = {},
) {
  const report = jest.fn<(load: LoadReport) => void>();
  const loads = createRemoteLoads(report);
  const loader = createRemoteLoader({ federation, loads, ...(timeoutMs ? { timeoutMs } : {}) });
  const view = renderWithProviders(
    <RemotesContext value={remotesOf({ loader })}>
      <nav>The rest of the page</nav>
      <Routes>
        <Route path=":screen/*" element={<RemotePage place={place} />} />
      </Routes>
    </RemotesContext>,
    { path },
  );
  return { ...view, loader, loads, report };
}

const retryButton = () => screen.findByRole('button', { name: 'Retry' });
const theBoard = () => screen.findByRole('heading', { name: 'The board of Ada at Sub Station' });

describe('a remote that loads', () => {
  it('is announced while it loads, then shows its screen with its host', async () => {
    api.use(registry());
    const federation = fakeFederation(board);
    const { user } = open(federation);
    expect(screen.getByText('Loading Maintenance')).toBeInTheDocument();
    expect(await theBoard()).toBeVisible();
    expect(federation.load.mock.calls).toEqual([
      [expect.objectContaining({ name: 'maintenance', version: 'v1' })],
    ]);
    await user.click(screen.getByRole('button', { name: 'Toast' }));
    expect(await screen.findByRole('status')).toHaveTextContent('Success');
    expect(screen.getByText(Intl.DateTimeFormat().resolvedOptions().timeZone)).toBeVisible();
    expect(document.title).toBe('Maintenance · Mainstay');
  });

  it('is loaded once, even if prefetched and shown repeatedly', async () => {
    api.use(registry());
    const federation = fakeFederation(board);
    const loader = createRemoteLoader({ federation, loads: createRemoteLoads(jest.fn()) });
    loader.prefetch('maintenance');
    loader.prefetch('maintenance');
    await loader.load('maintenance');
    expect(federation.load).toHaveBeenCalledTimes(1);
  });
});

describe('a remote of contract 1', () => {
  const former = { default: { contract: 1, name: 'maintenance', Screen: Board } };

  it('runs without a contract in the registry, as published by an old publisher', async () => {
    api.use(registry('v1', { contract: undefined }));
    open(fakeFederation(former));
    expect(await theBoard()).toBeVisible();
  });

  it('is rejected without a screen', async () => {
    api.use(registry('v1', { contract: 1 }));
    open(fakeFederation({ default: { contract: 1, name: 'maintenance' } }));
    expect(await screen.findByText('It is not a Mainstay screen.')).toBeVisible();
  });
});

describe('an address below a screen', () => {
  it("shows the remote's component for it", async () => {
    api.use(registry());
    const screens = { ...board.default.screens, '/tickets/settings': () => <h1>Settings</h1> };
    open(fakeFederation({ default: { ...board.default, screens } }), { path: '/tickets/settings/' });
    expect(await screen.findByRole('heading', { name: 'Settings' })).toBeVisible();
  });

  it('shows Page Not Found if the remote has none', async () => {
    api.use(registry());
    open(fakeFederation(board), { path: '/tickets/other' });
    expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    expect(document.title).toBe('Page Not Found · Mainstay');
  });
});

describe('a remote that fails to load', () => {
  it('is retried once automatically, starting with the registry', async () => {
    api.use(
      http.get('*/remotes/registry.json', () => HttpResponse.json(listing('v1')), { once: true }),
      registry('v2'),
    );
    const federation = fakeFederation(new Error('Loading chunk failed'), board);
    open(federation);
    expect(await theBoard()).toBeVisible();
    expect(federation.load.mock.calls.map(([{ version }]) => version)).toEqual(['v1', 'v2']);
  });

  it('fails in place with a reason, and loads on Retry', async () => {
    api.use(registry());
    const away = new Error(
      '[ Federation Runtime ]: Failed to get manifest.\nOriginal Error Message:\n Error: HTTP 503 for /remotes/x',
    );
    const federation = fakeFederation(away, away, away, board);
    const { user } = open(federation);
    expect(await retryButton()).toBeVisible();
    const failure = screen.getByRole('alert');
    expect(screen.getByRole('heading', { name: 'Maintenance could not be loaded' })).toBeVisible();
    expect(failure).toHaveTextContent('Its files could not be loaded.');
    expect(failure).toHaveTextContent(/Technical detailsError: HTTP 503 for \/remotes\/x$/);
    expect(screen.getByText('The rest of the page')).toBeVisible();

    await user.click(await retryButton());
    await waitFor(() => expect(federation.load).toHaveBeenCalledTimes(3));
    await user.click(await retryButton());
    expect(await theBoard()).toBeVisible();
  });

  const noScreen = 'It is not a Mainstay screen.';
  const registryOf = (document: object) => returns('/remotes/registry.json', document);
  const running = (exports: object) => ({ default: { ...board.default, ...exports } });
  it.each([
    ['a registry without it', 'It is not published.', { remotes: [] }, board],
    ['another contract', /isn't compatible with the loaded app version/, null, running({ contract: 7 })],
    ['something else', noScreen, null, { default: { name: 'maintenance' } }],
    ['no screens', noScreen, null, running({ screens: null })],
    ['a screen that is no component', noScreen, null, running({ screens: { '/tickets': 'Board' } })],
    ['another remote', 'It identifies itself as "locations".', null, running({ name: 'locations' })],
  ])('says so: %s', async (_what, reason, document, exports) => {
    api.use(document ? registryOf(document) : registry());
    open(fakeFederation(exports));
    expect(await screen.findByText(reason)).toBeVisible();
  });

  it.each([
    ['another contract', /isn't compatible with the loaded app version/, { contract: 7 }],
    ['no hashes', 'It was published without file hashes. Publish it again.', { integrity: null }],
  ])('is not even fetched with %s in the registry', async (_what, reason, more) => {
    api.use(registry('v1', more));
    const federation = fakeFederation(board);
    open(federation);
    expect(await screen.findByText(reason)).toBeVisible();
    expect(federation.load).not.toHaveBeenCalled();
  });

  it('says that it is disabled, and loads on Retry once it is enabled', async () => {
    const { remotes } = listing('v1');
    api.use(returns('/remotes/registry.json', { remotes: [], disabled: remotes }));
    const { user } = open(fakeFederation(board));
    expect(await screen.findByText('It is disabled.')).toBeVisible();
    api.use(registry());
    await user.click(await retryButton());
    expect(await theBoard()).toBeVisible();
  });

  it('is recorded and reported once per load', async () => {
    api.use(registry());
    const away = new Error('HTTP 503');
    const { user, loads, report } = open(fakeFederation(away, away, board));
    await user.click(await retryButton());
    await theBoard();
    const milliseconds: unknown = expect.any(Number);
    expect(report.mock.calls).toEqual([
      [{ remote: 'maintenance', outcome: 'files', milliseconds }],
      [{ remote: 'maintenance', outcome: 'files', milliseconds }],
      [{ remote: 'maintenance', outcome: 'loaded', milliseconds }],
    ]);
    expect(loads.read().get('maintenance')).toEqual({
      version: 'v1',
      milliseconds,
      lastError: { at: expect.any(Date), text: 'Its files could not be loaded.' },
    });
  });

  it('shows an error if it never responds', async () => {
    api.use(registry());
    open({ load: () => new Promise(() => undefined) }, { timeoutMs: 50 });
    expect(await screen.findByText('It did not respond in time.')).toBeVisible();
  });
});

it('shows an error if a remote has no component for its path', async () => {
  api.use(registry());
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { report } = open(fakeFederation({ default: { ...board.default, screens: {} } }));
  expect(await screen.findByText('It is not a Mainstay screen.')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('no component for /tickets');
  expect(report).toHaveBeenLastCalledWith({ remote: 'maintenance', outcome: 'notAScreen', milliseconds: 0 });
});

it('contains a remote that throws while rendering, and loads it again on Retry', async () => {
  api.use(registry());
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const Broken = () => {
    throw new Error('no such thing as a ticket');
  };
  const federation = fakeFederation(
    { default: { ...board.default, screens: { '/tickets': Broken } } },
    board,
  );
  const { user, report } = open(federation);
  expect(await screen.findByText('It stopped working.')).toBeVisible();
  expect(report).toHaveBeenLastCalledWith({ remote: 'maintenance', outcome: 'crashed', milliseconds: 0 });
  expect(screen.getByRole('alert')).toHaveTextContent('no such thing as a ticket');
  expect(screen.getByText('The rest of the page')).toBeVisible();
  await user.click(await retryButton());
  expect(await theBoard()).toBeVisible();
  expect(federation.load).toHaveBeenCalledTimes(2);
});
