import { fakeApi, problem, renderWithProviders, returns } from '@mainstay/web-kit/testing';
import { beforeEach, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { location } from '../../../test/fixtures.ts';
import { LocationsScreen } from '../locations-screen.tsx';
import { isNeverOpen } from './never-open.ts';

const harbor = location('Harbor');
const monday = { weekday: 1, opens: '09:00', closes: '17:00' };
const holidays = { firstDay: '2026-12-24', lastDay: '2026-12-26', reason: 'Holidays' };
const etag = (version: number) => ({ headers: { etag: `"${version}"` } });
const path = `*/api/locations/${harbor.id}/hours`;
let sent: unknown[];
const records = async (request: Request) =>
  sent.push([request.method, request.headers.get('if-match'), await request.json()]);
const api = fakeApi(
  returns('/api/locations', [harbor]),
  http.get(`*/api/locations/${harbor.id}`, () => HttpResponse.json(harbor, etag(7))),
  http.get(path, () => HttpResponse.json({ hours: [monday], closures: [holidays] }, etag(7))),
  http.put(path, async ({ request }) => {
    await records(request);
    return HttpResponse.json({ hours: [], closures: [] }, etag(8));
  }),
  http.patch(`*/api/locations/${harbor.id}`, async ({ request }) => {
    await records(request);
    return HttpResponse.json(harbor, etag(9));
  }),
);
beforeEach(() => {
  sent = [];
});

async function open() {
  const { user } = renderWithProviders(<LocationsScreen brandName="Subs" role="admin" />);
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Location' }));
  await user.click(dialog.getByRole('tab', { name: 'Opening hours' }));
  expect(await dialog.findByLabelText('Monday opens')).toHaveValue('09:00');
  const press = (name: string) => user.click(dialog.getByRole('button', { name }));
  const fill = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  return { dialog, press, fill };
}

it('shows the hours and closures', async () => {
  const { dialog } = await open();
  expect(dialog.getByLabelText('Monday closes')).toHaveValue('17:00');
  expect(dialog.getByLabelText('First day of closure')).toHaveValue('2026-12-24');
  expect(dialog.getByLabelText('Reason for closure')).toHaveValue('Holidays');
  expect(dialog.queryByText('No hours: always open')).not.toBeInTheDocument();
});

it('lets the other fields be edited if the service does not know hours yet', async () => {
  api.use(http.get(path, () => problem(404, 'Not found.')));
  const { user } = renderWithProviders(<LocationsScreen brandName="Subs" role="admin" />);
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Location' }));
  fireEvent.change(dialog.getByLabelText('City'), { target: { value: 'Bath' } });
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(sent).toEqual([['PATCH', '"7"', { city: 'Bath' }]]));
});

it('copies a day to all days, and saves with the version that was read', async () => {
  const { press } = await open();
  await press('Copy to all days from Monday');
  await press('Delete hours on Sunday');
  await press('Delete closure');
  await press('Save Changes');
  const hours = [1, 2, 3, 4, 5, 6].map((weekday) => ({ ...monday, weekday }));
  expect(await screen.findByText('Location updated successfully')).toBeVisible();
  expect(sent).toEqual([['PUT', '"7"', { hours, closures: [] }]]);
});

it('saves changed details with the version that the hours made', async () => {
  const { dialog, press, fill } = await open();
  await press('Delete hours on Monday');
  expect(dialog.getByText('No hours: always open')).toBeVisible();
  fill('City', 'Bangor');
  await press('Save Changes');
  await waitFor(() =>
    expect(sent).toEqual([
      ['PUT', '"7"', { hours: [], closures: [holidays] }],
      ['PATCH', '"8"', { city: 'Bangor' }],
    ]),
  );
});

it('shows an error at its row', async () => {
  api.use(
    http.put(path, () =>
      problem(400, 'Wrong.', { 'hours.1': ['Overlaps.'], 'closures.1.lastDay': ['Too early.'] }),
    ),
  );
  const { dialog, press, fill } = await open();
  await press('Add hours on Monday');
  fill('Monday opens (2)', '10:00');
  fill('Monday closes (2)', '11:00');
  await press('Add Closure');
  await press('Save Changes');
  expect(await within(dialog.getByRole('group', { name: 'Monday' })).findByRole('alert')).toHaveTextContent(
    'Overlaps.',
  );
  expect(within(dialog.getByRole('group', { name: 'Closures' })).getByRole('alert')).toHaveTextContent(
    'Too early.',
  );
});

it('asks before it discards changed hours', async () => {
  const { press } = await open();
  await press('Delete closure');
  await press('Cancel');
  expect(await screen.findByRole('button', { name: 'Discard' })).toBeVisible();
});

// 400 days from 2026-01-01 end with 2027-02-04, a Thursday.
it.each([
  ['2027-02-04', [], true],
  ['2027-02-03', [], false],
  ['2027-02-03', [1], true],
  ['2027-02-03', [4], false],
])('closed until %s with hours on weekdays %j is never open: %s', (lastDay, weekdays, expected) => {
  const hours = weekdays.map((weekday) => ({ ...monday, weekday }));
  const closures = [{ firstDay: '2026-01-01', lastDay, reason: null }];
  expect(isNeverOpen({ hours, closures }, '2026-01-01')).toBe(expected);
});
