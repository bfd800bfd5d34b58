import { renderWithProviders } from '@mainstay/web-kit/testing';
import { expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import {
  ada,
  admin,
  dana,
  maintenanceApi,
  returnsPeople,
  returnsTickets,
  ticket,
} from '../../test/fixtures.ts';
import { MaintenanceScreen } from '../maintenance-screen.tsx';

const api = maintenanceApi();
const leak = ticket('Leak');
const ofAda = { ...leak, assignedTo: ada.id, assignee: ada };

async function openBoard() {
  const sent: unknown[] = [];
  api.use(
    ...returnsTickets(leak),
    returnsPeople(leak.id, dana, ada),
    http.patch(`*/api/tickets/${leak.id}`, async ({ request }) => {
      sent.push(await request.json());
      api.use(...returnsTickets(ofAda));
      return HttpResponse.json(ofAda, { headers: { etag: '"2"' } });
    }),
  );
  const { user } = renderWithProviders(<MaintenanceScreen user={admin} />);
  const button = await screen.findByRole('button', { name: 'Assignee: Nobody' });
  return { user, sent, button };
}

it('assigns a ticket with two clicks, without its dialog, and returns the focus', async () => {
  const { user, sent, button } = await openBoard();
  await user.click(button);
  await user.click(await screen.findByRole('option', { name: 'Ada Lane' }));
  await waitFor(() => expect(button).toHaveAccessibleName('Assignee: Ada Lane'));
  expect(sent).toEqual([{ assignedTo: ada.id }]);
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(button).toHaveFocus();
});

it('is pressed by Space', async () => {
  const { user, button } = await openBoard();
  act(() => button.focus());
  await user.keyboard(' ');
  const field = await screen.findByRole('combobox', { name: 'Assignee' });
  await waitFor(() => expect(field).toHaveFocus());
  expect(screen.queryByText(/is lifted from/)).not.toBeInTheDocument();
});
