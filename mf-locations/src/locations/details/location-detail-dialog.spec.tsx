import core from '@mainstay/svc-core/openapi.json' with { type: 'json' };
import reports from '@mainstay/svc-reports/openapi.json' with { type: 'json' };
import { exampleOf, fakeApi, problem, renderWithProviders, returns } from '@mainstay/web-kit/testing';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { location } from '../../../test/fixtures.ts';
import { LocationsScreen } from '../locations-screen.tsx';

const of = (firstName: string, lastName: string) => ({
  ...exampleOf(core, 'ManagerResponse'),
  id: crypto.randomUUID(),
  firstName,
  lastName,
  locations: [],
});
const elena = of('Elena', 'Torres');
const dana = of('Dana', 'Diaz');
const greta = of('Greta', 'Hill');
const harbor = location('Harbor', { managers: [elena] });
const fryer = { ...exampleOf(core, 'EquipmentResponse'), id: crypto.randomUUID(), name: 'Fryer 1' };

let sent: unknown[];
beforeEach(() => {
  sent = [];
});
const api = fakeApi(
  returns('/api/locations', [harbor]),
  returns(`/api/locations/${harbor.id}`, harbor),
  returns(`/api/locations/${harbor.id}/hours`, {
    hours: [{ weekday: 1, opens: '09:00', closes: '17:30' }],
    closures: [
      { firstDay: '2099-12-24', lastDay: '2099-12-26', reason: 'Holidays' },
      { firstDay: '2020-01-01', lastDay: '2020-01-02', reason: 'Flood' },
    ],
  }),
  returns('/api/equipment', [{ ...fryer, status: 'out_of_service' }]),
  http.get('*/api/managers', ({ request }) => {
    const isOfThose = request.url.endsWith('/api/managers?role=district_manager&active=true&limit=50');
    return HttpResponse.json(isOfThose ? [dana, elena, greta] : []);
  }),
  returns('/api/reports/spend', exampleOf(reports, 'SpendReport') as { from: string }),
  returns('/config.json', { currency: 'USD' }),
  http.get('*/api/tickets', ({ request }) => {
    const total = new URL(request.url).searchParams.has('due') ? '1' : '7';
    return HttpResponse.json([], { headers: { 'x-total-count': total } });
  }),
  http.post('*/api/managers/assign', async ({ request }) => {
    sent.push(await request.json());
    return HttpResponse.json({}, { status: 201 });
  }),
  http.delete('*/api/managers/:managerId/locations/:locationId', ({ params: { managerId, locationId } }) => {
    sent.push({ managerId, locationId });
    return new HttpResponse(null, { status: 204 });
  }),
);

async function open(role: 'admin' | 'district_manager') {
  const { user } = renderWithProviders(<LocationsScreen brandName="Subs" role={role} />);
  await user.click(await screen.findByRole('button', { name: 'Harbor' }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Harbor' })) };
}

it('a press on a card shows district managers its tickets, equipment, costs and hours to read', async () => {
  const { dialog } = await open('district_manager');
  const at = `locationId=${harbor.id}`;
  for (const [name, href] of [
    ['Open tickets: 7', `/tickets?${at}&open=true`],
    ['Overdue: 1', `/tickets?${at}&open=true&due=overdue`],
    ['Cost of 90 days: $2,640.00', `/tickets?${at}&costFrom=2026-08-29&costTo=2026-11-26`],
    ['Fryer 1', `/equipment?item=${fryer.id}`],
  ] as const) {
    expect(await dialog.findByRole('link', { name })).toHaveAttribute('href', href);
  }
  expect(dialog.getByText('Out of service')).toBeVisible();
  expect(dialog.getByText('Monday').parentElement).toHaveTextContent('9:00 AM – 5:30 PM');
  expect(dialog.getByText('Dec 24, 2099 – Dec 26, 2099: Holidays')).toBeVisible();
  expect(dialog.queryByText(/Flood/)).not.toBeInTheDocument();
  expect(dialog.getByText('Manager').parentElement).toHaveTextContent('You');
  expect(dialog.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:2075550101');
  expect(dialog.queryByRole('combobox')).not.toBeInTheDocument();
  expect(dialog.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
});

it('administrators hand it over to who is active, and undo that', async () => {
  const { user, dialog } = await open('admin');
  const expectChoice = (...names: string[]) =>
    waitFor(() =>
      expect(screen.queryAllByRole('option').map(({ textContent }) => textContent)).toEqual(names),
    );
  await user.click(await dialog.findByRole('combobox', { name: 'Manager' }));
  await expectChoice('Dana Diaz', 'Elena Torres', 'Greta Hill');
  api.use(returns('/api/locations', [{ ...harbor, managers: [dana, greta] }]));
  await user.click(screen.getByRole('option', { name: 'Dana Diaz' }));
  expect(await screen.findByText('Dana Diaz manages it now')).toBeVisible();
  await user.click(dialog.getByRole('combobox', { name: 'Manager (2)' }));
  await expectChoice('Elena Torres', 'Greta Hill');
  const ids = { locationId: harbor.id };
  const handedOver = [
    { ...ids, managerId: dana.id },
    { ...ids, managerId: elena.id },
  ];
  expect(sent).toEqual(handedOver);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent).toEqual([...handedOver, ...handedOver.toReversed()]));
});

it('administrators edit it from there', async () => {
  const { user, dialog } = await open('admin');
  await user.click(dialog.getByRole('button', { name: 'Edit' }));
  // By its title: antd gives all dialogs one id in tests.
  expect(await screen.findByText('Edit Location')).toBeVisible();
});

it('says what cannot be loaded, and shows the rest', async () => {
  for (const path of ['reports/spend', 'equipment', `locations/${harbor.id}/hours`])
    api.use(http.get(`*/api/${path}`, () => problem(503, 'Later.')));
  const { dialog } = await open('district_manager');
  expect(await dialog.findByText('The opening hours could not be loaded.')).toBeVisible();
  expect(dialog.getByText('The equipment could not be loaded.')).toBeVisible();
  expect(dialog.getByText('Cost of 90 days').parentElement).toHaveTextContent('Not available');
  expect(dialog.getByRole('link', { name: 'Open tickets: 7' })).toBeVisible();
});
