import { problem, renderWithProviders, returns } from '@mainstay/web-kit/testing';
import { Link, useLocation, useNavigate } from '@mainstay/ui/router';
import { describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import {
  admin,
  maintenanceApi,
  myId,
  returnsRecurringTasks,
  returnsTickets,
  recurringTask,
  type Ticket,
  ticket,
} from '../../test/fixtures.ts';
import { MaintenanceScreen } from '../screen/maintenance-screen.tsx';

const api = maintenanceApi();
const leak = ticket('Leak', { assignedTo: myId });
const oven = ticket('Oven', { priority: 'high' });
const door = ticket('Door', { status: 'solved' });

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

async function openAt(
  path: string,
  shows: string,
  others: Ticket[] = [],
  due = { active: false, overdue: 0, atRisk: 0 },
) {
  api.use(
    returns('/api/tickets/due', due),
    ...returnsTickets(leak, oven, door, ...others),
    ...returnsRecurringTasks(recurringTask('Filters')),
  );
  const { user } = renderWithProviders(
    <>
      <title>Maintenance · Mainstay</title>
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
    await user.click(screen.getByRole('link', { name: 'Leak' }));
    const leakDialog = await dialog('Leak');
    expect(address()).toBe(`/tickets?ticket=${leak.id}`);
    expect(document.title).toBe(`#${leak.number} Leak · Mainstay`);
    await user.click(within(leakDialog).getByRole('button', { name: 'Close' }));
    await noDialog();
    expect(address()).toBe('/tickets');
    expect(document.title).toBe('Maintenance · Mainstay');
    await waitFor(() => expect(screen.getByRole('link', { name: 'Leak' })).toHaveFocus());
    await press('Forward');
    await dialog('Leak');
    await press('Back');
    await noDialog();
  });

  it('shows the error if the ticket cannot be read', async () => {
    await openAt('/tickets', 'Leak');
    api.use(http.get(`*/api/tickets/${leak.id}`, () => problem(503, 'Later.')));
    act(() => screen.getByRole('link', { name: 'Leak' }).click());
    expect(await within(await dialog('Leak')).findByText('503: Later.')).toBeVisible();
  });

  it('is copied as it is everywhere, wherever this page was opened', async () => {
    api.use(returns('/config.json', { publicUrl: 'https://stores.example.com' }));
    const { user } = await openAt(`/tickets?ticket=${leak.id}`, 'Leak');
    const copied = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await waitFor(async () => {
      await user.click(within(await dialog('Leak')).getByRole('button', { name: 'Copy link' }));
      expect(copied).toHaveBeenLastCalledWith(`https://stores.example.com/tickets?ticket=${leak.id}`);
    });
  });

  it('is named in the address bar if it cannot be copied', async () => {
    const { user } = await openAt(`/tickets?ticket=${leak.id}`, 'Leak');
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('No.'));
    await user.click(within(await dialog('Leak')).getByRole('button', { name: 'Copy link' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The link could not be copied.');
  });
});

describe('the address of the board', () => {
  it('follows the search after a pause, without an entry of the history', async () => {
    const { user, press } = await openAt('/tickets?tab=completed', 'Door');
    await user.click(screen.getByRole('tab', { name: 'Board' }));
    await user.click(screen.getByRole('tab', { name: 'Completed' }));
    await user.type(search(), ' door ');
    await waitFor(() => expect(address()).toBe('/tickets?tab=completed&q=door'));
    expect(search()).toHaveValue(' door ');
    await user.clear(search());
    await waitFor(() => expect(address()).toBe('/tickets?tab=completed'));
    await press('Back');
    expect(address()).toBe('/tickets');
  });

  it.each([
    ['/tickets', 'open=true'],
    [
      '/tickets?tab=completed&assignedTo=me&priority=high&q=door',
      'status=solved&assignedTo=me&priority=high&q=door',
    ],
  ])('%s is exported as it is shown', async (path, query) => {
    await openAt(path, 'Maintenance');
    expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
      'href',
      `/api/tickets?${query}&format=csv`,
    );
  });

  it('keeps what is typed while an earlier search is written', async () => {
    const { user } = await openAt('/tickets', 'Leak');
    await user.type(search(), 'le');
    await waitFor(() => expect(address()).toBe('/tickets?q=le'));
    await user.type(search(), 'ak');
    expect(search()).toHaveValue('leak');
    await waitFor(() => expect(address()).toBe('/tickets?q=leak'));
  });

  it('keeps the search when a ticket is opened, and loses it at another address', async () => {
    const { user, press } = await openAt('/tickets', 'Leak');
    await user.type(search(), 'leak');
    await user.click(screen.getByRole('link', { name: 'Leak' }));
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

  it('filter by the priority High, which recurring tasks do not have, beside the assignee', async () => {
    const { user } = await openAt('/tickets', 'Leak');
    await user.click(chip('High'));
    await waitFor(() => expect(screen.queryByText('Leak')).not.toBeInTheDocument());
    expect(screen.getByText('Oven')).toBeVisible();
    expect(screen.queryByText('Filters')).not.toBeInTheDocument();
    expect(address()).toBe('/tickets?priority=high');

    await user.click(chip('Mine'));
    expect(await screen.findAllByText('Nothing here matches all pressed filters.')).toHaveLength(2);
    expect(address()).toBe('/tickets?assignedTo=me&priority=high');

    await user.click(chip('Mine'));
    await user.click(chip('High'));
    expect(await screen.findByText('Filters')).toBeVisible();
    expect(address()).toBe('/tickets');
  });

  it('filter by what is late, with counts, while a response target is on', async () => {
    const fryer = ticket('Fryer', { dueState: 'overdue' });
    const { user } = await openAt('/tickets', 'Leak', [fryer], { active: true, overdue: 1, atRisk: 0 });
    await user.click(await screen.findByRole('button', { name: 'Overdue 1' }));
    await waitFor(() => expect(screen.queryByText('Leak')).not.toBeInTheDocument());
    expect(screen.getByText('Fryer')).toBeVisible();
    expect(screen.queryByText('Filters')).not.toBeInTheDocument();
    expect(address()).toBe('/tickets?due=overdue');

    await user.click(chip('At risk 0'));
    expect(await screen.findAllByText('Nothing here is at risk.')).toHaveLength(2);
    await user.click(screen.getByRole('tab', { name: 'Completed' }));
    expect(await screen.findByText('Door')).toBeVisible();
    expect(screen.queryByRole('group', { name: 'Due' })).not.toBeInTheDocument();
  });

  it('do not name what is late while all response targets are off', async () => {
    await openAt('/tickets', 'Leak', [], { active: false, overdue: 1, atRisk: 0 });
    expect(screen.queryByRole('group', { name: 'Due' })).not.toBeInTheDocument();
  });

  it('say how to see everything if they leave nothing', async () => {
    const { user } = await openAt('/tickets?assignedTo=me&q=oven', 'No items');
    expect(screen.getAllByText('Nothing here is assigned to you.')).toHaveLength(2);
    await user.click(screen.getByRole('tab', { name: 'Completed' }));
    const panel = await screen.findByRole('tabpanel', { name: 'Completed' });
    expect(await within(panel).findByText('Nothing here is assigned to you.')).toBeVisible();
  });
});
