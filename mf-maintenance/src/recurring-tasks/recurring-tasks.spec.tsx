import { describe, expect, it } from '@jest/globals';
import { renderWithProviders } from '@mainstay/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import {
  admin,
  dialogAround,
  maintenanceApi,
  recurringTask,
  returnsRecurringTasks,
} from '../../test/fixtures.ts';
import { MaintenanceScreen } from '../screen/maintenance-screen.tsx';

const api = maintenanceApi();

const closeAround = (element: HTMLElement) =>
  within(dialogAround(element)).getByRole('button', { name: 'Close' });

async function openList() {
  const rendered = renderWithProviders(<MaintenanceScreen user={admin} />);
  const button = screen.getByRole('button', { name: 'Recurring Tasks' });
  await rendered.user.click(button);
  return { ...rendered, button, list: await screen.findByRole('dialog', { name: 'Recurring Tasks' }) };
}

describe('the list of recurring tasks', () => {
  it('has the active and the paused ones beside the New menu, opened and resumed there', async () => {
    const paused = recurringTask('Hood filters', { active: false });
    api.use(...returnsRecurringTasks(paused, recurringTask('Drains')));
    const { user, button, list } = await openList();
    expect(await within(list).findByRole('button', { name: 'Drains' })).toBeVisible();
    await user.click(within(list).getByRole('tab', { name: 'Paused' }));
    const card = await within(list).findByRole('button', { name: 'Hood filters' });
    expect(within(list).queryByRole('button', { name: 'Drains' })).not.toBeInTheDocument();
    expect(within(list).getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
      'href',
      '/api/recurring-tasks?active=false&format=csv',
    );

    await user.click(card);
    const resume = await screen.findByRole('button', { name: 'Resume' });
    await user.click(closeAround(resume));
    await waitFor(() => expect(resume).not.toBeInTheDocument());
    expect(card).toHaveFocus();

    await user.click(card);
    const resumed = { ...paused, active: true };
    api.use(
      http.patch(`*/api/recurring-tasks/${paused.id}`, () => {
        api.use(...returnsRecurringTasks(resumed));
        return HttpResponse.json(resumed);
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Resume' }));
    await user.click(closeAround(await screen.findByRole('button', { name: 'Pause' })));
    expect(await within(list).findByText('No paused recurring tasks')).toBeVisible();
    await waitFor(() => expect(list.contains(document.activeElement)).toBe(true));
    await user.click(within(list).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(button).toHaveFocus());
  });
});
