import { renderWithProviders } from '@mainstay/web-kit/testing';
import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { InboxScreen } from './inbox-screen.tsx';

it('shows its title and the empty state', () => {
  renderWithProviders(<InboxScreen />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Inbox');
  expect(screen.getByText('Nothing here yet')).toBeVisible();
});
