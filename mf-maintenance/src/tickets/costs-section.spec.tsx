import { renderWithProviders, returns } from '@mainstay/web-kit/testing';
import { expect, it } from '@jest/globals';
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
import { MaintenanceScreen } from '../maintenance-screen.tsx';
import { type Cost } from './costs.queries.ts';
import { type Ticket } from './tickets.queries.ts';

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

async function open(given: Partial<Ticket>, user: typeof admin | typeof manager = admin) {
  const oven = ticket('Oven', given);
  api.use(
    ...returnsTickets(oven),
    returns(`/api/tickets/${oven.id}/costs`, [costOf(oven.id)]),
    returns('/api/vendors', []),
  );
  const screenOf = renderWithProviders(<MaintenanceScreen user={user} />);
  await screenOf.user.click(await screen.findByRole('button', { name: 'Oven' }));
  const section = await screen.findByRole('region', { name: 'Costs' });
  await within(section).findByRole('table');
  return { oven, user: screenOf.user, section };
}

it('shows vendor, limit and costs with their sum, in words too', async () => {
  const { section } = await open(exceeded, manager);
  expect(section).toHaveTextContent('VendorKite RepairsLimit$500.00$640.00 of $500.00 spent');
  expect(within(section).getByRole('meter', { name: '$640.00 of $500.00 spent' })).toBeVisible();
  expect(section).toHaveTextContent('Mar 5, 2026PartsHeating elementKite Repairs$640.00');
  expect(section).toHaveTextContent('Total$640.00');
  expect(within(section).getByText('Needs approval')).toBeVisible();
  expect(within(section).getByRole('link', { name: 'Repeat of #1012' })).toHaveAttribute(
    'href',
    `/tickets?ticket=${exceeded.repeatOf.id}`,
  );
  expect(within(section).queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
});

it('says that a warranty is in force, also before a cost is added', async () => {
  const equipment = { id: kite.id, name: 'Fryer', warrantyUntil: '2099-03-05' };
  const { user, section } = await open({ ...exceeded, equipment });
  const notice = 'Under warranty until Mar 5, 2099. Call the manufacturer before you spend.';
  expect(section).toHaveTextContent(notice);
  await user.click(within(section).getByRole('button', { name: 'Add cost' }));
  expect(dialogAround(await screen.findByLabelText('Invoice number'))).toHaveTextContent(notice);
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
  await user.type(within(form).getByLabelText('Amount'), '12.50');
  await user.type(within(form).getByLabelText('Description'), 'Fuse');
  await user.click(within(form).getByRole('button', { name: 'Add cost' }));
  await waitFor(() =>
    expect(sent).toEqual([{ kind: 'labor', amount: '12.50', description: 'Fuse', vendorId: kite.id }]),
  );
});

it('administrators approve costs with a new limit', async () => {
  const { oven, user, section } = await open(exceeded);
  const sent: unknown[] = [];
  api.use(
    http.post(`*/api/tickets/${oven.id}/approval`, async ({ request }) => {
      sent.push([request.headers.get('if-match'), await request.json()]);
      return updated({ ...oven, approval: 'approved' });
    }),
  );
  await user.click(within(section).getByRole('button', { name: 'Approve' }));
  const form = dialogAround(await screen.findByLabelText('New limit'));
  await user.type(within(form).getByLabelText('New limit'), '700');
  await user.click(within(form).getByRole('button', { name: 'Approve' }));
  await waitFor(() =>
    expect(sent).toEqual([['"1"', { decision: 'approve', spendingLimit: '700', note: null }]]),
  );
});
