import { useLocation } from '@mainstay/ui/router';
import { expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { LinkedText } from './linked-text.tsx';
import { fakeApi, renderWithProviders, returns } from './testing/index.ts';

fakeApi(returns('/config.json', { publicUrl: 'https://stores.example' }));

function Place() {
  const { pathname, search, hash } = useLocation();
  return <main>{pathname + search + hash}</main>;
}

function show(text: string) {
  renderWithProviders(
    <>
      <LinkedText text={text} />
      <Place />
    </>,
  );
  return screen.getByRole('link');
}

it('opens a tab for an address elsewhere, which learns nothing of this page', () => {
  const link = show('The manual: https://fryers.example/7.pdf.');
  expect(link).toHaveAttribute('href', 'https://fryers.example/7.pdf');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
});

it.each([`${location.origin}/tickets?ticket=7#top`, 'https://stores.example/tickets?ticket=7#top'])(
  'follows %s of the app without a load',
  async (address) => {
    show(`As in ${address}`);
    const link = screen.getByRole('link', { name: address });
    await waitFor(() => expect(link).not.toHaveAttribute('target'));
    expect(fireEvent.click(link)).toBe(false);
    expect(screen.getByRole('main')).toHaveTextContent('/tickets?ticket=7#top');
  },
);

it.each(['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])('leaves a click with %s to the browser', (key) => {
  const link = show(`${location.origin}/tickets`);
  const reached: boolean[] = [];
  const arrives = (event: Event) => {
    reached.push(!event.defaultPrevented);
    // This browser opens no tabs.
    event.preventDefault();
  };
  document.addEventListener('click', arrives, { once: true });
  fireEvent.click(link, { [key]: true });
  expect(reached).toEqual([true]);
  expect(screen.getByRole('main')).toHaveTextContent(/^\/$/);
});

it.each(['/api/docs', '/r/gg6322t7', '/T/7'])('opens a tab for %s, which is not in the app', (path) => {
  expect(show(location.origin + path)).toHaveAttribute('target', '_blank');
});
