import { problem, renderWithProviders } from '@mainstay/web-kit/testing';
import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { admin, maintenanceApi, ticket } from '../../test/fixtures.ts';
import { MaintenanceScreen } from '../maintenance-screen.tsx';

const api = maintenanceApi();

const open = { ...ticket('Fryer is cold', { number: 1042, status: 'in_progress' }), repeat: false };

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
  await user.type(form.getByLabelText('Title'), title);
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
