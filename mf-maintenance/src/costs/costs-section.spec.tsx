import { problem, renderWithProviders, returns } from '@mainstay/web-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import {
  admin,
  dialogAround,
  maintenanceApi,
  manager,
  returnsTickets,
  ticket,
  updated,
} from '../../test/fixtures.ts';
import { MaintenanceScreen } from '../screen/maintenance-screen.tsx';
import { type Cost } from './costs.queries.ts';
import { type Ticket } from '../ticket-data/tickets.queries.ts';

const api = maintenanceApi();
const kite = { id: '01890000-0000-7000-8000-0000000000c1', name: 'Kite Repairs' };

const costOf = (ticketId: string): Cost => ({
  id: '01890000-0000-7000-8000-0000000000c2',
  ticketId,
  kind: 'parts',
  amount: '640.00',
  description: 'Heating element',
  vendorId: kite.id,
  vendor: kite,
  invoiceNumber: null,
  incurredOn: '2026-03-05',
  createdBy: null,
  creator: null,
  createdAt: '2026-03-05T16:20:31.250Z',
  updatedAt: '2026-03-05T16:20:31.250Z',
  version: 1,
});

const exceeded = {
  vendorId: kite.id,
  vendor: kite,
  spendingLimit: '500.00',
  totalCost: '640.00',
  approval: 'needed',
  repeatOf: { id: '01890000-0000-7000-8000-0000000000c3', number: 1012 },
} as const satisfies Partial<Ticket>;

async function open(
  given: Partial<Ticket>,
  user: typeof admin | typeof manager = admin,
  ...others: ReturnType<typeof ticket>[]
) {
  const oven = ticket('Oven', given);
  api.use(
    ...returnsTickets(oven, ...others),
    returns(`/api/tickets/${oven.id}/costs`, [costOf(oven.id)]),
    returns('/api/vendors', others.length > 0 ? [kite] : []),
  );
  const screenOf = renderWithProviders(<MaintenanceScreen user={user} />);
  await screenOf.user.click(await screen.findByRole('link', { name: 'Oven' }));
  const section = await screen.findByRole('region', { name: 'Costs' });
  await within(section).findByRole('table');
  return {
    oven,
    user: screenOf.user,
    section,
    dialog: dialogAround(section),
    refreshAll: () => screenOf.queryClient.invalidateQueries(),
  };
}

it('shows vendor, limit and costs with their sum, in words too', async () => {
  const { section, dialog } = await open(exceeded, manager);
  expect(section).toHaveTextContent('VendorKite RepairsLimit$500.00');
  expect(within(section).getByRole('progressbar', { name: '$640.00 of $500.00 spent' })).toBeVisible();
  expect(section).toHaveTextContent('Heating elementMar 5, 2026 · Parts · Kite Repairs$640.00');
  expect(section).toHaveTextContent('Total$640.00');
  expect(dialog).toHaveTextContent('Costs of $640.00 exceed the limit of $500.00.');
  expect(within(dialog).getByText('Needs approval')).toBeVisible();
  expect(within(dialog).getByText('Repeat')).toBeVisible();
  expect(within(dialog).getByRole('link', { name: '#1012' })).toHaveAttribute(
    'href',
    `/tickets?ticket=${exceeded.repeatOf.id}`,
  );
  expect(within(dialog).queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
});

it('says once why it cannot be Completed, with Approve beside it', async () => {
  const { oven, user, dialog } = await open(exceeded);
  const sentence = 'Costs of $640.00 exceed the limit of $500.00. An administrator must approve.';
  records('patch', `/api/tickets/${oven.id}`, () => problem(409, sentence));
  await user.click(within(dialog).getByRole('combobox', { name: 'Status' }));
  await user.click(await screen.findByRole('option', { name: 'Completed' }));
  expect(await within(dialog).findByText(sentence)).toBeVisible();
  expect(within(dialog).getByRole('combobox', { name: 'Status' })).toHaveAccessibleDescription(sentence);
  await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
  expect(await screen.findByLabelText('New limit')).toBeVisible();
});

it('says that a warranty is in force, also before a cost is added', async () => {
  const equipment = { id: kite.id, name: 'Fryer', category: 'cooking', warrantyUntil: '2099-03-05' } as const;
  const { user, section } = await open({ ...exceeded, equipment });
  const notice = 'Under warranty until Mar 5, 2099. Call the manufacturer before you spend.';
  expect(section).toHaveTextContent(notice);
  await user.click(within(section).getByRole('button', { name: 'Add cost' }));
  expect(dialogAround(await screen.findByLabelText('Invoice number'))).toHaveTextContent(notice);
});

it('proposes the vendor of the ticket that it repeats', async () => {
  const before = ticket('Oven before', { id: exceeded.repeatOf.id, vendorId: kite.id, vendor: kite });
  const { oven, user, section } = await open({ ...exceeded, vendorId: null, vendor: null }, admin, before);
  const sent: unknown[] = [];
  api.use(
    http.patch(`*/api/tickets/${oven.id}`, async ({ request }) => {
      sent.push([request.headers.get('if-match'), await request.json()]);
      return updated({ ...oven, vendorId: kite.id, vendor: kite });
    }),
  );
  expect(await within(section).findByText(/Last time: Kite Repairs\./)).toBeVisible();
  await user.click(within(section).getByRole('button', { name: 'Use it' }));
  await waitFor(() => expect(sent).toEqual([['"1"', { vendorId: kite.id }]]));
  await waitFor(() => expect(within(section).queryByText(/Last time/)).not.toBeInTheDocument());
});

it('adds a cost', async () => {
  const { oven, user, section } = await open(exceeded);
  const sent: unknown[] = [];
  api.use(
    http.post(`*/api/tickets/${oven.id}/costs`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(
        { ...costOf(oven.id), ticket: { totalCost: '640.00', approval: 'needed', version: 2 } },
        { status: 201 },
      );
    }),
  );
  await user.click(within(section).getByRole('button', { name: 'Add cost' }));
  const form = dialogAround(await screen.findByLabelText('Invoice number'));
  await user.type(within(form).getByLabelText('Amount'), '$12,50');
  await user.type(within(form).getByLabelText('Description'), 'Fuse');
  await user.click(within(form).getByRole('button', { name: 'Add cost' }));
  await waitFor(() =>
    expect(sent).toEqual([
      {
        kind: 'labor',
        amount: '12.50',
        description: 'Fuse',
        vendorId: kite.id,
        incurredOn: new Intl.DateTimeFormat('sv-SE', { timeZone: oven.location.timezone }).format(),
      },
    ]),
  );
});

