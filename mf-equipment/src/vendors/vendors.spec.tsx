import { type RemoteHost } from '@mainstay/remote-contract';
import core from '@mainstay/svc-core/openapi.json' with { type: 'json' };
import { type components } from '@mainstay/svc-reports/openapi';
import reports from '@mainstay/svc-reports/openapi.json' with { type: 'json' };
import { exampleOf, fakeApi, problem, renderWithProviders, returns } from '@mainstay/web-kit/testing';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { dialogTitled } from '../../test/dialog-titled.ts';
import { type Vendor } from './vendors.queries.ts';
import { VendorsScreen } from './vendors-screen.tsx';

const bay: Vendor = {
  ...(exampleOf(core, 'VendorResponse') as Vendor),
  name: 'Bay Refrigeration',
  trades: ['refrigeration', 'hvac'],
  email: 'service?bcc=x@example.com',
  phone: '207-555-0188',
  spendingLimit: '500.00',
  version: 3,
};
let sent: unknown[];
beforeEach(() => {
  sent = [];
});
const records = async (request: Request) =>
  sent.push([request.method, request.headers.get('if-match'), await request.json()]);

const api = fakeApi(
  returns('/api/vendors', [bay]),
  returns('/api/locations', []),
  returns('/config.json', { currency: 'USD' }),
  http.get(`*/api/vendors/${bay.id}`, () => HttpResponse.json(bay, { headers: { etag: '"3"' } })),
  http.post('*/api/vendors', async ({ request }) => {
    await records(request);
    return HttpResponse.json(bay, { status: 201 });
  }),
  http.patch(`*/api/vendors/${bay.id}`, async ({ request }) => {
    await records(request);
    return HttpResponse.json({ ...bay, version: 4 }, { headers: { etag: '"4"' } });
  }),
);

async function open(role: 'admin' | 'district_manager' = 'admin') {
  const toast = jest.fn<RemoteHost['toast']>();
  const user = { id: '1', email: '', firstName: '', lastName: '', role, profileImageUrl: null };
  const view = renderWithProviders(<VendorsScreen host={{ toast, user }} />);
  const row = (await screen.findByText('Bay Refrigeration')).closest('tr');
  if (!row) throw new Error('It is in no row');
  return { toast, row, ...view };
}

it('are listed with their trades, contacts and limit; managers read them alone', async () => {
  const { row } = await open('district_manager');
  expect(row).toHaveTextContent('Refrigeration, Heating and cooling');
  expect(row).toHaveTextContent('$500.00');
  expect(within(row).getAllByRole('link', { name: '207-555-0188' })[0]).toHaveAttribute(
    'href',
    'tel:2075550188',
  );
  expect(within(row).getAllByRole('link', { name: /^service/ })[0]).toHaveAttribute(
    'href',
    'mailto:service%3Fbcc%3Dx@example.com',
  );
  expect(screen.queryByRole('button', { name: 'Add Vendor' })).not.toBeInTheDocument();
  expect(within(row).getByRole('button')).toHaveTextContent('Bay Refrigeration');
});

it('are added, and refused at the field', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Add Vendor' }));
  const dialog = within(await dialogTitled('Add Vendor'));
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Cold Co' } });
  api.use(
    http.post(
      '*/api/vendors',
      () => problem(400, 'Not valid.', { spendingLimit: ['Must be from 0.00 to 9999999999.99.'] }),
      { once: true },
    ),
  );
  const limit = dialog.getByLabelText('Spending limit');
  fireEvent.change(limit, { target: { value: '5.5.5' } });
  await user.click(dialog.getByRole('button', { name: 'Add Vendor' }));
  expect(await dialog.findByText('Must be an amount such as 120.50.')).toBeVisible();
  fireEvent.change(limit, { target: { value: '-5,5' } });
  await user.click(dialog.getByRole('button', { name: 'Add Vendor' }));
  expect(await dialog.findByText('Must be from 0.00 to 9999999999.99.')).toBeVisible();
  fireEvent.change(limit, { target: { value: '' } });
  await user.click(dialog.getByRole('button', { name: 'Add Vendor' }));
  await waitFor(() =>
    expect(sent).toEqual([
      [
        'POST',
        null,
        { name: 'Cold Co', trades: [], email: '', phone: '', spendingLimit: null, locationIds: [] },
      ],
    ]),
  );
});

