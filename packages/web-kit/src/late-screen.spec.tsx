import { expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { lateScreens } from './late-screen.tsx';
import { renderWithProviders } from './testing/index.ts';

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

const Named = ({ name }: { name: string }) => <p>{name}</p>;

it('throws if its files cannot be loaded, and loads them the next time', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  let isReachable = false;
  const lateScreen = lateScreens(() =>
    isReachable
      ? Promise.resolve({ Inbox: Named, Settings: Named })
      : Promise.reject(new Error('ChunkLoadError')),
  );
  const Inbox = lateScreen('Inbox');
  const { unmount } = renderWithProviders(
    <Boundary>
      <Inbox name="The inbox" />
    </Boundary>,
  );
  expect(await screen.findByText(/could not be loaded/)).toBeVisible();
  unmount();

  isReachable = true;
  renderWithProviders(<Inbox name="The inbox" />);
  expect(document.querySelector('[aria-busy="true"]')).toBeInTheDocument();
  expect(await screen.findByText('The inbox')).toBeVisible();

  const Settings = lateScreen('Settings');
  renderWithProviders(<Settings name="The settings" />);
  expect(screen.getByText('The settings')).toBeVisible();
});
