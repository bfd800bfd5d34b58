import { problem, renderWithProviders } from '@mainstay/web-kit/testing';
import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { admin, maintenanceApi, returnsTickets, ticket } from '../../test/fixtures.ts';
import { MaintenanceScreen } from '../screen/maintenance-screen.tsx';

const api = maintenanceApi();
const leak = ticket('Leak', { watching: false });
const path = `*/api/tickets/${leak.id}/watch`;

async function openTicket(watching: boolean) {
  api.use(...returnsTickets({ ...leak, watching }));
  const { user } = renderWithProviders(<MaintenanceScreen user={admin} />);
  await user.click(await screen.findByRole('link', { name: 'Leak' }));
  return user;
}

it('sends every click of several quick ones, one after the other', async () => {
  const calls: string[] = [];
  let open = 0;
  const respond =
    (watching: boolean) =>
    async ({ request }: { request: Request }) => {
      open += 1;
      calls.push(`${request.method} ${open}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
      api.use(...returnsTickets({ ...leak, watching }));
      open -= 1;
      return new HttpResponse(null, { status: 204 });
    };
  api.use(http.put(path, respond(true)), http.delete(path, respond(false)));
  const user = await openTicket(false);
  const button = await screen.findByRole('button', { name: 'Watch' });
  for (let click = 0; click < 3; click += 1) await user.click(button);
  expect(button).toHaveTextContent('Unwatch');
  await waitFor(() => expect(button).toHaveAttribute('aria-busy', 'false'));
  expect(button).toHaveTextContent('Unwatch');
  expect(calls).toEqual(['PUT 1', 'DELETE 1', 'PUT 1']);
});

it.each([
  [false, 'Watch', 'Failed to watch ticket'],
  [true, 'Unwatch', 'Failed to unwatch ticket'],
])('shows an error if it fails: watching %s', async (watching, name, text) => {
  api.use(
    http.put(path, () => problem(503, 'Later.')),
    http.delete(path, () => problem(503, 'Later.')),
  );
  const user = await openTicket(watching);
  await user.click(await screen.findByRole('button', { name }));
  expect(await screen.findByRole('alert')).toHaveTextContent(`Error${text}`);
  expect(screen.getByRole('button', { name })).toBeVisible();
});
