import { fakeApi, problem, renderWithProviders, returns } from '@mainstay/web-kit/testing';
import { expect, it } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { http } from 'msw';
import { location } from '../../test/fixtures.ts';
import { LocationsScreen } from './locations-screen.tsx';

const harbor = location('Harbor');
const api = fakeApi(
  returns('/api/locations', [harbor]),
  returns(`/api/locations/${harbor.id}`, harbor),
  returns('/config.json', {}),
);
const fields = ['Location Name', 'Store Number', 'Street Address', 'City', 'State', 'ZIP Code'];

it.each([
  ['Add Location', 'Add Location', 'Add Location', 'Failed to create location'],
  ['Edit', 'Edit Location', 'Save Changes', 'Failed to update location'],
  ['Delete', 'Delete Location', 'Delete', 'Failed to delete location'],
])('%s says that it failed, and the dialog stays as it was', async (open, title, submit, text) => {
  api.use(http.all('*/api/locations*', ({ request }) => answer(request.method)));
  api.use(http.all(`*/api/locations/${harbor.id}`, ({ request }) => answer(request.method)));
  const { user } = renderWithProviders(<LocationsScreen brandName="Subs" role="admin" />);
  await user.click(await screen.findByRole('button', { name: open }));
  const dialog = await screen.findByRole('dialog', { name: title });
  const isForm = open !== 'Delete';
  for (const label of isForm ? fields : [])
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value: 'Pier 7' } });
  await user.click(within(dialog).getByRole('button', { name: submit }));
  expect(await screen.findByRole('alert')).toHaveTextContent(`Error${text}`);
  if (isForm) expect(within(dialog).getByLabelText('City')).toHaveValue('Pier 7');
});

/** Reads work, writes fail. */
const answer = (method: string) => (method === 'GET' ? undefined : problem(503, 'Later.'));
