import { renderWithProviders } from '@mainstay/web-kit/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { type RemoteLoader } from '../remotes/loader.ts';
import { RemotesContext } from '../remotes/remotes-context.ts';
import { type User } from '../session/session.queries.ts';
import { idleLoader, remotesOf } from '../../test/remotes.tsx';
import { admin, listed, manager, screenAt, shellApi, specified } from '../../test/shell-api.ts';
import { Frame } from './frame.tsx';

shellApi();

const settings = { brandName: 'Sub Station', accountSettingsUrl: 'https://id.example/me', offline: true };
const prefetch = jest.fn<RemoteLoader['prefetch']>();

function open(user: User, remotes = specified) {
  const value = remotesOf({ loader: { ...idleLoader(), prefetch }, user, settings }, remotes);
  return renderWithProviders(
    <RemotesContext value={value}>
      <Frame user={user} settings={settings} mode="dark" onToggleTheme={() => undefined}>
        <h1>The screen</h1>
      </Frame>
    </RemotesContext>,
  );
}

const toggle = () => screen.getByRole('button', { name: 'Toggle Sidebar' });
const isOpen = () => toggle().getAttribute('aria-expanded') === 'true';

beforeEach(() => {
  prefetch.mockClear();
});
afterEach(() => {
  document.cookie = 'sidebar_state=; path=/; max-age=0';
});

describe('the sidebar', () => {
  it("shows the user's picture, or the initials if it fails to load", () => {
    open({ ...manager, profileImageUrl: 'https://pictures.example/grace.jpg' });
    const sidebar = screen.getByRole('complementary');
    const picture = sidebar.querySelector('img[src="https://pictures.example/grace.jpg"]');
    expect(picture).toBeInTheDocument();
    expect(sidebar).not.toHaveTextContent('GH');
    if (picture) fireEvent.error(picture);
    expect(sidebar).toHaveTextContent('GH');
  });

  it("opens the profile from the user's name", async () => {
    const { user } = open(admin);
    await user.click(screen.getByRole('button', { name: /Ada Lovelace/ }));
    expect(await screen.findByRole('dialog', { name: 'Profile' })).toBeVisible();
  });

  it('shows only the entries of the role, and Administration only to administrators', () => {
    const remotes = [
      listed('audits', { screens: [screenAt('/audits', { title: 'Audits', group: 'administration' })] }),
      listed('costs', { screens: [screenAt('/costs', { title: 'Costs', roles: ['admin'] })] }),
      listed('rounds', { screens: [screenAt('/rounds', { title: 'Rounds', roles: ['district_manager'] })] }),
    ];
    const { unmount } = open(manager, remotes);
    const names = () => screen.getAllByRole('link').map((link) => link.textContent);
    expect(names().slice(1)).toEqual(['Dashboard', 'Rounds']);
    unmount();
    open(admin, remotes);
    expect(names().slice(1)).toEqual(['Dashboard', 'Costs', 'Audits']);
  });

  it('prefetches a remote only when its entry is hovered or focused', async () => {
    const { user } = open(admin);
    expect(prefetch).not.toHaveBeenCalled();
    await user.hover(screen.getByRole('link', { name: 'Maintenance' }));
    expect(prefetch.mock.calls).toEqual([['maintenance']]);
    fireEvent.focus(screen.getByRole('link', { name: 'Employees' }));
    expect(prefetch).toHaveBeenLastCalledWith('employees');
    await user.hover(screen.getByRole('link', { name: 'Dashboard' }));
    expect(prefetch).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['Ctrl', { ctrlKey: true }],
    ['Cmd', { metaKey: true }],
  ])('toggles with %s plus B and says so in a cookie for seven days', (_key, held) => {
    const cookie = jest.spyOn(document, 'cookie', 'set');
    open(admin);
    expect(isOpen()).toBe(true);
    fireEvent.keyDown(window, { key: 'b', ...held });
    expect(isOpen()).toBe(false);
    expect(cookie).toHaveBeenLastCalledWith('sidebar_state=false; path=/; max-age=604800; samesite=lax');
    fireEvent.keyDown(window, { key: 'B', ...held });
    expect(isOpen()).toBe(true);
    expect(cookie).toHaveBeenLastCalledWith('sidebar_state=true; path=/; max-age=604800; samesite=lax');
    fireEvent.keyDown(window, { key: 'b' });
    expect(isOpen()).toBe(true);
  });

  it('starts in the state of the cookie', () => {
    document.cookie = 'sidebar_state=false; path=/';
    open(admin);
    expect(isOpen()).toBe(false);
  });
});

describe('on a narrow screen', () => {
  beforeEach(() => {
    const query = window.matchMedia('(max-width: 767.98px)');
    jest.spyOn(window, 'matchMedia').mockReturnValue(Object.assign(query, { matches: true }));
  });
  it('is a drawer that opens on demand and closes after navigation', async () => {
    const { user } = open(admin);
    expect(screen.queryByRole('link', { name: 'Maintenance' })).not.toBeInTheDocument();
    await user.click(toggle());
    expect(await screen.findByRole('dialog', { name: 'Navigation' })).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Maintenance' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(document.cookie).not.toContain('sidebar_state');
  });
});
