import { problem, renderWithProviders } from '@mainstay/web-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import {
  admin,
  dialogAround,
  returnsRecurringTasks,
  returnsTasks,
  maintenanceApi,
  manager,
  recurringTask,
  task,
} from '../../test/fixtures.ts';
import { MaintenanceScreen } from '../maintenance-screen.tsx';

const api = maintenanceApi();
const filters = recurringTask('Hood filters', { description: 'Soak them.' });
const path = `*/api/recurring-tasks/${filters.id}`;

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

  it('pauses it, moves it to the paused tasks and returns the focus there', async () => {
    api.use(...returnsRecurringTasks(filters));
    const bodies: unknown[] = [];
    api.use(
      http.patch(path, async ({ request }) => {
        bodies.push(await request.json());
        const paused = { ...filters, active: false };
        api.use(...returnsRecurringTasks(paused));
        return HttpResponse.json(paused);
      }),
    );
    const { user, dialog, press } = await openDialog();
    await user.click(press('Pause'));
    expect(await screen.findByText('Recurring task updated successfully')).toBeVisible();
    expect(bodies).toEqual([{ active: false }]);
    expect(await within(dialog).findByRole('button', { name: 'Resume' })).toBeVisible();
    expect(dialog).toHaveTextContent('Paused');
    await user.click(press('Close'));
    const toggle = await screen.findByRole('button', { name: /^Paused/ });
    await waitFor(() => expect(toggle).toHaveFocus());
    expect(within(screen.getByRole('region', { name: 'Working' })).getByText('No items')).toBeVisible();
  });

  it('sends only the changed fields with If-Match', async () => {
    api.use(...returnsRecurringTasks(filters));
    const sent: unknown[] = [];
    api.use(
      http.patch(path, async ({ request }) => {
        sent.push(request.headers.get('if-match'), await request.json());
        return HttpResponse.json({ ...filters, title: 'All filters' });
      }),
    );
    const { user, press } = await openDialog();
    await user.click(press('Edit'));
    const edit = dialogAround(await screen.findByText('Edit Recurring Task'));
    const title = within(edit).getByLabelText('Title');
    expect(title).toHaveValue('Hood filters');
    expect(within(edit).getByLabelText('Next Occurrence')).toHaveValue('2024-03-12T09:00');
    await user.clear(title);
    await user.type(title, 'All filters');
    await user.click(within(edit).getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Recurring task updated successfully')).toBeVisible();
    expect(sent).toEqual(['"1"', { title: 'All filters' }]);
    expect(await screen.findByRole('dialog', { name: 'All filters' })).toBeVisible();
  });

  it("keeps the input and shows the other user's changes after a conflict", async () => {
    api.use(...returnsRecurringTasks(filters));
    api.use(
      http.patch(path, () => {
        const theirs = { ...filters, title: 'Oven filters', frequency: 'daily' as const };
        api.use(...returnsRecurringTasks(theirs));
        return problem(412, 'Someone else changed this.');
      }),
    );
    const { user, press } = await openDialog();
    await user.click(press('Edit'));
    const edit = dialogAround(await screen.findByText('Edit Recurring Task'));
    await user.type(within(edit).getByLabelText('Title'), ' and hoods');
    await user.click(within(edit).getByRole('button', { name: 'Save Changes' }));
    expect(await within(edit).findByRole('radio', { name: 'Theirs Oven filters' })).not.toBeChecked();
    expect(within(edit).getByText('Frequency is now Daily')).toBeVisible();
    expect(within(edit).getByLabelText('Title')).toHaveValue('Hood filters and hoods');
  });

  it('shows the message of a failed change', async () => {
    api.use(...returnsRecurringTasks(filters));
    api.use(http.patch(path, () => problem(404, 'Not found.')));
    const { user, press } = await openDialog();
    await user.click(press('Pause'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Error404: Not found.');
    expect(press('Pause')).toBeVisible();
  });

  it('deletes it for an administrator who confirms', async () => {
    api.use(...returnsRecurringTasks(filters));
    let deleted = 0;
    api.use(
      http.delete(path, () => {
        deleted += 1;
        api.use(...returnsRecurringTasks());
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user, dialog, press } = await openDialog();
    await user.click(press('Delete'));
    const question = dialogAround(await screen.findByText('Delete Recurring Task'));
    expect(question).toHaveTextContent('Are you sure you want to delete the recurring task?');
    expect(deleted).toBe(0);
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Recurring task deleted successfully')).toBeVisible();
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(screen.queryByText('Hood filters')).not.toBeInTheDocument();
    expect(deleted).toBe(1);
    await waitFor(() => expect(screen.getByRole('tab', { name: /Board$/ })).toHaveFocus());
  });

  it('does not offer district managers to delete', async () => {
    api.use(...returnsRecurringTasks(filters));
    const { dialog, press } = await openDialog(manager);
    expect(press('Pause')).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  });
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
