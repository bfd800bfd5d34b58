import { latePart } from '@mainstay/ui/late-part';
import { expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Component, type ReactNode, useState } from 'react';

interface Part {
  Dialog: () => ReactNode;
}

const part: Part = { Dialog: () => <p>The dialog</p> };

class Boundary extends Component<{ children: ReactNode }, { problem?: string }> {
  override state: { problem?: string } = {};
  static getDerivedStateFromError = (error: Error) => ({ problem: error.message });
  override render() {
    const { problem } = this.state;
    return problem === undefined ? this.props.children : <p role="alert">{problem}</p>;
  }
}

/** Renders a screen that needs the part once it is pressed. */
function start(load: () => Promise<Part>) {
  const late = latePart(load);
  function Screen() {
    const [isOpen, setOpen] = useState(false);
    const loaded = late.useLoaded(isOpen);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {loaded ? <loaded.Dialog /> : null}
      </>
    );
  }
  const show = () =>
    render(
      <Boundary>
        <Screen />
      </Boundary>,
    );
  return { late, show, press: () => screen.getByRole('button', { name: 'Open' }).click() };
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

it('is not loaded again when the page has fetched it ahead', async () => {
  const load = jest.fn(() => Promise.resolve(part));
  const { late, show, press } = start(load);
  await late.load();
  show();
  press();
  expect(await screen.findByText('The dialog')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});

it('throws while rendering when it cannot be loaded, and is loaded again on the next try', async () => {
  const noise = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = jest.fn(() => Promise.resolve(part)).mockRejectedValueOnce(new Error('no network'));
  const { show, press } = start(load);
  const { unmount } = show();
  press();
  expect(await screen.findByRole('alert')).toHaveTextContent('A part of the screen could not be loaded');
  unmount();
  show();
  press();
  expect(await screen.findByText('The dialog')).toBeVisible();
  noise.mockRestore();
});
