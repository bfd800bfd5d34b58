import { problem, renderWithProviders } from '@mainstay/web-kit/testing';
import { Link, useLocation, useNavigate } from '@mainstay/ui/router';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import {
  admin,
  maintenanceApi,
  myId,
  returnsRecurringTasks,
  returnsTickets,
  recurringTask,
  ticket,
} from '../../test/fixtures.ts';
import { MaintenanceScreen } from '../maintenance-screen.tsx';

const api = maintenanceApi();
const leak = ticket('Leak', { assignedTo: myId });
const oven = ticket('Oven', { priority: 'high' });
const door = ticket('Door', { status: 'solved' });

afterEach(() => {
  jest.restoreAllMocks();
  history.replaceState(null, '', '/');
});

/** The router's address, and what a browser's buttons do. */
function Browser() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (
    <nav>
      <output data-testid="address">{pathname + search}</output>
      <button onClick={() => void navigate(-1)}>Back</button>
      <button onClick={() => void navigate(1)}>Forward</button>
      <Link to="/tickets">Maintenance</Link>
    </nav>
  );
}

async function openAt(path: string, shows: string) {
  api.use(...returnsTickets(leak, oven, door), ...returnsRecurringTasks(recurringTask('Filters')));
  const { user } = renderWithProviders(
    <>
      <Browser />
      <MaintenanceScreen user={admin} />
    </>,
    { path },
  );
  await screen.findAllByText(shows);
  const press = (name: string) => user.click(screen.getByText(name, { selector: 'nav *' }));
  return { user, press };
}

const address = () => screen.getByTestId('address').textContent;
const dialog = (name: string) => screen.findByRole('dialog', { name });
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
const search = () => screen.getByRole('searchbox');

