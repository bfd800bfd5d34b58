import { problem, renderWithProviders } from '@mainstay/web-kit/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import {
  ada,
  admin,
  dana,
  maintenanceApi,
  returnsPeople,
  returnsTickets,
  ticket,
  type Ticket,
  updated,
} from '../../test/fixtures.ts';
import { MaintenanceScreen } from '../screen/maintenance-screen.tsx';

const api = maintenanceApi();
const leak = ticket('Leak');
const ofAda: Ticket = { ...leak, assignedTo: ada.id, assignee: { ...ada, canOpen: true } };

let sent: unknown[];
beforeEach(() => {
  sent = [];
});

/** Mocks the update of the ticket, after which the server has `then`. */
const onUpdate = (then: Ticket) =>
  api.use(
    http.patch(`*/api/tickets/${leak.id}`, async ({ request }) => {
      sent.push(request.headers.get('if-match'), await request.json());
      api.use(...returnsTickets(then), returnsPeople(leak.id, dana, ada));
      return updated(then);
    }),
  );

function openBoard(shown: Ticket) {
  api.use(...returnsTickets(shown), returnsPeople(leak.id, dana, ada));
  return renderWithProviders(<MaintenanceScreen user={admin} />);
}

async function openTicket(shown: Ticket) {
  const { user } = openBoard(shown);
  await user.click(await screen.findByRole('link', { name: 'Leak' }));
  const field = await screen.findByRole('combobox', { name: 'Assignee' });
  const value = () => field.parentElement?.title;
  return { user, field, value };
}

const options = () => screen.getAllByRole('option').map((option) => option.textContent);

describe('the assignee', () => {
  it.each([
    [true, 0],
    [false, 1],
  ])('says whether they can still open the ticket: %s', async (canOpen, said) => {
    await openTicket({ ...ofAda, assignee: { ...ada, canOpen } });
    expect(screen.queryAllByText('Ada Lane has left, or no longer has this store.')).toHaveLength(said);
    expect(screen.queryAllByTitle('Ada Lane has left, or no longer has this store.')).toHaveLength(said);
  });

  it('is one of those who can open the ticket, or nobody', async () => {
    const { user, field, value } = await openTicket(leak);
    expect(value()).toBe('Nobody');
    await user.click(field);
    await screen.findByRole('option', { name: 'Ada Lane' });
    expect(options()).toEqual(['Nobody', 'Dana Whitfield', 'Ada Lane']);
    await user.type(field, 'ada');
    await waitFor(() => expect(options()).toEqual(['Ada Lane']));
  });

  it('can become nobody', async () => {
    onUpdate(leak);
    const { user, field, value } = await openTicket(ofAda);
    expect(value()).toBe('Ada Lane');
    await user.click(field);
    await user.click(await screen.findByRole('option', { name: 'Nobody' }));
    await waitFor(() => expect(sent).toEqual(['"1"', { assignedTo: null }]));
    await waitFor(() => expect(value()).toBe('Nobody'));
  });

  it('is shown by name also if they cannot open the ticket any more', async () => {
    const id = '01890000-0000-7000-8000-0000000000a9';
    const former = { id, firstName: 'Gone', lastName: 'Person', canOpen: false };
    const { user, field, value } = await openTicket({ ...leak, assignedTo: former.id, assignee: former });
    expect(value()).toBe('Gone Person');
    await user.click(field);
    await screen.findByRole('option', { name: 'Ada Lane' });
    expect(options()).toEqual(['Nobody', 'Gone Person', 'Dana Whitfield', 'Ada Lane']);
  });

  it("does not overwrite somebody else's assignment, but says whom they chose and shows it", async () => {
    onUpdate(leak);
    const { user, field, value } = await openTicket(leak);
    await user.click(field);
    const option = await screen.findByRole('option', { name: 'Dana Whitfield' });
    api.use(...returnsTickets(ofAda));
    await user.click(option);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'ErrorSomeone else has changed Assignee to Ada Lane in the meantime.',
    );
    await waitFor(() => expect(value()).toBe('Ada Lane'));
    expect(sent).toEqual([]);
  });

  it('stays as it was, with the error message, if the change fails', async () => {
    api.use(http.patch('*/api/tickets/:id', () => problem(400, 'They cannot open it.')));
    const { user, field, value } = await openTicket(leak);
    await user.click(field);
    await user.click(await screen.findByRole('option', { name: 'Ada Lane' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('400: They cannot open it.');
    await waitFor(() => expect(value()).toBe('Nobody'));
  });

  it('says if the people could not be loaded', async () => {
    const { user, field } = await openTicket(ofAda);
    api.use(http.get('*/people', () => problem(503, 'Later.')));
    await user.click(field);
    await user.type(field, 'da');
    expect(await screen.findByText('The people could not be loaded.')).toBeInTheDocument();
  });
});

describe('on its card', () => {
  const assigneeButton = () => screen.findByRole('button', { name: 'Assignee: Nobody' });

  it('is chosen with two clicks, without the dialog, and the focus returns', async () => {
    onUpdate(ofAda);
    const { user } = openBoard(leak);
    const button = await assigneeButton();
    await user.click(button);
    await user.click(await screen.findByRole('option', { name: 'Ada Lane' }));
    await waitFor(() => expect(button).toHaveAccessibleName('Assignee: Ada Lane'));
    expect(sent).toEqual(['"1"', { assignedTo: ada.id }]);
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(button).toHaveFocus();
  });

  it('is opened by Space', async () => {
    const { user } = openBoard(leak);
    const button = await assigneeButton();
    act(() => button.focus());
    await user.keyboard(' ');
    const field = await screen.findByRole('combobox', { name: 'Assignee' });
    await waitFor(() => expect(field).toHaveFocus());
    expect(screen.queryByText(/is lifted from/)).not.toBeInTheDocument();
  });
});
