import { afterEach, expect, it, jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { OnlineButton } from './online-button.tsx';
import { renderWithProviders } from './testing/index.ts';

const sentence = 'You are offline. This needs a connection.';
afterEach(() => {
  jest.restoreAllMocks();
});

it('is disabled without a network, and says so when it is pressed', async () => {
  const onClick = jest.fn();
  const { user } = renderWithProviders(<OnlineButton onClick={onClick}>Watch</OnlineButton>);
  const button = screen.getByRole('button', { name: 'Watch' });
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveAccessibleDescription(sentence);
  await user.click(button);
  expect(onClick).not.toHaveBeenCalled();
  expect(screen.getByRole('alert')).toHaveTextContent(sentence);

  onLine.mockRestore();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(button).not.toHaveAttribute('aria-disabled');
  await user.click(button);
  expect(onClick).toHaveBeenCalledTimes(1);
});

it('is no link without a network', () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  renderWithProviders(<OnlineButton href="/api/tickets">Export</OnlineButton>);
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Export' })).toHaveAttribute('aria-disabled', 'true');
});