/** Records the If-Match and the body of each call, to which `answer` responds. */
function records(method: 'patch' | 'post' | 'delete', path: string, answer: () => Response) {
  const sent: unknown[] = [];
  api.use(
    http[method](`*${path}`, async ({ request }) => {
      const body = await request.text();
      sent.push([request.headers.get('if-match'), body === '' ? null : JSON.parse(body)]);
      return answer();
    }),
  );
  return sent;
}
const spending = { totalCost: '640.00', approval: 'needed', version: 2 };

it('changes a cost, whose inactive vendor is named and can be cleared, and deletes it', async () => {
  const { oven, user, section } = await open({ ...exceeded, vendorId: null, vendor: null });
  const cost = costOf(oven.id);
  const changed = records('patch', `/api/costs/${cost.id}`, () =>
    HttpResponse.json({ ...cost, ticket: spending }, { headers: { etag: '"2"' } }),
  );
  await user.click(within(section).getByRole('button', { name: 'Edit Heating element' }));
  const form = dialogAround(await screen.findByLabelText('Invoice number'));
  expect(within(form).getByText('Kite Repairs')).toBeVisible();
  await user.click(within(form).getByRole('button', { name: /clear/i }));
  await user.click(within(form).getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(changed).toEqual([['"1"', { vendorId: null }]]));

  const removed = records('delete', `/api/costs/${cost.id}`, () => HttpResponse.json({ ticket: spending }));
  await user.click(within(section).getByRole('button', { name: 'Delete Heating element' }));
  const prompt = dialogAround(await screen.findByText(/delete this cost/));
  await user.click(within(prompt).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(removed).toHaveLength(1));
});

it('takes the vendor and the limit of a ticket away', async () => {
  const { oven, user, section } = await open(exceeded);
  const sent = records('patch', `/api/tickets/${oven.id}`, () => updated(oven));
  await user.click(within(section).getByRole('button', { name: 'Vendor and limit' }));
  const form = dialogAround(await screen.findByLabelText('Limit'));
  await user.click(within(form).getByRole('button', { name: /clear/i }));
  await user.clear(within(form).getByLabelText('Limit'));
  await user.click(within(form).getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(sent).toEqual([['"1"', { vendorId: null, spendingLimit: null }]]));
});

it('says that a manager cannot raise the limit, and keeps what was typed', async () => {
  const { oven, user, section } = await open(exceeded, manager);
  const sentence = 'Only administrators raise or remove a spending limit.';
  records('patch', `/api/tickets/${oven.id}`, () => problem(403, sentence));
  await user.click(within(section).getByRole('button', { name: 'Vendor and limit' }));
  const limit = await screen.findByLabelText('Limit');
  await user.clear(limit);
  await user.type(limit, '900');
  await user.click(within(dialogAround(limit)).getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText(new RegExp(sentence))).toBeVisible();
  expect(limit).toHaveValue('900.00');
});

it('administrators decline costs', async () => {
  const { oven, user, dialog } = await open(exceeded);
  const sent = records('post', `/api/tickets/${oven.id}/approval`, () => updated(oven));
  await user.click(within(dialog).getByRole('button', { name: 'Decline' }));
  const note = await screen.findByLabelText('Note');
  expect(screen.queryByLabelText('New limit')).not.toBeInTheDocument();
  await user.type(note, 'Too much');
  await user.click(within(dialogAround(note)).getByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(sent).toMatchObject([['"1"', { decision: 'decline', note: 'Too much' }]]));
});

