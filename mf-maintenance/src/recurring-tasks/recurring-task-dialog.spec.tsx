import { problem, renderWithProviders } from '@mainstay/web-kit/testing';
import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import {
  admin,
  dialogAround,
  returnsRecurringTasks,
  returnsTasks,
  maintenanceApi,
  type manager,
  recurringTask,
  task,
} from '../../test/fixtures.ts';
import { MaintenanceScreen } from '../screen/maintenance-screen.tsx';

const api = maintenanceApi();
const filters = recurringTask('Hood filters', { description: 'Soak them.' });

async function openDialog(user: typeof admin | typeof manager = admin) {
  const rendered = renderWithProviders(<MaintenanceScreen user={user} />);
  await rendered.user.click(await screen.findByRole('button', { name: filters.title }));
  const dialog = await screen.findByRole('dialog', { name: filters.title });
  return { ...rendered, dialog, press: (name: string) => within(dialog).getByRole('button', { name }) };
}

describe('the dialog of a recurring task', () => {
  it('shows everything about it', async () => {
    api.use(...returnsRecurringTasks(filters));
    const { dialog } = await openDialog();
    for (const text of [
      'Weekly',
      'Active',
      'DescriptionSoak them.',
      'LocationHarbor Street',
      'Next OccurrenceMarch 12, 2024 9:00 AM',
    ]) {
      expect(dialog).toHaveTextContent(text);
    }
    expect(await within(dialog).findByText('No tasks yet')).toBeVisible();
  });

  it('keeps what is listed if there is no network, without an error', async () => {
    api.use(...returnsRecurringTasks(filters));
    api.use(http.get(`*/api/recurring-tasks/${filters.id}`, () => HttpResponse.error()));
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { dialog, queryClient } = await openDialog();
    await waitFor(() =>
      expect(queryClient.getQueryState(['/api/recurring-tasks', filters.id])?.status).toBe('error'),
    );
    expect(dialog).toHaveTextContent('DescriptionSoak them.');
    expect(dialog).not.toHaveTextContent('Failed to fetch');
    jest.restoreAllMocks();
  });
});

it('loses its checklist, also one that is not offered any more', async () => {
  const checked = { ...filters, checklistId: 'closing' };
  const bodies: unknown[] = [];
  api.use(
    ...returnsRecurringTasks(checked),
    http.patch(`*/api/recurring-tasks/${filters.id}`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json(filters);
    }),
  );
  const { user, press } = await openDialog();
  await user.click(press('Edit'));
  const edit = within(dialogAround(await screen.findByText('Edit Recurring Task')));
  expect(await edit.findByTitle('A checklist that is not offered')).toBeVisible();
  await user.click(edit.getByRole('button', { name: /^clear/i }));
  await user.click(edit.getByRole('button', { name: /^Save/ }));
  await waitFor(() => expect(bodies).toEqual([{ checklistId: null }]));
});

describe('the tasks that a recurring task created', () => {
  const due = task({ recurringTaskId: filters.id });
  const done = task({
    recurringTaskId: filters.id,
    dueDate: new Date(2024, 1, 27, 9).toISOString(),
    completed: true,
    completedAt: new Date(2024, 1, 28).toISOString(),
  });

  it('are listed with their dates, without other tasks', async () => {
    api.use(
      ...returnsRecurringTasks(filters),
      ...returnsTasks(due, done, task({ recurringTaskId: 'other' })),
    );
    const { dialog } = await openDialog();
    const boxes = await within(dialog).findAllByRole('checkbox');
    expect(boxes).toHaveLength(2);
    expect(boxes[0]).not.toBeChecked();
    expect(boxes[0]).toHaveAccessibleName('Due March 5, 2024 9:00 AM');
    expect(boxes[1]).toBeChecked();
    expect(dialog).toHaveTextContent('Due February 27, 2024 9:00 AMCompleted Feb 28, 2024');
  });

  it('can be completed, which refreshes tasks and stats', async () => {
    api.use(...returnsRecurringTasks(filters), ...returnsTasks(due));
    const bodies: unknown[] = [];
    api.use(
      http.patch(`*/api/tasks/${due.id}`, async ({ request }) => {
        bodies.push(await request.json());
        const completed = { ...due, completed: true, completedAt: new Date(2024, 2, 6).toISOString() };
        api.use(...returnsTasks(completed));
        return HttpResponse.json(completed);
      }),
    );
    const { dialog, queryClient } = await openDialog();
    queryClient.setQueryData(['/api/stats'], { pendingTasks: 1 });
    const box = await within(dialog).findByRole('checkbox');
    fireEvent.click(box);
    // Before the response arrives.
    expect(box).toBeChecked();
    expect(await within(dialog).findByText('Completed Mar 6, 2024')).toBeVisible();
    expect(within(dialog).getByRole('checkbox')).toBeChecked();
    expect(bodies).toEqual([{ completed: true }]);
    expect(queryClient.getQueryState(['/api/stats'])?.isInvalidated).toBe(true);
  });

  it('show an error if one could not be completed', async () => {
    api.use(...returnsRecurringTasks(filters), ...returnsTasks(due));
    api.use(http.patch('*/api/tasks/:id', () => problem(409, 'Not now.')));
    const { user, dialog } = await openDialog();
    await user.click(await within(dialog).findByRole('checkbox'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Error409: Not now.');
    await waitFor(() => expect(within(dialog).getByRole('checkbox')).not.toBeChecked());
  });

  it('load more on demand', async () => {
    const many = Array.from({ length: 60 }, () => task({ recurringTaskId: filters.id }));
    api.use(...returnsRecurringTasks(filters), ...returnsTasks(...many));
    const { user, dialog, press } = await openDialog();
    expect(await within(dialog).findAllByRole('checkbox')).toHaveLength(50);
    await user.click(press('Show more'));
    await waitFor(() => expect(within(dialog).getAllByRole('checkbox')).toHaveLength(60));
    expect(within(dialog).queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  });
});
