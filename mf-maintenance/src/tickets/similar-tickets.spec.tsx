import { problem, renderWithProviders, returns } from '@mainstay/web-kit/testing';
import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { admin, maintenanceApi, millRoad, ticket } from '../../test/fixtures.ts';
import { MaintenanceScreen } from '../screen/maintenance-screen.tsx';

const api = maintenanceApi();

const open = { ...ticket('Fryer is cold', { number: 1042, status: 'in_progress' }), repeat: false };

const fryer = {
  id: '01890000-0000-7000-8000-0000000000e1',
  name: 'Fryer 2',
  status: 'in_service',
  location: { ...millRoad, timezone: 'UTC' },
};

/** The day in a time zone, or one some days ago. */
const dayIn = (timeZone: string, daysAgo: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(Date.now() - daysAgo * 86_400_000);

let queries: Record<string, string>[];
const returnsSimilar = (response: () => Response) => {
  queries = [];
  api.use(
    http.get('*/api/tickets/similar', ({ request }) => {
      queries.push(Object.fromEntries(new URL(request.url).searchParams));
      return response();
    }),
  );
};

async function fillIn(title: string) {
  const { user } = renderWithProviders(<MaintenanceScreen user={admin} />);
  await user.click(screen.getByRole('button', { name: 'New' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Add Ticket' }));
  const form = within(await screen.findByRole('dialog', { name: 'Create Maintenance Ticket' }));
  if (title !== '') await user.type(form.getByLabelText('Title'), title);
  const chooseLocation = async () => {
    await user.click(form.getByRole('combobox', { name: 'Location' }));
    await user.click(await screen.findByRole('option', { name: 'Mill Road' }));
  };
  return { user, form, chooseLocation };
}

it('asks once for what was typed, and again for another title', async () => {
  returnsSimilar(() => HttpResponse.json([open]));
  const { user, form, chooseLocation } = await fillIn('Fry');
  await chooseLocation();
  await form.findByRole('region', { name: 'Similar open tickets' });
  await user.type(form.getByLabelText('Title'), 'er is');
  await waitFor(() => expect(queries.map(({ title }) => title)).toEqual(['Fry', 'Fryer is']));
  await user.clear(form.getByLabelText('Title'));
  await waitFor(() => expect(form.queryByText('Similar open tickets')).not.toBeInTheDocument());
});

it('asks for those of the equipment too, which belongs to the store, and says that its warranty is in force', async () => {
  returnsSimilar(() => HttpResponse.json([open]));
  api.use(
    http.get('*/api/equipment', ({ request }) =>
      HttpResponse.json(
        new URL(request.url).searchParams.get('locationId') === millRoad.id
          ? [{ ...fryer, warrantyUntil: '2099-03-05' }]
          : [],
      ),
    ),
  );
  const { user, form, chooseLocation } = await fillIn('Fryer');
  await chooseLocation();
  await user.click(form.getByRole('combobox', { name: 'Equipment' }));
  await user.click(await screen.findByRole('option', { name: 'Fryer 2' }));
  expect(
    await form.findByText('Under warranty until Mar 5, 2099. Call the manufacturer before you spend.'),
  ).toBeVisible();
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ equipmentId: fryer.id, title: 'Fryer' }));
  await user.click(form.getByRole('combobox', { name: 'Location' }));
  await user.click(await screen.findByRole('option', { name: 'Harbor Street' }));
  await waitFor(() => expect(form.queryByText(/Under warranty/)).not.toBeInTheDocument());
  await waitFor(() => expect(queries.at(-1)).not.toHaveProperty('equipmentId'));
});

it('shows what the equipment has needed before a title is there', async () => {
  const other = { ...open, id: crypto.randomUUID(), title: 'Door squeaks', equipmentId: null };
  returnsSimilar(() => HttpResponse.json([{ ...open, equipmentId: fryer.id }, other]));
  // The last day of a warranty where the day ends last, and the day before where it begins first.
  const [last, gone] = [dayIn('Etc/GMT+12', 0), dayIn('Pacific/Kiritimati', 1)];
  const west = { ...fryer, warrantyUntil: last, location: { ...millRoad, timezone: 'Etc/GMT+12' } };
  const east = { ...fryer, id: millRoad.id, name: 'Fryer 3', warrantyUntil: gone };
  const ofEast = { ...east, location: { ...millRoad, timezone: 'Pacific/Kiritimati' } };
  api.use(returns('/api/equipment', [west, ofEast]));
  const { user, form, chooseLocation } = await fillIn('');
  await chooseLocation();
  await user.click(form.getByRole('combobox', { name: 'Equipment' }));
  await user.click(await screen.findByRole('option', { name: 'Fryer 2' }));
  expect(await form.findByText(/Fryer is cold/)).toBeVisible();
  expect(form.queryByText(/Door squeaks/)).not.toBeInTheDocument();
  expect(form.getByText(/Under warranty/)).toBeVisible();
  await user.click(form.getByRole('combobox', { name: 'Equipment' }));
  await user.click(await screen.findByRole('option', { name: 'Fryer 3' }));
  await waitFor(() => expect(form.queryByText(/Under warranty/)).not.toBeInTheDocument());
});

it.each([
  ['there are none', () => HttpResponse.json([])],
  ['they cannot be loaded', () => problem(503, 'Later.')],
])('shows no heading if %s', async (_case, response) => {
  returnsSimilar(response);
  const { form, chooseLocation } = await fillIn('Fryer');
  await chooseLocation();
  await waitFor(() => expect(queries).toHaveLength(1));
  expect(form.queryByText('Similar open tickets')).not.toBeInTheDocument();
  expect(form.getByRole('button', { name: 'Create Ticket' })).toBeEnabled();
});
