import { problem, renderWithProviders } from '@mainstay/web-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { delay, http } from 'msw';
import {
  admin,
  maintenanceApi,
  recurringTask,
  returnsRecurringTasks,
  returnsTickets,
  ticket,
  updated,
} from '../../../test/fixtures.ts';
import { MaintenanceScreen } from '../../screen/maintenance-screen.tsx';

const api = maintenanceApi();
const leak = ticket('Leak', { createdAt: '2026-03-05T15:04:00.000Z' });
const oven = ticket('Oven', { createdAt: '2026-03-04T15:04:00.000Z' });

const column = (name: string) => within(screen.getByRole('region', { name }));
const announced = (text: string) => screen.findByText(text, { selector: '[aria-live="assertive"]' });

/**
 * The board with two tickets to acknowledge; the focus is on the first.
 * @returns also what is sent
 */
async function openBoard() {
  const sent: unknown[] = [];
  let tickets = [leak, oven];
  api.use(
    ...returnsTickets(...tickets),
    http.patch('*/api/tickets/:id', async ({ request, params }) => {
      const body = (await request.json()) as { status: typeof leak.status };
      sent.push([request.headers.get('if-match'), body]);
      tickets = tickets.map((each) => (each.id === params['id'] ? { ...each, ...body } : each));
      api.use(...returnsTickets(...tickets));
      await delay(30);
      return updated(tickets.find(({ id }) => id === params['id']) ?? leak);
    }),
  );
  const { user } = renderWithProviders(<MaintenanceScreen user={admin} />, { path: '/tickets' });
  const card = await screen.findByRole('link', { name: 'Leak' });
  act(() => card.focus());
  return { user, card, sent };
}

describe('moving a ticket by keyboard', () => {
  it('lifts it with Space, chooses a column with arrows and drops it there at once', async () => {
    const { user, sent } = await openBoard();
    await user.keyboard(' ');
    await announced(
      'Leak is lifted from To Acknowledge. Choose a column with the arrow keys, drop it with Space, cancel with Escape.',
    );
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.keyboard('{ArrowRight}');
    await announced('Leak is over Working.');
    expect(screen.getByRole('region', { name: 'Working' })).toHaveAttribute('data-drop-target');
    expect(sent).toEqual([]);
    await user.keyboard(' ');
    await announced('Leak was dropped on Working.');
    // Before the server has responded.
    expect(column('Working').getByText('Leak')).toBeVisible();
    expect(column('Working').getByText('1')).toBeVisible();
    expect(column('To Acknowledge').queryByText('Leak')).not.toBeInTheDocument();
    expect(column('To Acknowledge').getByText('1')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Leak' })).toHaveFocus();
    expect(await screen.findByText('Ticket updated successfully')).toBeVisible();
    expect(sent).toEqual([['"1"', { status: 'in_progress' }]]);
    expect(screen.getByRole('link', { name: 'Leak' })).toHaveFocus();
    expect(screen.getByRole('region', { name: 'Working' })).not.toHaveAttribute('data-drop-target');
  });

  it('drops it onto the Completed tab, counts it there and focuses the next card', async () => {
    const { user, sent } = await openBoard();
    await user.keyboard(' {ArrowRight}{ArrowDown}{ArrowRight}');
    await announced('Leak is over Completed.');
    await user.keyboard(' ');
    expect(screen.queryByText('Leak')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Oven' })).toHaveFocus();
    await waitFor(() =>
      expect(screen.getByRole('tab', { name: 'Completed' })).toHaveTextContent('Completed1'),
    );
    expect(sent).toEqual([['"1"', { status: 'solved' }]]);
  });

  it.each([
    ['Escape cancels', ' {ArrowRight}{Escape}'],
    ['leaving the card cancels', ' {ArrowRight}{Tab}'],
    ['dropping it where it was changes nothing', ' {ArrowRight}{ArrowLeft}{ArrowUp} '],
  ])('%s', async (_what, keys) => {
    const { user, sent } = await openBoard();
    await user.keyboard(keys);
    await announced('Leak stays in To Acknowledge.');
    expect(column('To Acknowledge').getByText('Leak')).toBeVisible();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByText('Leak stays in To Acknowledge.')).toBeInTheDocument();
    expect(sent).toEqual([]);
  });

  it('takes it back to its column, with the focus, if it fails', async () => {
    const { user } = await openBoard();
    api.use(
      http.patch('*/api/tickets/:id', async () => {
        await delay(30);
        return problem(503, 'Later.');
      }),
    );
    await user.keyboard(' {ArrowRight} ');
    expect(column('Working').getByText('Leak')).toBeVisible();
    expect(await screen.findByRole('alert')).toHaveTextContent('Error503: Later.');
    await waitFor(() => expect(column('To Acknowledge').getByText('Leak')).toBeVisible());
    await waitFor(() => expect(screen.getByRole('link', { name: 'Leak' })).toHaveFocus());
  });

  it('sends a second move only after the first, with the version of that', async () => {
    const { user, sent } = await openBoard();
    await user.keyboard(' {ArrowRight} ');
    await user.keyboard(' {ArrowLeft} ');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent).toEqual([
      ['"1"', { status: 'in_progress' }],
      ['"1"', { status: 'incoming' }],
    ]);
    await waitFor(() => expect(column('To Acknowledge').getByText('Leak')).toBeVisible());
  });
});

it('only tickets on the board can be dragged by mouse and touch', async () => {
  api.use(
    ...returnsTickets(leak, ticket('Door', { status: 'solved' })),
    ...returnsRecurringTasks(recurringTask('Hood filters')),
  );
  const { user } = renderWithProviders(<MaintenanceScreen user={admin} />, { path: '/tickets' });
  const draggable = (name: string) => screen.getByText(name).closest('[draggable="true"]');
  await screen.findByRole('link', { name: 'Leak' });
  await waitFor(() => expect(draggable('Leak')).not.toBeNull());
  const task = screen.getByRole('button', { name: 'Hood filters' });
  expect(draggable('Hood filters')).toBeNull();
  act(() => task.focus());
  await user.keyboard(' ');
  expect(await screen.findByRole('dialog', { name: 'Hood filters' })).toBeVisible();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('tab', { name: 'Completed' }));
  await screen.findByRole('link', { name: 'Door' });
  expect(draggable('Door')).toBeNull();
});
