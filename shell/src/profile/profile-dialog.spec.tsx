import { returns, returnsPages, problem, renderWithProviders } from '@mainstay/web-kit/testing';
import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { type User } from '../session/session.queries.ts';
import { admin, harborStreet, manager, shellApi } from '../../test/shell-api.ts';
import ProfileDialog from './profile-dialog.tsx';

const api = shellApi();
const onClose = jest.fn();
const open = (user: User) =>
  renderWithProviders(
    <ProfileDialog user={user} accountSettingsUrl="https://id.example/me" onClose={onClose} />,
  );

describe('the profile', () => {
  it('shows who an administrator is and asks for no locations', () => {
    open(admin);
    const dialog = screen.getByRole('dialog', { name: 'Profile' });
    expect(dialog).toHaveAccessibleDescription('View your personal information and assigned locations');
    expect(
      within(dialog)
        .getAllByRole('definition')
        .map((fact) => fact.textContent),
    ).toEqual(['Ada Lovelace', 'ada@sandwich.example', 'Administrator']);
    expect(screen.queryByText('Assigned Locations')).not.toBeInTheDocument();
  });

  it('opens the account at its provider in a new tab without opener', async () => {
    const openTab = jest.spyOn(window, 'open').mockReturnValue(null);
    const { user } = open(admin);
    await user.click(screen.getByRole('button', { name: 'Manage Account' }));
    expect(openTab).toHaveBeenCalledWith('https://id.example/me', '_blank', 'noopener,noreferrer');
  });

  it('closes by its Close button, Escape and a click outside', async () => {
    const { user } = open(admin);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    fireEvent.click(screen.getByRole('dialog'));
    expect(onClose).toHaveBeenCalledTimes(3);
    fireEvent.click(screen.getByText('Ada Lovelace'));
    expect(onClose).toHaveBeenCalledTimes(3);
  });
});

it('links administrators, and nobody else, to the remotes', async () => {
  const { user, unmount } = open(admin);
  await user.click(screen.getByRole('button', { name: 'Show Remotes' }));
  expect(onClose).toHaveBeenCalled();
  unmount();
  open(manager);
  expect(screen.queryByRole('button', { name: 'Show Remotes' })).not.toBeInTheDocument();
});

describe("a manager's locations", () => {
  it('have placeholders, then number, address and status', async () => {
    api.use(
      http.get('*/api/user/assigned-locations', async () => {
        await delay(50);
        return HttpResponse.json([
          harborStreet,
          { ...harborStreet, id: 'b', storeNumber: '102', status: 'inactive' },
        ]);
      }),
    );
    open(manager);
    expect(screen.getByText('District Manager')).toBeVisible();
    expect(screen.getByRole('list', { name: 'Loading assigned locations' })).toBeInTheDocument();
    const [first, second] = (await screen.findAllByText(/^Store #/)).map((line) => line.closest('li'));
    expect(first).toHaveTextContent('Store #10112 Harbor StreetPortland, ME 04101Active');
    expect(screen.getByText('Active')).toHaveAttribute('data-variant', 'default');
    expect(second).toHaveTextContent('Store #102');
    expect(screen.getByText('Inactive')).toHaveAttribute('data-variant', 'secondary');
  });

  it('can be empty', async () => {
    api.use(returns('/api/user/assigned-locations', []));
    open(manager);
    expect(await screen.findByText('No locations assigned yet')).toBeVisible();
  });

  it('show an error if loading fails', async () => {
    api.use(
      http.get('*/api/user/assigned-locations', () => problem(503, 'Later.'), { once: true }),
      returns('/api/user/assigned-locations', []),
    );
    const { user } = open(manager);
    expect(await screen.findByText('503: Later.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No locations assigned yet')).toBeVisible();
  });

  it('load more on demand, and show an error if that fails', async () => {
    const store = (storeNumber: string) => ({ ...harborStreet, id: storeNumber, storeNumber });
    let failures = 1;
    api.use(
      http.get('*/api/user/assigned-locations', ({ request }) =>
        new URL(request.url).searchParams.has('cursor') && failures-- > 0
          ? problem(503, 'Later.')
          : undefined,
      ),
      returnsPages('/api/user/assigned-locations', [[store('101'), store('102')], [store('103')]]),
    );
    const { user } = open(manager);
    await user.click(await screen.findByRole('button', { name: 'Show More' }));
    expect(await screen.findByText('503: Later.')).toBeVisible();
    expect(screen.getByText('Store #102')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Store #103')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show More' })).not.toBeInTheDocument();
  });
});
