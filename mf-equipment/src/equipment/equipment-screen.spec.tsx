import { renderWithProviders } from '@mainstay/web-kit/testing';
import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { EquipmentScreen } from './equipment-screen.tsx';

it('shows its title and the empty state', () => {
  renderWithProviders(<EquipmentScreen />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Equipment');
  expect(screen.getByText('Nothing here yet')).toBeVisible();
});
