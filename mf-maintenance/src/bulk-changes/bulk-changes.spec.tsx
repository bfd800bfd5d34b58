import { problem, renderWithProviders } from '@mainstay/web-kit/testing';
import { expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import {
  ada,
  admin,
  maintenanceApi,
  millRoad,
  returnsPeople,
  returnsTickets,
  ticket,
} from '../../test/fixtures.ts';
import { MaintenanceScreen } from '../screen/maintenance-screen.tsx';
import { type BulkResults } from './bulk-calls.ts';

const api = maintenanceApi();
const bulkId = '01890000-0000-7000-8000-0000000000b1';
const [leak, oven] = [ticket('Leak'), ticket('Oven')];

type Result = BulkResults['results'][number];
const resultsOf = (...results: Partial<Result>[]) =>
  HttpResponse.json({
    id: bulkId,
    undoUntil: '2099-01-01T00:00:00.000Z',
    results: results.map((given, at) => ({
      id: [leak, oven][at]?.id ?? leak.id,
      number: 1040 + at,
      outcome: 'changed',
      status: 200,
      detail: null,
      ...given,
    })),
  });

/** The board with two tickets, and what is sent, with the keys. */
async function openBoard(...responses: Response[]) {
  const sent: unknown[] = [];
  const keys: (string | null)[] = [];
  api.use(
    ...returnsTickets(leak, oven),
    http.post('*/api/tickets/bulk', async ({ request }) => {
      sent.push(await request.json());
      keys.push(request.headers.get('idempotency-key'));
      return responses.shift() ?? problem(503, 'Later.');
    }),
  );
  const { user } = renderWithProviders(<MaintenanceScreen user={admin} />, { path: '/tickets' });
  await screen.findByRole('link', { name: 'Leak' });
  return { user, sent, keys };
}

const box = (title: string) => screen.findByRole('checkbox', { name: `Select ${title}` });
const noBoxes = () => expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
const select = () => screen.getByRole('button', { name: 'Select' });

type User = Awaited<ReturnType<typeof openBoard>>['user'];
async function selectBoth(user: User) {
  await user.click(select());
  await user.click(await box('Leak'));
  await user.click(await box('Oven'));
  await screen.findByText('2 selected');
}
async function choose(user: User, field: string, option: string) {
  const bar = within(screen.getByRole('region', { name: 'Selection' }));
  await user.click(bar.getByRole('combobox', { name: field }));
  await user.click(await screen.findByRole('option', { name: option }));
}

it('changes what is selected, says what became of it, and takes it back', async () => {
  const { user, sent } = await openBoard(
    resultsOf({}, { outcome: 'refused', status: 409, detail: 'Add a photo of the finished work first.' }),
  );
  await selectBoth(user);
  expect(select()).toHaveAttribute('aria-pressed', 'true');
  await choose(user, 'Status', 'Completed');
  expect(await screen.findByText('1 ticket changed, 1 not')).toBeVisible();
  expect(sent).toEqual([{ ids: [leak.id, oven.id], changes: { status: 'solved' } }]);
  noBoxes();
  expect(select()).toHaveFocus();

  await user.click(screen.getByRole('button', { name: 'Details' }));
  const details = await screen.findByRole('dialog', { name: '1 ticket not changed' });
  expect(within(details).getByRole('listitem')).toHaveTextContent(
    '#1041 Add a photo of the finished work first.',
  );
  const undone: unknown[] = [];
  api.use(
    http.post('*/api/bulk-changes/:id/undo', ({ params }) => {
      undone.push(params['id']);
      return resultsOf({ outcome: 'kept', status: 409, detail: 'It was changed since.' });
    }),
  );
  await user.click(within(details).getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('0 tickets restored, 1 not')).toBeVisible();
  expect(undone).toEqual([bulkId]);
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

it.each([
  ['Priority', 'High', { priority: 'high' }],
  ['Assignee', 'Nobody', { assignedTo: null }],
  ['Assignee', 'Ada Lane', { assignedTo: ada.id }],
  ['Location', 'Mill Road', { locationId: millRoad.id }],
])('sends %s %s, and has no details when all are changed', async (field, option, changes) => {
  const { user, sent } = await openBoard(resultsOf({}, {}));
  api.use(returnsPeople(leak.id, ada));
  await selectBoth(user);
  await choose(user, field, option);
  expect(await screen.findByText('2 tickets changed')).toBeVisible();
  expect(sent).toEqual([expect.objectContaining({ changes })]);
  expect(screen.queryByRole('button', { name: 'Details' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
});

it('keeps what is selected after a failure, and sends it again with the same key', async () => {
  const { user, sent, keys } = await openBoard(
    problem(503, 'Later.'),
    problem(503, 'Later.'),
    resultsOf({}, {}),
  );
  await selectBoth(user);
  await choose(user, 'Priority', 'Low');
  expect(await screen.findByText('503: Later.')).toBeVisible();
  await choose(user, 'Priority', 'High');
  await waitFor(() => expect(sent).toHaveLength(2));
  await screen.findByText('2 selected');
  await choose(user, 'Priority', 'High');
  expect(await screen.findByText('2 tickets changed')).toBeVisible();
  expect(sent[2]).toEqual(sent[1]);
  expect([keys[1] === keys[0], keys[2] === keys[1]]).toEqual([false, true]);
});

it('says of what had the values already that it is so, and offers no undo of nothing', async () => {
  const { user } = await openBoard(
    resultsOf(
      { outcome: 'unchanged' },
      { outcome: 'refused', status: 404, number: null, detail: 'Not found.' },
    ),
  );
  await selectBoth(user);
  await choose(user, 'Priority', 'Medium');
  await user.click(await screen.findByRole('button', { name: 'Details' }));
  const details = await screen.findByRole('dialog', { name: '2 tickets not changed' });
  expect(
    within(details)
      .getAllByRole('listitem')
      .map((each) => each.textContent),
  ).toEqual(['#1040 It had these values already.', 'A ticket that you cannot open: Not found.']);
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

it('begins with a long press on a card, which stays where it is', async () => {
  await openBoard();
  const dragged = () => screen.getByRole('link', { name: 'Leak' }).closest('[draggable="true"]');
  await waitFor(() => expect(dragged()).not.toBeNull());
  const card = dragged() ?? document.body;
  fireEvent.touchStart(card, { touches: [{ clientX: 50, clientY: 50 }] });
  expect(await screen.findByText(/^Leak is lifted from/)).toBeInTheDocument();
  fireEvent.touchEnd(card, { touches: [] });
  expect(screen.getByText('Leak stays in To Acknowledge.')).toBeInTheDocument();
  expect(await box('Leak')).toBeChecked();
  expect(screen.getByText('1 selected')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('neither opens nor drags a card while tickets are selected, and Escape goes back to it', async () => {
  const { user } = await openBoard();
  const dragged = () => screen.getByRole('link', { name: 'Leak' }).closest('[draggable="true"]');
  await waitFor(() => expect(dragged()).not.toBeNull());
  await user.click(select());
  const first = await box('Leak');
  expect(dragged()).toBeNull();
  act(() => first.focus());
  await user.keyboard(' {Enter} ');
  expect(first).toBeChecked();
  expect(screen.queryByText(/is lifted/)).not.toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.keyboard('{Escape}');
  noBoxes();
  expect(screen.getByRole('link', { name: 'Leak' })).toHaveFocus();
  await waitFor(() => expect(dragged()).not.toBeNull());
  // Nothing is selected from before.
  await user.click(select());
  expect(await box('Leak')).not.toBeChecked();
  await user.click(screen.getByRole('tab', { name: 'Completed' }));
  noBoxes();
  expect(select()).toHaveAttribute('aria-pressed', 'false');
});
