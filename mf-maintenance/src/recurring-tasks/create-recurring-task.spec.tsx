import { createQueryClient } from '@mainstay/web-kit';
import { problem, renderWithProviders, returns } from '@mainstay/web-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import {
  admin,
  returnsLocations,
  returnsRecurringTasks,
  maintenanceApi,
  millRoad,
  recurringTask,
} from '../../test/fixtures.ts';
import { MaintenanceScreen } from '../screen/maintenance-screen.tsx';

const api = maintenanceApi();

async function openDialog() {
  const queryClient = createQueryClient();
  queryClient.setQueryData(['/api/user'], admin);
  const { user, unmount } = renderWithProviders(<MaintenanceScreen user={admin} />, { queryClient });
  await user.click(screen.getByRole('button', { name: 'New' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Add Recurring Task' }));
  return { user, unmount, dialog: await screen.findByRole('dialog', { name: 'Create Recurring Task' }) };
}

async function fillIn() {
  const { user, unmount, dialog } = await openDialog();
  await user.type(within(dialog).getByLabelText('Title'), 'Hood filters');
  await user.click(within(dialog).getByRole('combobox', { name: 'Location' }));
  await user.click(await screen.findByRole('option', { name: 'Mill Road' }));
  return { user, unmount, dialog };
}

describe('creating a recurring task', () => {
  it('starts weekly and now', async () => {
    const { dialog } = await fillIn();
    expect(dialog).toHaveTextContent('Set up a recurring maintenance task with automatic scheduling');
    expect(within(dialog).getByTitle('Weekly')).toBeVisible();
    const next = within(dialog).getByLabelText('Next Occurrence');
    expect(next).toHaveAttribute('type', 'datetime-local');
    const minutesAgo = (Date.now() - new Date((next as HTMLInputElement).value).getTime()) / 60_000;
    expect(minutesAgo).toBeGreaterThanOrEqual(0);
    expect(minutesAgo).toBeLessThan(3);
  });

  it('sends the local time as UTC, shows a toast and refreshes the list', async () => {
    const bodies: unknown[] = [];
    api.use(
      http.post('*/api/recurring-tasks', async ({ request }) => {
        bodies.push(await request.json());
        api.use(...returnsRecurringTasks(recurringTask('Hood filters')));
        return HttpResponse.json(recurringTask('Hood filters'), { status: 201 });
      }),
    );
    const { user, dialog } = await fillIn();
    fireEvent.change(within(dialog).getByLabelText('Next Occurrence'), {
      target: { value: '2030-07-04T09:30' },
    });
    await user.click(within(dialog).getByRole('button', { name: 'Create Task' }));
    expect(await screen.findByText('Recurring task created successfully')).toBeVisible();
    expect(bodies).toEqual([
      {
        title: 'Hood filters',
        description: '',
        locationId: millRoad.id,
        frequency: 'weekly',
        nextOccurrence: new Date(2030, 6, 4, 9, 30).toISOString(),
        active: true,
      },
    ]);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(within(screen.getByRole('region', { name: 'Working' })).getByText('Hood filters')).toBeVisible();
  });

  it('may have a checklist, of which each occurrence is a run', async () => {
    const bodies: unknown[] = [];
    api.use(
      returns('/api/checklists', [{ id: 'opening', name: 'Opening check' }]),
      http.post('*/api/recurring-tasks', async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json(recurringTask('Hood filters'), { status: 201 });
      }),
    );
    const { user, dialog } = await fillIn();
    await user.click(await within(dialog).findByRole('combobox', { name: /^Checklist/ }));
    await user.click(await screen.findByRole('option', { name: 'Opening check' }));
    await user.click(within(dialog).getByRole('button', { name: 'Create Task' }));
    await waitFor(() => expect(bodies).toMatchObject([{ checklistId: 'opening' }]));
  });

  it("is in the store's time, which the form and the card name where it differs", async () => {
    const far = { ...millRoad, timezone: 'Pacific/Kiritimati' };
    const nextOccurrence = '2030-07-03T19:30:00.000Z';
    const created = recurringTask('Hood filters', { location: far, nextOccurrence });
    const bodies: unknown[] = [];
    api.use(
      returnsLocations(far),
      http.post('*/api/recurring-tasks', async ({ request }) => {
        bodies.push(await request.json());
        api.use(...returnsRecurringTasks(created));
        return HttpResponse.json(created, { status: 201 });
      }),
    );
    const { user, dialog } = await fillIn();
    fireEvent.change(within(dialog).getByLabelText('Next Occurrence'), {
      target: { value: '2030-07-04T09:30' },
    });
    expect(dialog).toHaveTextContent("In the store's time: Line Islands Time.");
    await user.click(within(dialog).getByRole('button', { name: 'Create Task' }));
    expect(await screen.findByText('Next: Jul 4, 2030 (GMT+14)')).toBeVisible();
    expect(bodies).toMatchObject([{ nextOccurrence }]);
  });

  it("is in the store's time also after the session has ended meanwhile", async () => {
    const far = { ...millRoad, timezone: 'Pacific/Kiritimati' };
    const bodies: unknown[] = [];
    api.use(
      returnsLocations(far),
      http.post('*/api/recurring-tasks', async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json(recurringTask('Hood filters'), { status: 201 });
      }),
    );
    const { dialog, unmount } = await fillIn();
    fireEvent.change(within(dialog).getByLabelText('Next Occurrence'), {
      target: { value: '2030-07-04T09:30' },
    });
    act(() => void window.dispatchEvent(new Event('mainstay:session-ended')));
    unmount();
    const { user, dialog: again } = await openDialog();
    await waitFor(() => expect(again).toHaveTextContent("In the store's time: Line Islands Time."));
    await user.click(within(again).getByRole('button', { name: 'Create Task' }));
    await waitFor(() => expect(bodies).toMatchObject([{ nextOccurrence: '2030-07-03T19:30:00.000Z' }]));
  });

  it('shows an error if it fails', async () => {
    api.use(http.post('*/api/recurring-tasks', () => problem(500, 'Something went wrong.')));
    const { user, dialog } = await fillIn();
    await user.click(within(dialog).getByRole('button', { name: 'Create Task' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('ErrorFailed to create recurring task');
    expect(dialog).toBeVisible();
  });
});
