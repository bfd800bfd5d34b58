import { latePart } from '@mainstay/ui/late-part';
import { expect, it, jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { renderWithProviders } from './testing/index.ts';

interface Part {
  Dialog: () => ReactNode;
}

const part: Part = { Dialog: () => <p>The dialog</p> };

/** Renders a screen that needs the part once it is pressed. */
function start(load: () => Promise<Part>) {
  const late = latePart(load);
  function Screen() {
    const [isOpen, setOpen] = useState(false);
    const loaded = late.usePressed(isOpen, () => setOpen(false));
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
  return { late, show, press: () => act(() => screen.getByRole('button', { name: 'Open' }).click()) };
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
  const late = latePart(load);
  const Always = () => late.useLoaded(true)?.Dialog() ?? 'nothing';
  renderWithProviders(<Always />);
  await act(async () => late.load());
  expect(screen.getByText('The dialog')).toBeVisible();
});
