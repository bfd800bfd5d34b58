import { returns, problem, renderWithProviders } from '@mainstay/web-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { shellApi, ticket } from '../../test/shell-api.ts';
import { DashboardPage } from './dashboard-page.tsx';

const api = shellApi();
const recent = () => screen.getByRole('region', { name: 'Recent Tickets' });

describe('the four counts', () => {
  it('are shown with their labels and hints', async () => {
    api.use(
      returns('/api/stats', { totalLocations: 12, activeTickets: 2700, pendingTasks: 8, totalManagers: 4 }),
    );
    renderWithProviders(<DashboardPage role="admin" />);
    await screen.findByText('12');
    const cards = screen.getAllByRole('term').map((term) => term.parentElement?.textContent);
    expect(
      screen.getAllByRole('term').map((term) => within(term).getByRole('link').getAttribute('href')),
    ).toEqual(['/locations', '/tickets', '/tickets', '/managers']);
    expect(cards).toEqual([
      'Total Locations12Active stores',
      'Active Tickets2,700Incoming & in progress',
      'Pending Tasks8Incomplete tasks',
      'District Managers4Active team members',
    ]);
  });

  it('lead managers to no screen of administrators', async () => {
    renderWithProviders(<DashboardPage role="district_manager" />);
    expect(await screen.findByRole('link', { name: 'Pending Tasks' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'District Managers' })).not.toBeInTheDocument();
  });

  it('are 0 if missing', async () => {
    api.use(returns('/api/stats', { activeTickets: 3 }));
    renderWithProviders(<DashboardPage role="admin" />);
    await screen.findByText('3');
    expect(screen.getAllByText('0', { selector: 'dd' })).toHaveLength(3);
  });

  it('are 0 if loading fails, which is said with Retry', async () => {
    api.use(http.get('*/api/stats', () => problem(503, 'Later.')));
    const { user } = renderWithProviders(<DashboardPage role="admin" />);
    await waitFor(() => expect(screen.getAllByText('0', { selector: 'dd' })).toHaveLength(4));
    const failed = screen.getByRole('alert');
    expect(failed).toHaveTextContent('The numbers could not be loaded.');
    api.use(returns('/api/stats', { totalLocations: 12 }));
    await user.click(within(failed).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('12')).toBeVisible();
    expect(failed).not.toBeInTheDocument();
  });
});

describe('recent tickets', () => {
  it('have three placeholders while they load', async () => {
    api.use(
      http.get('*/api/tickets', async () => {
        await delay(50);
        return HttpResponse.json([]);
      }),
    );
    renderWithProviders(<DashboardPage role="admin" />);
    expect(within(recent()).getAllByTestId('ticket-placeholder')).toHaveLength(3);
    expect(await within(recent()).findByText('No tickets yet')).toBeVisible();
  });

  it('are the five newest, newest first, each leading to its ticket', async () => {
    const at = (day: number) => `2026-03-0${day}T20:04:00.000Z`;
    const tickets = [3, 6, 1, 5, 2, 4].map((day) => ticket(`Ticket ${day}`, { createdAt: at(day) }));
    api.use(returns('/api/tickets', tickets));
    renderWithProviders(<DashboardPage role="admin" />);
    await screen.findByText('Ticket 6');
    const rows = within(recent()).getAllByRole('link');
    expect(rows.map((row) => /Ticket \d/.exec(row.textContent)?.[0])).toEqual([
      'Ticket 6',
      'Ticket 5',
      'Ticket 4',
      'Ticket 3',
      'Ticket 2',
    ]);
    for (const row of rows) {
      const shown = tickets.find(({ title }) => row.textContent.includes(title));
      expect(row).toHaveAttribute('href', `/tickets?ticket=${shown?.id ?? ''}`);
    }
    expect(rows[0]).toHaveTextContent('Harbor Street');
    expect(rows[0]).toHaveTextContent(/Mar \d, \d{1,2}:04 [AP]M/);
  });

  it('say when they were created by the clock of the store', async () => {
    const location = { id: '1', name: 'Loop', storeNumber: '1', timezone: 'America/Denver' };
    const createdAt = '2026-03-05T20:04:00.000Z';
    api.use(returns('/api/tickets', [ticket('Leak', { createdAt, location })]));
    renderWithProviders(<DashboardPage role="admin" />);
    expect(await screen.findByText('Mar 5, 1:04 PM MST')).toBeVisible();
  });

  it('show the status as an icon and the priority as a badge', async () => {
    api.use(
      returns('/api/tickets', [
        ticket('Done', { status: 'solved', priority: 'low' }),
        ticket('Burning', { status: 'in_progress', priority: 'high' }),
      ]),
    );
    renderWithProviders(<DashboardPage role="admin" />);
    const done = await screen.findByRole('link', { name: /Done/ });
    expect(within(done).getByRole('img', { name: 'Completed' })).toHaveAttribute('data-solved', 'true');
    expect(within(done).getByText('Low')).toHaveAttribute('data-variant', 'secondary');
    const burning = screen.getByRole('link', { name: /Burning/ });
    expect(within(burning).getByRole('img', { name: 'Working' })).not.toHaveAttribute('data-solved');
    expect(within(burning).getByText('High')).toHaveAttribute('data-variant', 'destructive');
  });

  it('show an error if loading fails, and load on Retry', async () => {
    api.use(http.get('*/api/tickets', () => problem(503, 'The database is unavailable.'), { once: true }));
    const { user } = renderWithProviders(<DashboardPage role="admin" />);
    expect(await screen.findByText('503: The database is unavailable.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No tickets yet')).toBeVisible();
  });
});

