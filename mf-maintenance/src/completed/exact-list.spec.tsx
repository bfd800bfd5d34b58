import { problem, renderWithProviders, returns } from '@mainstay/web-kit/testing';
import { useLocation } from '@mainstay/ui/router';
import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { admin, maintenanceApi, millRoad, ticket } from '../../test/fixtures.ts';
import { MaintenanceScreen } from '../screen/maintenance-screen.tsx';

const api = maintenanceApi();
const oven = ticket('Oven', { status: 'solved' });
const fryer = ticket('Fryer');
const figure = `locationId=${millRoad.id}&createdFrom=2026-11-01&createdTo=2026-11-25&repeat=true`;

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}

/**
 * Opens an address whose exact list has two tickets.
 * @returns the queries of the lists
 */
function openAt(
  query: string,
  response = () => HttpResponse.json([oven, fryer], { headers: { 'x-total-count': '1203' } }),
) {
  const asked: string[] = [];
  api.use(
    returns('/api/locations/:id', millRoad),
    http.get('*/api/tickets', ({ request }) => {
      const { searchParams } = new URL(request.url);
      searchParams.delete('limit');
      asked.push(searchParams.toString());
      return searchParams.has('repeat') || searchParams.has('createdFrom') ? response() : undefined;
    }),
  );
  const { user } = renderWithProviders(
    <>
      <Address />
      <MaintenanceScreen user={admin} />
    </>,
    { path: `/tickets?${query}` },
  );
  return { user, asked };
}

it('has all tickets of a link, with their number, the filters in words, and the same file', async () => {
  const { asked } = openAt(figure);
  expect(await screen.findByRole('heading', { name: '1,203 tickets' })).toBeVisible();
  const filters = screen.getByRole('list', { name: 'Filters' });
  await within(filters).findByText('Store: Mill Road');
  expect(
    within(filters)
      .getAllByRole('listitem')
      .map((each) => each.textContent),
  ).toEqual(['Store: Mill Road', 'Repeats only', 'Created Nov 1 – 25, 2026']);
  const list = screen.getByRole('list', { name: '1,203 tickets' });
  expect(within(list).getByText('Completed')).toBeVisible();
  expect(within(list).getByText('To Acknowledge')).toBeVisible();
  const sorted = (query: string) => [...new URLSearchParams(query)].sort();
  expect(asked.map(sorted)).toEqual([sorted(figure)]);
  const file = screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href');
  expect(sorted(file?.split('?')[1] ?? '')).toEqual(sorted(`${figure}&format=csv`));
});

it('is narrowed by chips and the search, and cleared for the board', async () => {
  const { user, asked } = openAt(figure);
  await user.click(await screen.findByRole('button', { name: 'Needs approval' }));
  await waitFor(() => expect(asked.at(-1)).toContain('approval=needed'));
  await user.type(screen.getByRole('searchbox'), 'oven');
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
  // A tab with the focus also says which of them it is.
  expect(await screen.findByRole('tab', { name: /Board/ })).toHaveFocus();
  expect(screen.getByTestId('address')).toHaveTextContent(/^\/tickets$/);
  expect(screen.getByRole('searchbox')).toHaveValue('');
  expect(screen.getByRole('button', { name: 'Needs approval' })).toHaveAttribute('aria-pressed', 'false');
});

it('says that it could not be loaded where the server refuses a filter', async () => {
  openAt('createdFrom=soon', () => problem(400, 'createdFrom: must be a day'));
  expect(await screen.findByText(/A filter of this address may not be valid/)).toBeVisible();
  expect(screen.getByText('Created since soon')).toBeVisible();
});