it('declined costs have a badge, and can be approved alone', async () => {
  const { dialog } = await open({ ...exceeded, approval: 'declined' });
  expect(within(dialog).getByText('Declined')).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Approve' })).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: 'Decline' })).not.toBeInTheDocument();
});

it('administrators approve costs with a new limit', async () => {
  const { oven, user, dialog } = await open(exceeded);
  const sent: unknown[] = [];
  api.use(
    http.post(`*/api/tickets/${oven.id}/approval`, async ({ request }) => {
      sent.push([request.headers.get('if-match'), await request.json()]);
      return updated({ ...oven, approval: 'approved' });
    }),
  );
  await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
  const form = dialogAround(await screen.findByLabelText('New limit'));
  await user.type(within(form).getByLabelText('New limit'), '700');
  await user.click(within(form).getByRole('button', { name: 'Approve' }));
  await waitFor(() =>
    expect(sent).toEqual([
      ['"1"', { decision: 'approve', spendingLimit: '700.00', note: null, totalCost: '640.00' }],
    ]),
  );
});

it('asks again before costs that came meanwhile are approved', async () => {
  const { oven, user, dialog } = await open(exceeded);
  const risen = { ...oven, totalCost: '5640.00' };
  const sent = records('post', `/api/tickets/${oven.id}/approval`, () =>
    sent.length === 1 ? problem(412, 'The costs are $5,640.00 by now.') : updated(risen),
  );
  await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
  const form = dialogAround(await screen.findByLabelText('New limit'));
  expect(form).toHaveTextContent('$640.00 of $500.00 spent');
  api.use(...returnsTickets(risen));
  const approve = () => user.click(within(form).getByRole('button', { name: 'Approve' }));
  await approve();
  await waitFor(() => expect(form).toHaveTextContent('$5,640.00 of $500.00 spent'));
  expect(await within(form).findByRole('alert')).toHaveTextContent(/Someone else has changed this/);
  expect(sent).toHaveLength(1);
  await approve();
  await waitFor(() =>
    expect(sent).toMatchObject([
      ['"1"', { totalCost: '640.00' }],
      ['"1"', { totalCost: '5640.00' }],
    ]),
  );
});

describe('the focus returns', () => {
  it.each([
    ['Add cost', 'Invoice number'],
    ['Edit Heating element', 'Invoice number'],
    ['Vendor and limit', 'Limit'],
    ['Approve', 'New limit'],
    ['Decline', 'Note'],
  ])('to %s when its dialog is cancelled', async (name, field) => {
    const { user, dialog } = await open(exceeded);
    await user.click(within(dialog).getByRole('button', { name }));
    const input = await screen.findByLabelText(field);
    await waitFor(() => expect(dialogAround(input)).toContainElement(document.activeElement as HTMLElement));
    await user.click(within(dialogAround(input)).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(within(dialog).getByRole('button', { name })).toHaveFocus());
  });

  it('to the nearest button when costs are approved, and when the last one is deleted', async () => {
    const { oven, user, section, dialog } = await open(exceeded);
    const approved = { ...oven, approval: 'approved' as const };
    records('post', `/api/tickets/${oven.id}/approval`, () => updated(approved));
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
    const form = dialogAround(await screen.findByLabelText('New limit'));
    api.use(...returnsTickets(approved));
    await user.click(within(form).getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Copy link' })).toHaveFocus());

    const cost = costOf(oven.id);
    records('delete', `/api/costs/${cost.id}`, () => HttpResponse.json({ ticket: spending }));
    await user.click(within(section).getByRole('button', { name: 'Delete Heating element' }));
    const prompt = dialogAround(await screen.findByText(/delete this cost/));
    api.use(returns(`/api/tickets/${oven.id}/costs`, []));
    await user.click(within(prompt).getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(within(section).getByRole('button', { name: 'Vendor and limit' })).toHaveFocus(),
    );
  });
});

it('asks again before costs that the screen shows meanwhile are approved', async () => {
  const { oven, user, dialog, refreshAll } = await open(exceeded);
  const risen = { ...oven, totalCost: '5640.00' };
  const sent = records('post', `/api/tickets/${oven.id}/approval`, () => updated(risen));
  await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
  const form = dialogAround(await screen.findByLabelText('New limit'));
  api.use(...returnsTickets(risen));
  await refreshAll();
  await waitFor(() => expect(form).toHaveTextContent('$5,640.00 of $500.00 spent'));
  const approve = () => user.click(within(form).getByRole('button', { name: 'Approve' }));
  await approve();
  expect(await within(form).findByText(/The costs are \$5,640\.00 by now/)).toBeVisible();
  expect(sent).toHaveLength(0);
  await approve();
  await waitFor(() => expect(sent).toMatchObject([['"1"', { totalCost: '5640.00' }]]));
});