it('are edited and deactivated if nobody changed them meanwhile, and the toast takes that back', async () => {
  const { user, toast, row } = await open();
  await user.click(within(row).getByRole('button', { name: 'Edit' }));
  const dialog = within(await dialogTitled('Edit Vendor'));
  fireEvent.change(dialog.getByLabelText('Phone'), { target: { value: '207-555-0199' } });
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(sent).toEqual([['PATCH', '"3"', { phone: '207-555-0199' }]]));
  await user.click(within(row).getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Deactivate' }));
  await waitFor(() => expect(sent[1]).toEqual(['PATCH', '"3"', { active: false }]));
  await waitFor(() => expect(toast).toHaveBeenCalledTimes(2));
  toast.mock.lastCall?.[0].undo?.();
  await waitFor(() => expect(sent[2]).toEqual(['PATCH', '"4"', { active: true }]));
});

it.each([
  ['a store that is archived is named so', { allLocations: false, locationIds: [bay.id] }, 'Archived store'],
  ['one whose only store was removed serves none', { allLocations: false, locationIds: [] }, 'No stores'],
  ['without stores it serves all', { allLocations: true, locationIds: [] }, 'All stores'],
])('in the dialog %s', async (_case, given, words) => {
  const vendor = { ...bay, ...given };
  api.use(
    returns('/api/vendors', [vendor]),
    http.get(`*/api/vendors/${bay.id}`, () => HttpResponse.json(vendor, { headers: { etag: '"3"' } })),
  );
  const { user, row } = await open();
  await user.click(within(row).getByRole('button', { name: 'Edit' }));
  expect(await within(await dialogTitled('Edit Vendor')).findByText(words)).toBeVisible();
});

it('say why one cannot be deleted', async () => {
  api.use(
    http.delete(`*/api/vendors/${bay.id}`, () =>
      problem(409, 'Tickets name this vendor. Deactivate it instead.'),
    ),
  );
  const { user, toast, row } = await open();
  await user.click(within(row).getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(
    within(await dialogTitled('Delete Vendor')).getByRole('button', {
      name: 'Delete',
    }),
  );
  await waitFor(() =>
    expect(toast).toHaveBeenCalledWith(
      expect.objectContaining({ description: 'Tickets name this vendor. Deactivate it instead.' }),
    ),
  );
});

it.each([
  ['district_manager', 0],
  ['admin', 1],
] as const)('show a %s who presses one how to reach it, its tickets and costs', async (role, edits) => {
  const spend = exampleOf(reports, 'SpendReport') as components['schemas']['SpendReport'];
  const [group] = spend.groups;
  api.use(
    returns('/api/reports/spend', { ...spend, groups: [{ ...group, key: bay.id, total: '840.00' }] }),
    http.get('*/api/tickets', () => HttpResponse.json([], { headers: { 'x-total-count': '3' } })),
  );
  const { user } = await open(role);
  await user.click(screen.getByRole('button', { name: 'Bay Refrigeration' }));
  const dialog = within(await dialogTitled('Bay Refrigeration'));
  for (const [name, href] of [
    ['Call', 'tel:2075550188'],
    ['E-mail', 'mailto:service%3Fbcc%3Dx@example.com'],
    ['Open tickets: 3', `/tickets?vendorId=${bay.id}&open=true`],
    ['Cost of 90 days: $840.00', `/tickets?costVendorId=${bay.id}&costFrom=${spend.from}&costTo=${spend.to}`],
  ] as const) {
    expect(await dialog.findByRole('link', { name })).toHaveAttribute('href', href);
  }
  expect(dialog.getByText('Stores').parentElement).toHaveTextContent('All stores');
  expect(dialog.queryAllByRole('button', { name: 'Edit' })).toHaveLength(edits);
});