it('leads on to tickets and locations', () => {
  renderWithProviders(<DashboardPage role="admin" />);
  const actions = within(screen.getByRole('region', { name: 'Quick Actions' })).getAllByRole('link');
  expect(actions.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['View Maintenance TicketsManage incoming and active tickets', '/tickets'],
    ['Manage LocationsView and update store information', '/locations'],
  ]);
});

describe('what needs attention', () => {
  const rows = () =>
    within(screen.getByRole('region', { name: 'Needs attention' }))
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);
  const counts = () => [
    returns('/api/tickets/due', { active: true, overdue: 1200, atRisk: 2 }),
    http.get('*/api/tickets', ({ request }) => {
      const query = new URL(request.url).searchParams;
      if (query.get('open') !== 'true') return HttpResponse.json([]);
      const total =
        query.get('approval') === 'needed' ? '3' : query.get('assignedTo') === 'none' ? '1000' : '';
      return HttpResponse.json([], { headers: { 'X-Total-Count': total } });
    }),
  ];

  it('is counted, and each count leads to the board with its chip', async () => {
    api.use(...counts());
    renderWithProviders(<DashboardPage role="admin" />);
    expect(await screen.findByText('1,000+')).toBeVisible();
    await waitFor(() =>
      expect(rows()).toEqual([
        ['Overdue1,200', '/tickets?due=overdue'],
        ['At risk2', '/tickets?due=at_risk'],
        ['Needs approval3', '/tickets?approval=needed'],
        ['Unassigned1,000+', '/tickets?assignedTo=none'],
      ]),
    );
  });

  it('has no costs for managers, who do not approve them', async () => {
    api.use(...counts());
    renderWithProviders(<DashboardPage role="district_manager" />);
    expect(await screen.findByText('1,000+')).toBeVisible();
    expect(rows().map(([text]) => text)).toEqual(['Overdue1,200', 'At risk2', 'Unassigned1,000+']);
  });

  it('says if a number could not be loaded, and loads it on Retry', async () => {
    api.use(
      http.get('*/api/tickets/due', () => problem(503, 'Later.'), { once: true }),
      ...counts(),
    );
    const { user } = renderWithProviders(<DashboardPage role="admin" />);
    const failed = await screen.findByRole('alert');
    expect(rows()[0]).toEqual(['Overdue', '/tickets?due=overdue']);
    await user.click(within(failed).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('1,200')).toBeVisible();
    expect(failed).not.toBeInTheDocument();
  });
});

it('requests only the five newest tickets and tasks, and counts', async () => {
  // A set, because requests of the previous test may still be in flight.
  const asked = new Set<string>();
  const list = ({ request }: { request: Request }) => {
    const { pathname, search } = new URL(request.url);
    asked.add(`${pathname}${search}`);
    return HttpResponse.json([]);
  };
  api.use(http.get('*/api/tickets', list), http.get('*/api/tasks', list));
  renderWithProviders(<DashboardPage role="admin" />);
  await waitFor(() =>
    expect(asked).toEqual(
      new Set([
        '/api/tasks?limit=5',
        '/api/tickets?limit=5',
        '/api/tickets?approval=needed&open=true&limit=1',
        '/api/tickets?assignedTo=none&open=true&limit=1',
      ]),
    ),
  );
});
