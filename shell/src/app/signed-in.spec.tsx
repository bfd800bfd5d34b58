import { gives, renderWithProviders } from '@mainstay/web-kit/testing';
import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { admin, shellApi } from '../testing/shell-api.ts';
import { Entrance } from './entrance.tsx';

const api = shellApi();

it('says Page Not Found at any other path and leads home', async () => {
  api.use(gives('/api/user', admin));
  const { user } = renderWithProviders(<Entrance />, { path: '/tasks' });
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  expect(screen.getByText("The page you're looking for doesn't exist or has been moved.")).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Go Home' }));
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

it.each(['/', '/tasks'])('offers to sign out at %s', async (path) => {
  api.use(gives('/api/user', admin));
  renderWithProviders(<Entrance />, { path });
  expect(await screen.findByRole('button', { name: 'Sign Out' })).toBeVisible();
});

it('toggles the theme', async () => {
  document.documentElement.dataset['theme'] = 'dark';
  api.use(gives('/api/user', admin));
  const { user } = renderWithProviders(<Entrance />);
  await user.click(await screen.findByRole('button', { name: 'Toggle theme' }));
  expect(document.documentElement.dataset['theme']).toBe('light');
});
