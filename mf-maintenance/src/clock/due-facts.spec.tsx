import coreDocument from '@mainstay/svc-core/openapi.json' with { type: 'json' };
import { exampleOf, renderWithProviders, returns } from '@mainstay/web-kit/testing';
import { expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { admin, dialogAround, maintenanceApi, returnsTickets, ticket, updated } from '../../test/fixtures.ts';
import { MaintenanceScreen } from '../screen/maintenance-screen.tsx';
import { type Ticket } from '../ticket-data/tickets.queries.ts';

const api = maintenanceApi();
const at = (hour: number) => new Date(2099, 2, 5, hour).toISOString();
const pause = { reason: 'waiting_parts', note: 'Element ordered', since: at(8), until: at(18) } as const;

async function open(given: Partial<Ticket>) {
  const oven = ticket('Oven', given);
  api.use(...returnsTickets(oven));
  const { user, queryClient } = renderWithProviders(<MaintenanceScreen user={admin} />);
  await user.click(await screen.findByRole('link', { name: 'Oven' }));
  const dialog = await screen.findByRole('dialog', { name: 'Oven' });
  return {
    oven,
    user,
    queryClient,
    dialog,
    section: within(dialog).getByRole('region', { name: 'Due date and clock' }),
  };
}

it('shows when a ticket is due, and by when to respond and to fix it', async () => {
  const { dialog, section } = await open({
    respondDueAt: at(9),
    resolveDueAt: at(17),
    dueState: 'on_track',
  });
  expect(dialog).toHaveTextContent('Due Mar 5, 5:00 PM');
  expect(section).toHaveTextContent(
    /^Respond byin [\d,.]+ daysMarch 5, 2099 9:00 AMFix byin [\d,.]+ daysMarch 5, 2099 5:00 PM/,
  );
});

it('says how late an unanswered ticket is', async () => {
  const respondDueAt = new Date(Date.now() - 170 * 60_000).toISOString();
  const { section } = await open({ respondDueAt, dueState: 'on_track' });
  expect(section).toHaveTextContent(/^Respond bymissed 2 h 50 min/);
});

it("has one clock, the store's, and names its zone once where the reader's differs", async () => {
  const location = { id: 'atoll', name: 'Atoll', storeNumber: '2', timezone: 'Pacific/Kiritimati' };
  const { dialog, section } = await open({ location, createdAt: at(9), dueAt: at(17) });
  expect(section).not.toHaveTextContent('GMT');
  expect(dialog).toHaveTextContent(/CreatedMarch 5, 2099 [\d:]+ [AP]M GMT\+14/);
});

it('says where a target leads to no deadline', async () => {
  const low = exampleOf(coreDocument, 'ResponseTarget');
  const targets = ['low', 'medium'].map((priority) => ({
    ...low,
    priority,
    active: priority === 'low',
    respondMinutes: null,
    resolveMinutes: 60,
  }));
  api.use(returns('/api/response-targets', targets));
  const { section } = await open({ priority: 'low' });
  await waitFor(() => expect(section).toHaveTextContent(/^Fix byNone: the clock/));
  cleanup();
  const other = await open({ priority: 'medium' });
  await waitFor(() => expect(other.queryClient.getQueryData(['/api/response-targets'])).toEqual(targets));
  expect(other.section).toHaveTextContent(/^Set due date/);
});

it('sets and clears a due date', async () => {
  const { oven, user, section } = await open({});
  const sent: unknown[] = [];
  api.use(
    http.patch(`*/api/tickets/${oven.id}`, async ({ request }) => {
      sent.push(await request.json());
      return updated(oven);
    }),
  );
  for (const value of ['2099-03-05T17:00', '']) {
    await user.click(within(section).getByRole('button', { name: 'Set due date' }));
    const form = dialogAround(await screen.findByText('Leave it empty for no due date.'));
    await waitFor(() => expect(within(form).getByRole('button', { name: 'Save Changes' })).toBeEnabled());
    fireEvent.change(within(form).getByLabelText('Due date'), { target: { value } });
    await user.click(within(form).getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(form).not.toBeInTheDocument());
  }
  expect(sent).toEqual([{ dueAt: at(17) }, { dueAt: null }]);
});

it('pauses the clock, with a reason and until when', async () => {
  const { oven, user, section } = await open({});
  const sent: unknown[] = [];
  api.use(
    http.post(`*/api/tickets/${oven.id}/pause`, async ({ request }) => {
      sent.push(await request.json());
      return updated({ ...oven, pause, dueState: 'paused' });
    }),
  );
  await user.click(within(section).getByRole('button', { name: 'Pause clock' }));
  const form = dialogAround(await screen.findByText(/The clock goes on by itself/));
  await user.click(within(form).getByRole('combobox', { name: 'Reason' }));
  await user.click(await screen.findByRole('option', { name: 'Waiting for parts' }));
  await user.type(within(form).getByLabelText('Note'), 'Element ordered');
  fireEvent.change(within(form).getByLabelText('Until'), { target: { value: '2099-03-05T18:00' } });
  await user.click(within(form).getByRole('button', { name: 'Pause clock' }));
  await waitFor(() =>
    expect(sent).toEqual([{ reason: 'waiting_parts', note: 'Element ordered', until: at(18) }]),
  );
});

it('resumes the clock', async () => {
  const { oven, user, dialog, section } = await open({ pause, dueState: 'paused' });
  expect(dialog).toHaveTextContent('Paused: waiting for parts');
  expect(section).toHaveTextContent(
    /^Paused since March .*: waiting for partsUntilMarch 5, 2099 6:00 PMNoteElement ordered/,
  );
  expect(within(section).queryByRole('button', { name: 'Pause clock' })).not.toBeInTheDocument();
  let isSent = false;
  api.use(
    http.post(`*/api/tickets/${oven.id}/resume`, () => {
      isSent = true;
      return updated(oven);
    }),
  );
  await user.click(within(section).getByRole('button', { name: 'Resume clock' }));
  await waitFor(() => expect(isSent).toBe(true));
});
