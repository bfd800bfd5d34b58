import { renderWithProviders } from '@mainstay/web-kit/testing';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { idleLoader, remotesOf } from '../../test/remotes.tsx';
import { listed, returnsRegistry, shellApi } from '../../test/shell-api.ts';
import { EVERY_MS } from './registry-watch.ts';
import { RemotesContext } from './remotes-context.ts';
import { VersionNotice } from './version-notice.tsx';

const api = shellApi();

const current = (versions: Record<string, string>) =>
  returnsRegistry(Object.entries(versions).map(([name, version]) => listed(name, { version })));

const onReload = jest.fn();

function open() {
  const loader = idleLoader();
  const view = renderWithProviders(
    <RemotesContext value={remotesOf({ loader })}>
      <VersionNotice onReload={onReload} />
    </RemotesContext>,
  );
  const runs = (version: string) => act(() => loader.loads.succeeded('maintenance', version, 10));
  return { ...view, runs };
}

const look = (visibility: DocumentVisibilityState) => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  document.dispatchEvent(new Event('visibilitychange'));
};

const notice = () => screen.queryByText(/^There is a new version of/);

beforeEach(() => {
  onReload.mockClear();
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'performance'] });
});

/** Advances time and flushes what follows. */
const passes = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

describe('a new version of a running part', () => {
  it('is offered within a minute, without reloading by itself', async () => {
    expect(EVERY_MS).toBeLessThan(60_000);
    api.use(current({ maintenance: 'v2', locations: 'v7' }));
    const { runs } = open();
    runs('v1');
    expect(notice()).toBeNull();
    await passes(EVERY_MS);
    await waitFor(() => expect(notice()).toHaveTextContent('There is a new version of Maintenance'));
    expect(notice()).not.toHaveTextContent('Locations');
    expect(onReload).not.toHaveBeenCalled();
    act(() => screen.getByRole('button', { name: 'Reload' }).click());
    expect(onReload).toHaveBeenCalledTimes(1);
  });

  it('can be postponed until an even newer one is live', async () => {
    api.use(current({ maintenance: 'v2' }));
    const { runs } = open();
    runs('v1');
    await passes(EVERY_MS);
    await waitFor(() => expect(notice()).toBeVisible());
    act(() => screen.getByRole('button', { name: 'Later' }).click());
    await passes(EVERY_MS);
    expect(notice()).toBeNull();
    api.use(current({ maintenance: 'v3' }));
    await passes(EVERY_MS);
    await waitFor(() => expect(notice()).toBeVisible());
  });

  it('is not offered after Retry has loaded it', async () => {
    api.use(current({ maintenance: 'v2' }));
    const { runs } = open();
    runs('v1');
    await passes(EVERY_MS);
    await waitFor(() => expect(notice()).toBeVisible());
    runs('v2');
    expect(notice()).toBeNull();
  });

  it('is checked when the page becomes visible, and not while it is hidden', async () => {
    let asked = 0;
    api.use(
      http.get('*/remotes/registry.json', () => {
        asked += 1;
        return HttpResponse.json({ remotes: [] });
      }),
    );
    open();
    look('hidden');
    await passes(3 * EVERY_MS);
    expect(asked).toBe(0);
    look('visible');
    await passes(0);
    await waitFor(() => expect(asked).toBe(1));
    look('visible');
    await passes(0);
    expect(asked).toBe(1);
  });
});
