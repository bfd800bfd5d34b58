import { createQueryClient } from '@mainstay/web-kit';
import { renderWithProviders, returns } from '@mainstay/web-kit/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { admin, returnsTickets, maintenanceApi, millRoad, ticket } from '../../test/fixtures.ts';
import { MaintenanceScreen } from '../screen/maintenance-screen.tsx';

const api = maintenanceApi();
let bodies: unknown[];
beforeEach(() => {
  bodies = [];
});

/** Mocks the create with `response` and records the requests. */
const onCreate = (response: () => Response) =>
  api.use(
    http.post('*/api/tickets', async ({ request }) => {
      bodies.push(await request.json());
      await delay(20);
      return response();
    }),
  );

async function openDialog() {
  const { user } = renderWithProviders(<MaintenanceScreen user={admin} />);
  await user.click(screen.getByRole('button', { name: 'New' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Add Ticket' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create Maintenance Ticket' });
  return { user, dialog, submit: within(dialog).getByRole('button', { name: 'Create Ticket' }) };
}

async function fillIn() {
  const opened = await openDialog();
  const { user, dialog } = opened;
  await user.type(within(dialog).getByLabelText('Title'), 'Leak');
  await user.type(within(dialog).getByLabelText('Description'), 'Below the sink.');
  await user.click(within(dialog).getByRole('combobox', { name: 'Location' }));
  await user.click(await screen.findByRole('option', { name: 'Mill Road' }));
  return opened;
}

const sent = {
  title: 'Leak',
  description: 'Below the sink.',
  locationId: millRoad.id,
  ticketType: 'repair',
  priority: 'medium',
  status: 'incoming',
};

describe('creating a ticket', () => {
  it('sends it, shows a toast, closes and refreshes the board', async () => {
    onCreate(() => {
      api.use(...returnsTickets(ticket('Leak')));
      return HttpResponse.json(ticket('Leak'), { status: 201 });
    });
    const { user, dialog, submit } = await fillIn();
    await user.click(submit);
    expect(within(dialog).getByRole('button', { name: 'Creating...' })).toBeVisible();
    expect(await screen.findByText('Ticket created successfully')).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('Success');
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(within(screen.getByRole('region', { name: 'To Acknowledge' })).getByText('Leak')).toBeVisible();
    expect(bodies).toEqual([sent]);
  });

  it('requires the missing fields and sends nothing', async () => {
    const { user, dialog, submit } = await openDialog();
    await user.type(within(dialog).getByLabelText('Title'), '   ');
    await user.click(submit);
    for (const label of ['Title', 'Description', 'Location']) {
      expect(await within(dialog).findByText(`${label} is required`)).toBeVisible();
    }
    expect(bodies).toEqual([]);
  });
});

it('has the store and the machine again that were chosen when the session ended', async () => {
  const open = async () => {
    const queryClient = createQueryClient();
    queryClient.setQueryData(['/api/user'], admin);
    const { user, unmount } = renderWithProviders(<MaintenanceScreen user={admin} />, { queryClient });
    await user.click(screen.getByRole('button', { name: 'New' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Add Ticket' }));
    const dialog = await screen.findByRole('dialog', { name: 'Create Maintenance Ticket' });
    return { user, unmount, dialog };
  };
  api.use(
    returns('/api/equipment', [{ id: 'fryer', name: 'Fryer', status: 'in_service', location: millRoad }]),
    returns('/api/tickets/similar', []),
  );
  const { user, unmount, dialog } = await open();
  await user.click(within(dialog).getByRole('combobox', { name: 'Location' }));
  await user.click(await screen.findByRole('option', { name: 'Mill Road' }));
  await user.click(within(dialog).getByRole('combobox', { name: 'Equipment' }));
  await user.click(await screen.findByRole('option', { name: 'Fryer' }));
  act(() => void window.dispatchEvent(new Event('mainstay:session-ended')));
  unmount();

  const again = (await open()).dialog;
  expect(await within(again).findByTitle('Mill Road')).toBeVisible();
  expect(await within(again).findByTitle('Fryer')).toBeVisible();
});
