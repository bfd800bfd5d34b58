import { gives, problem, renderWithProviders } from '@mainstay/web-kit/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { maintenanceApi, millRoad, ticket } from '../fixtures.ts';
import { MaintenanceRoutes } from '../routes.tsx';

const api = maintenanceApi();
const leak = ticket('Leak', { priority: 'high', location: millRoad, notes: 'Ask Ada.' });
const region = (name: string) => within(screen.getByRole('region', { name }));

beforeEach(() => api.use(gives('/api/tickets', [leak])));

async function openDetail() {
  const rendered = renderWithProviders(<MaintenanceRoutes />);
  await rendered.user.click(await screen.findByRole('button', { name: leak.title }));
  return { ...rendered, dialog: await screen.findByRole('dialog', { name: leak.title }) };
}

async function choose(user: Awaited<ReturnType<typeof openDetail>>['user'], status: string) {
  await user.click(screen.getByRole('combobox', { name: 'Status' }));
  await user.click(await screen.findByRole('option', { name: status }));
}

describe('the ticket detail', () => {
  it('shows everything about the ticket', async () => {
    const { dialog } = await openDetail();
    for (const text of [
      `ID: ${leak.id}`,
      'PriorityHigh',
      'DescriptionIt hums.',
      'TypeRepair',
      'LocationMill Road',
      'CreatedMarch 5, 2024 3:04 PM',
      'NotesAsk Ada.',
    ]) {
      expect(dialog).toHaveTextContent(text);
    }
  });

  it('has no Notes when there are none', async () => {
    api.use(gives('/api/tickets', [{ ...leak, notes: null }]));
    const { dialog } = await openDetail();
    expect(dialog).not.toHaveTextContent('Notes');
  });

  it('sends a chosen status at once, refreshes tickets and stats, and returns the focus to the moved card', async () => {
    const bodies: unknown[] = [];
    api.use(
      http.patch(`*/api/tickets/${leak.id}`, async ({ request }) => {
        bodies.push(await request.json());
        const working = { ...leak, status: 'in_progress' as const };
        api.use(gives('/api/tickets', [working]));
        return HttpResponse.json(working);
      }),
    );
    const { user, dialog, queryClient } = await openDetail();
    queryClient.setQueryData(['/api/stats'], { activeTickets: 1 });
    await choose(user, 'Working');
    expect(await screen.findByText('Ticket updated successfully')).toBeVisible();
    expect(bodies).toEqual([{ status: 'in_progress' }]);
    await waitFor(() => expect(region('Working').getByText('Leak')).toBeInTheDocument());
    expect(region('To Acknowledge').queryByText('Leak')).not.toBeInTheDocument();
    expect(queryClient.getQueryState(['/api/stats'])?.isInvalidated).toBe(true);
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Leak' })).toHaveFocus());
  });

  it("shows the error's message when the change fails, and the old status again", async () => {
    api.use(http.patch('*/api/tickets/:id', () => problem(409, 'Somebody was faster.')));
    const { user, dialog } = await openDetail();
    await choose(user, 'Completed');
    expect(await screen.findByRole('alert')).toHaveTextContent('Error409: Somebody was faster.');
    await waitFor(() => expect(within(dialog).getByTitle('To Acknowledge')).toBeInTheDocument());
  });

  it('is silent when the change fails for want of a session', async () => {
    let calls = 0;
    api.use(
      http.patch('*/api/tickets/:id', () => {
        calls += 1;
        return problem(401, 'Unauthorized');
      }),
    );
    const { user, dialog } = await openDetail();
    await choose(user, 'Completed');
    await waitFor(() => expect(calls).toBe(1));
    await waitFor(() => expect(within(dialog).getByTitle('To Acknowledge')).toBeInTheDocument());
    expect(screen.queryByText('Error')).not.toBeInTheDocument();
  });
});
