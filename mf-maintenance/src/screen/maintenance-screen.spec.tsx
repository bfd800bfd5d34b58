import { problem, renderWithProviders } from '@mainstay/web-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import {
  admin,
  returnsRecurringTasks,
  returnsTickets,
  maintenanceApi,
  millRoad,
  recurringTask,
  ticket,
} from '../../test/fixtures.ts';
import { MaintenanceScreen } from './maintenance-screen.tsx';

const api = maintenanceApi();
const column = (name: string) => screen.getByRole('region', { name });
const cardTitles = (within_: HTMLElement) =>
  within(within_)
    .queryAllByRole('listitem')
    .map((card) => within(card).getByRole('heading').textContent);

describe('the board', () => {
  it('lists incoming tickets, and tickets in progress with the active recurring tasks', async () => {
    api.use(
      ...returnsTickets(
        ticket('Leak', { status: 'incoming' }),
        ticket('Oven', { status: 'in_progress' }),
        ticket('Door', { status: 'solved' }),
        ticket('Light', { status: 'incoming' }),
      ),
      ...returnsRecurringTasks(recurringTask('Hood filters'), recurringTask('Paused', { active: false })),
    );
    renderWithProviders(<MaintenanceScreen user={admin} />);
    await screen.findByText('Leak');
    expect(cardTitles(column('To Acknowledge'))).toEqual(['Leak', 'Light']);
    expect(within(column('To Acknowledge')).getByText('2')).toBeVisible();
    expect(cardTitles(column('Working'))).toEqual(['Oven', 'Hood filters']);
    // The sum of tickets and recurring tasks.
    expect(within(column('Working')).getByText('2')).toBeVisible();
  });

  it('shows three placeholder cards in each column while it loads, then No items', async () => {
    api.use(
      http.get('*/api/tickets', async () => {
        await delay(30);
        return HttpResponse.json([]);
      }),
    );
    renderWithProviders(<MaintenanceScreen user={admin} />);
    for (const name of ['To Acknowledge', 'Working']) {
      expect(within(column(name)).getAllByTestId('skeleton-card')).toHaveLength(3);
      expect(column(name)).toHaveAttribute('aria-busy', 'true');
    }
    await waitFor(() => expect(screen.getAllByText('No items')).toHaveLength(2));
    expect(screen.queryByTestId('skeleton-card')).not.toBeInTheDocument();
    expect(within(column('Working')).getByText('0')).toBeVisible();
  });

  it('shows an error if loading fails, and loads on Retry', async () => {
    let isDown = true;
    api.use(
      http.get('*/api/recurring-tasks', () =>
        isDown ? problem(503, 'The database is unavailable.') : undefined,
      ),
    );
    const { user } = renderWithProviders(<MaintenanceScreen user={admin} />);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    isDown = false;
    await user.click(retry);
    expect(await screen.findByRole('region', { name: 'Working' })).toBeVisible();
  });
});

describe('cards', () => {
  it('of tickets show priority, description, type, location and date', async () => {
    api.use(
      ...returnsTickets(
        ticket('Leak', { priority: 'high', ticketType: 'equipment', location: millRoad }),
        ticket('Oven', { priority: 'medium' }),
        ticket('Light', { priority: 'low' }),
      ),
    );
    renderWithProviders(<MaintenanceScreen user={admin} />);
    const [leak, oven, light] = await screen.findAllByRole('listitem');
    for (const text of ['It hums.', 'Equipment', 'Mill Road', 'Mar 5, 2024']) {
      expect(leak).toHaveTextContent(text);
    }
    const badge = (card: HTMLElement | undefined, text: string) =>
      within(card ?? document.body).getByText(text);
    expect(badge(leak, 'High')).toHaveAttribute('data-variant', 'destructive');
    expect(badge(oven, 'Medium')).toHaveAttribute('data-variant', 'default');
    expect(badge(light, 'Low')).toHaveAttribute('data-variant', 'secondary');
  });

  it('of recurring tasks show frequency, description, location and next date', async () => {
    api.use(
      ...returnsRecurringTasks(
        recurringTask('Hood filters', {
          frequency: 'monthly',
          description: 'Soak them.',
          location: millRoad,
        }),
      ),
    );
    renderWithProviders(<MaintenanceScreen user={admin} />);
    const card = await screen.findByRole('listitem');
    for (const text of ['Hood filters', 'Monthly', 'Soak them.', 'Mill Road', 'Next: Mar 12, 2024']) {
      expect(card).toHaveTextContent(text);
    }
  });
});

describe('the search', () => {
  it('finds tickets and tasks by title or location name, ignoring case, in both tabs', async () => {
    api.use(
      ...returnsTickets(
        ticket('Leaking tap'),
        ticket('Oven', { location: millRoad }),
        ticket('Mill stone', { status: 'solved' }),
        ticket('Sign', { status: 'solved' }),
      ),
      ...returnsRecurringTasks(recurringTask('Treadmill'), recurringTask('Filters')),
    );
    const { user } = renderWithProviders(<MaintenanceScreen user={admin} />);
    await screen.findByText('Oven');
    await user.type(screen.getByRole('searchbox', { name: 'Search tickets and tasks...' }), ' mILL ');
    expect(cardTitles(column('To Acknowledge'))).toEqual(['Oven']);
    expect(cardTitles(column('Working'))).toEqual(['Treadmill']);
    await user.click(screen.getByRole('tab', { name: 'Completed' }));
    expect(screen.getByText('Mill stone')).toBeVisible();
    expect(screen.queryByText('Sign')).not.toBeInTheDocument();
  });
});

describe('the Completed tab', () => {
  it('has no badge and an empty state if there are none', async () => {
    api.use(...returnsTickets(ticket('Leak')));
    const { user } = renderWithProviders(<MaintenanceScreen user={admin} />);
    await screen.findByText('Leak');
    const tab = screen.getByRole('tab', { name: 'Completed' });
    expect(tab).toHaveTextContent(/Completed$/);
    await user.click(tab);
    expect(screen.getByText('No completed tickets')).toBeVisible();
    expect(screen.getByText('Completed tickets will appear here')).toBeVisible();
  });
});
