import { renderWithProviders } from '@mainstay/web-kit/testing';
import { expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { lateScreen } from './late-screen.tsx';

const host = {
  user: {
    id: '01890000-0000-7000-8000-000000000001',
    email: 'ada@sandwich.example',
    firstName: 'Ada',
    lastName: 'Lane',
    role: 'admin',
    profileImageUrl: null,
  },
  settings: { brandName: 'Sub Station' },
  toast: () => undefined,
  live: { subscribe: () => () => undefined },
  navigate: () => undefined,
  timeZone: 'America/New_York',
} as const;

let isReachable = false;
jest.mock('./screens.ts', () => {
  if (!isReachable) throw new Error('ChunkLoadError');
  return { InboxScreen: () => <p>The inbox</p>, SettingsScreen: () => <p>The settings</p> };
});

/** As the shell renders a screen. */
class Boundary extends Component<{ children: ReactNode }, { failure?: string }> {
  override state: { failure?: string } = {};
  static getDerivedStateFromError(error: unknown) {
    return { failure: String(error) };
  }
  override render() {
    return this.state.failure ?? this.props.children;
  }
}

it('throws if its files cannot be loaded, and loads them the next time', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const Inbox = lateScreen('InboxScreen');
  const { unmount } = renderWithProviders(
    <Boundary>
      <Inbox host={host} />
    </Boundary>,
  );
  expect(await screen.findByText(/could not be loaded/)).toBeVisible();
  unmount();

  isReachable = true;
  renderWithProviders(<Inbox host={host} />);
  expect(document.querySelector('[aria-busy="true"]')).toBeInTheDocument();
  expect(await screen.findByText('The inbox')).toBeVisible();

  const Settings = lateScreen('SettingsScreen');
  renderWithProviders(<Settings host={host} />);
  expect(screen.getByText('The settings')).toBeVisible();
});