describe('the address of a ticket', () => {
  it('is a new entry of the history when the ticket is opened; closing it goes back', async () => {
    const { user, press } = await openAt('/tickets', 'Leak');
    await user.click(screen.getByRole('button', { name: 'Leak' }));
    const leakDialog = await dialog('Leak');
    expect(address()).toBe(`/tickets?ticket=${leak.id}`);
    await user.click(within(leakDialog).getByRole('button', { name: 'Close' }));
    await noDialog();
    expect(address()).toBe('/tickets');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Leak' })).toHaveFocus());
    await press('Forward');
    await dialog('Leak');
    await press('Back');
    await noDialog();
  });

  it('opens it, though no list has it, and closing it stays on the board', async () => {
    const { user } = await openAt(`/tickets?ticket=${door.id}`, 'Leak');
    const doorDialog = await dialog('Door');
    await user.click(within(doorDialog).getByRole('button', { name: 'Close' }));
    await noDialog();
    expect(address()).toBe('/tickets');
  });

  it.each(['01890000-0000-7000-8000-0000000000ff', 'nonsense', '../stats'])(
    'of no ticket says so: %s',
    async (id) => {
      await openAt(`/tickets?ticket=${encodeURIComponent(id)}`, 'Leak');
      expect(
        await within(await dialog('Ticket')).findByText(
          'This ticket no longer exists or is not in your locations.',
        ),
      ).toBeVisible();
    },
  );

  it('shows the error if the ticket cannot be read', async () => {
    await openAt('/tickets', 'Leak');
    api.use(http.get(`*/api/tickets/${leak.id}`, () => problem(503, 'Later.')));
    act(() => screen.getByRole('button', { name: 'Leak' }).click());
    expect(await within(await dialog('Leak')).findByText('503: Later.')).toBeVisible();
  });

  it('is copied by Copy link', async () => {
    const { user } = await openAt(`/tickets?ticket=${leak.id}&q=leak`, 'Leak');
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    const copy = within(await dialog('Leak')).getByRole('button', { name: 'Copy link' });
    copy.focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Link copied')).toBeVisible();
    expect(write.mock.calls).toEqual([[`http://localhost/tickets?ticket=${leak.id}`]]);
  });

  it('is named in the address bar if it cannot be copied', async () => {
    const { user } = await openAt(`/tickets?ticket=${leak.id}`, 'Leak');
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('No.'));
    await user.click(within(await dialog('Leak')).getByRole('button', { name: 'Copy link' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The link could not be copied.');
  });
});

describe('the address of the board', () => {
  it('names the tab, and Back returns to the other', async () => {
    const { user, press } = await openAt('/tickets', 'Leak');
    await user.click(screen.getByRole('tab', { name: 'Completed' }));
    expect(await screen.findByText('Door')).toBeVisible();
    expect(address()).toBe('/tickets?tab=completed');
    await press('Back');
    await waitFor(() =>
      expect(screen.getByRole('tab', { name: 'Board' })).toHaveAttribute('aria-selected', 'true'),
    );
  });

  it('gives the search, the filter and the tab', async () => {
    await openAt('/tickets?q=leak&assignedTo=me', 'Leak');
    expect(search()).toHaveValue('leak');
    expect(screen.getByRole('button', { name: 'Mine' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.queryByText('Oven')).not.toBeInTheDocument();
  });

  it('follows the search after a pause, without an entry of the history', async () => {
    history.replaceState(null, '', '/tickets?tab=completed');
    const { user } = await openAt('/tickets?tab=completed', 'Door');
    const entries = history.length;
    await user.type(search(), ' door ');
    await waitFor(() => expect(location.search).toBe('?tab=completed&q=door'));
    await user.clear(search());
    await waitFor(() => expect(location.search).toBe('?tab=completed'));
    expect(history.length).toBe(entries);
  });

  it('keeps the search when a ticket is opened, and loses it at another address', async () => {
    const { user, press } = await openAt('/tickets', 'Leak');
    await user.type(search(), 'leak');
    await user.click(screen.getByRole('button', { name: 'Leak' }));
    await dialog('Leak');
    expect(address()).toBe(`/tickets?ticket=${leak.id}&q=leak`);
    await press('Maintenance');
    await noDialog();
    expect(search()).toHaveValue('');
    expect(screen.getByText('Oven')).toBeVisible();
  });
});

describe('the chips', () => {
  const chip = (name: string) => screen.getByRole('button', { name });

  it('filter by assignee, one at a time, and release on a second press', async () => {
    const { user, press } = await openAt('/tickets', 'Leak');
    await user.click(chip('Mine'));
    await waitFor(() => expect(screen.queryByText('Oven')).not.toBeInTheDocument());
    expect(screen.getByText('Leak')).toBeVisible();
    expect(screen.queryByText('Filters')).not.toBeInTheDocument();
    expect(address()).toBe('/tickets?assignedTo=me');

    await user.click(chip('Unassigned'));
    expect(await screen.findByText('Oven')).toBeVisible();
    expect(await screen.findByText('Filters')).toBeVisible();
    expect(screen.queryByText('Leak')).not.toBeInTheDocument();
    expect(chip('Mine')).toHaveAttribute('aria-pressed', 'false');
    expect(chip('Unassigned')).toHaveAttribute('aria-pressed', 'true');

    await user.click(chip('Unassigned'));
    expect(await screen.findByText('Leak')).toBeVisible();
    expect(address()).toBe('/tickets');
    await press('Back');
    await waitFor(() => expect(chip('Unassigned')).toHaveAttribute('aria-pressed', 'true'));
  });

  it('filter by the priority High, which recurring tasks do not have, beside the assignee', async () => {
    const { user } = await openAt('/tickets', 'Leak');
    await user.click(chip('High'));
    await waitFor(() => expect(screen.queryByText('Leak')).not.toBeInTheDocument());
    expect(screen.getByText('Oven')).toBeVisible();
    expect(screen.queryByText('Filters')).not.toBeInTheDocument();
    expect(address()).toBe('/tickets?priority=high');

    await user.click(chip('Mine'));
    expect(
      await screen.findAllByText('Nothing here matches all pressed filters. Press one again to see more.'),
    ).toHaveLength(2);
    expect(address()).toBe('/tickets?assignedTo=me&priority=high');

    await user.click(chip('Mine'));
    await user.click(chip('High'));
    expect(await screen.findByText('Filters')).toBeVisible();
    expect(address()).toBe('/tickets');
  });

  it('say how to see everything if they leave nothing', async () => {
    const { user } = await openAt('/tickets?assignedTo=me&q=oven', 'No items');
    expect(
      screen.getAllByText('Nothing here is assigned to you. Press Mine again to see everything.'),
    ).toHaveLength(2);
    await user.click(screen.getByRole('tab', { name: 'Completed' }));
    const panel = await screen.findByRole('tabpanel', { name: 'Completed' });
    expect(
      await within(panel).findByText('Nothing here is assigned to you. Press Mine again to see everything.'),
    ).toBeVisible();
  });
});
