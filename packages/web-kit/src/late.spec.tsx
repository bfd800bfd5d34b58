import { late } from '@mainstay/ui/base';
import { expect, it, jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { Component, type ReactNode, useState } from 'react';
import { renderWithProviders } from './testing/index.ts';

interface Part {
  Dialog: () => ReactNode;
}

const part: Part = { Dialog: () => <p>The dialog</p> };

/** Renders a screen that needs the part once it is pressed. */
function start(load: () => Promise<Part>) {
  const dialog = late(load);
  function Screen() {
    const [isOpen, setOpen] = useState(false);
    const loaded = dialog.usePressed(isOpen, () => setOpen(false));
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {loaded ? <loaded.Dialog /> : null}
      </>
    );
  }
  const show = () => renderWithProviders(<Screen />);
  return { dialog, show, press: () => act(() => screen.getByRole('button', { name: 'Open' }).click()) };
}

it('is loaded when it is first needed, once, and then there at once', async () => {
  const load = jest.fn(() => Promise.resolve(part));
  const { show, press } = start(load);
  const { unmount } = show();
  expect(load).not.toHaveBeenCalled();
  press();
  expect(await screen.findByText('The dialog')).toBeVisible();
  unmount();
  show();
  expect(screen.queryByText('The dialog')).not.toBeInTheDocument();
  press();
  expect(await screen.findByText('The dialog')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});

it('shows that it was pressed until it is loaded', async () => {
  let finish: (loaded: Part) => void = () => undefined;
  const { show, press } = start(() => new Promise<Part>((resolve) => (finish = resolve)));
  show();
  press();
  expect(document.documentElement).toHaveAttribute('data-pressed');
  finish(part);
  expect(await screen.findByText('The dialog')).toBeVisible();
  expect(document.documentElement).not.toHaveAttribute('data-pressed');
});

it('is not loaded again when the page has fetched it ahead', async () => {
  const load = jest.fn(() => Promise.resolve(part));
  const { dialog, show, press } = start(load);
  await dialog.load();
  show();
  press();
  expect(await screen.findByText('The dialog')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});

it('says that it cannot be loaded, and is loaded again by the next press', async () => {
  const load = jest.fn(() => Promise.resolve(part)).mockRejectedValueOnce(new Error('no network'));
  const { show, press } = start(load);
  show();
  press();
  expect(await screen.findByText('This could not be opened. Try again.')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
  press();
  expect(await screen.findByText('The dialog')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

it('is shown where it failed once somebody else has loaded it', async () => {
  const load = jest.fn(() => Promise.resolve(part)).mockRejectedValueOnce(new Error('no network'));
  const dialog = late(load);
  const Always = () => dialog.useNeeded(true)?.Dialog() ?? 'nothing';
  renderWithProviders(<Always />);
  await act(async () => dialog.load());
  expect(screen.getByText('The dialog')).toBeVisible();
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

const Named = ({ name }: { name: string }) => <p>{name}</p>;

it('throws as a screen if it cannot be loaded, and is loaded the next time', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  let isReachable = false;
  const screens = late(() =>
    isReachable
      ? Promise.resolve({ Inbox: Named, Settings: Named })
      : Promise.reject(new Error('ChunkLoadError')),
  );
  const Inbox = screens.screen((module) => module.Inbox);
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

  const Settings = screens.screen((module) => module.Settings);
  renderWithProviders(<Settings name="The settings" />);
  expect(screen.getByText('The settings')).toBeVisible();
});

it('is loaded after the first paint, and after a failure again half a minute later', async () => {
  jest.useFakeTimers();
  const load = jest.fn(() => Promise.resolve(part)).mockRejectedValueOnce(new Error('no network'));
  const section = late(load);
  function Screen() {
    const loaded = section.useAfterPaint();
    return loaded ? <loaded.Dialog /> : null;
  }
  renderWithProviders(<Screen />);
  expect(load).not.toHaveBeenCalled();
  await act(() => jest.advanceTimersByTimeAsync(29_000));
  expect(load).toHaveBeenCalledTimes(1);
  await act(() => jest.advanceTimersByTimeAsync(2000));
  expect(screen.getByText('The dialog')).toBeVisible();
  renderWithProviders(<Screen />);
  expect(screen.getAllByText('The dialog')).toHaveLength(2);
  jest.useRealTimers();
});
