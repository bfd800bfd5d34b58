import { returns, renderWithProviders } from '@mainstay/web-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { rememberRegistry } from '../remotes/remembered-registry.ts';
import {
  admin,
  returnsRegistry,
  listed,
  manager,
  screenAt,
  shellApi,
  specified,
} from '../../test/shell-api.ts';
import { SessionGate } from './session-gate.tsx';

const api = shellApi();

it.each(['/', '/tasks'])('offers to sign out at %s', async (path) => {
  api.use(returns('/api/user', admin));
  renderWithProviders(<SessionGate />, { path });
  expect(await screen.findByRole('button', { name: 'Sign Out' })).toBeVisible();
});

const registryFails = http.get('*/remotes/registry.json', () => HttpResponse.error());
const registryHangs = http.get('*/remotes/registry.json', () => new Promise<never>(() => undefined));

const entries = async () => {
  await screen.findByRole('link', { name: 'Dashboard' });
  return screen
    .getAllByRole('link')
    .flatMap(({ classList, textContent }) => (classList.contains('entry') ? textContent : []));
};
const content = () => screen.getByRole('main');

describe('the screens of remotes', () => {
  it('have the paths and titles of the registry', async () => {
    api.use(
      returns('/api/user', manager),
      returnsRegistry([listed('inbox', { screens: [screenAt('/inbox', { title: 'Inbox' })] })]),
    );
    renderWithProviders(<SessionGate />, { path: '/inbox' });
    expect(await screen.findByText('Loading Inbox')).toBeInTheDocument();
    expect(document.title).toBe('Inbox · Mainstay');
    expect(await entries()).toEqual(['Dashboard', 'Inbox']);
  });

  it('are rendered at once as last seen, and updated when the registry arrives', async () => {
    rememberRegistry({ remotes: specified, disabled: [] });
    let response = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      response = resolve;
    });
    api.use(
      returns('/api/user', admin),
      http.get('*/remotes/registry.json', async () => {
        await asked;
        return HttpResponse.json({
          remotes: [listed('inbox', { screens: [screenAt('/inbox', { title: 'Inbox' })] })],
        });
      }),
    );
    renderWithProviders(<SessionGate />);
    expect(await entries()).toEqual(['Dashboard', 'Maintenance', 'Locations', 'Employees']);
    response();
    expect(await screen.findByRole('link', { name: 'Inbox' })).toBeVisible();
    expect(await entries()).toEqual(['Dashboard', 'Inbox']);
  });

  it('do not block the dashboard while the registry hangs', async () => {
    api.use(returns('/api/user', admin), registryHangs);
    renderWithProviders(<SessionGate />);
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
    expect(await entries()).toEqual(['Dashboard']);
  });

  it('show a loading state at an address that may be one of theirs', async () => {
    api.use(returns('/api/user', admin), registryHangs);
    renderWithProviders(<SessionGate />, { path: '/tickets' });
    await entries();
    expect(content().querySelector('[aria-busy="true"]')).toBeInTheDocument();
    expect(screen.queryByText('Page Not Found')).toBeNull();
  });

  it('that this browser remembers fail in place if the registry cannot be read', async () => {
    rememberRegistry({ remotes: specified, disabled: [] });
    api.use(returns('/api/user', admin), registryFails);
    renderWithProviders(<SessionGate />, { path: '/tickets' });
    expect(await screen.findByRole('heading', { name: 'Maintenance could not be loaded' })).toBeVisible();
    expect(screen.getByText('The list of screens could not be read.')).toBeVisible();
  });

  it('that the registry does not name yet show an error in place, and load on Retry', async () => {
    api.use(returns('/api/user', admin), registryFails);
    const { user } = renderWithProviders(<SessionGate />, { path: '/tickets' });
    expect(await screen.findByRole('heading', { name: 'This screen could not be loaded' })).toBeVisible();
    api.use(returnsRegistry(specified));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Loading Maintenance')).toBeInTheDocument();
    expect(await entries()).toEqual(['Dashboard', 'Maintenance', 'Locations', 'Employees']);
  });

  it('come from the registry if the remembered data is damaged', async () => {
    localStorage.setItem('mainstay.screens', '{"remotes":');
    api.use(returns('/api/user', admin));
    renderWithProviders(<SessionGate />);
    expect(await screen.findByRole('link', { name: 'Maintenance' })).toBeVisible();
  });
});
