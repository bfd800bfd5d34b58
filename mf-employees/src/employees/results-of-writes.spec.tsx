import { fakeApi, problem, renderWithProviders, returns } from '@mainstay/web-kit/testing';
import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { employee } from '../../test/fixtures.ts';
import { EmployeesScreen } from './employees-screen.tsx';

type User = ReturnType<typeof userEvent.setup>;

const grace = employee('Grace', 'Hopper', { locationCount: 1, locations: [{ id: '1', name: 'Harbor' }] });
const api = fakeApi(
  returns('/api/managers', [grace]),
  returns(`/api/users/${grace.id}`, grace),
  returns('/api/locations', [{ id: '2', name: 'Pier', storeNumber: '102' }]),
);

const press = async (user: User, name: string | RegExp) => {
  // The last one is that of the dialog.
  const buttons = await screen.findAllByRole('button', { name });
  await user.click(buttons.at(-1) ?? document.body);
};

async function assign(user: User) {
  await press(user, 'Assign Location');
  expect(screen.getByRole('button', { name: 'Assign' })).toBeDisabled();
  await user.click(screen.getByRole('combobox', { name: 'Location' }));
  await user.click(await screen.findByRole('option', { name: /Pier/ }));
  await press(user, 'Assign');
}

const writes: [string, (user: User) => Promise<void>, string][] = [
  ['Employee updated successfully', (user) => editAnd(user, 'Save Changes'), 'Failed to update employee'],
  [
    'Employee status updated successfully',
    (user) => press(user, 'Toggle Active'),
    'Failed to update employee status',
  ],
  ['Location assigned successfully', assign, 'Failed to assign location'],
  [
    'Employee updated successfully',
    (user) => editAnd(user, /^Unassign /, 'Save Changes'),
    'Failed to unassign location',
  ],
];

async function editAnd(user: User, ...names: (string | RegExp)[]) {
  for (const name of ['Edit', ...names]) await press(user, name);
}

it.each(writes)('says: %s', async (success, write, failure) => {
  let isDown = true;
  api.use(
    http.all('*/api/*', ({ request: { method } }) => {
      if (method === 'GET') return undefined;
      return isDown ? problem(409, 'It is so already.') : HttpResponse.json(grace);
    }),
  );
  const { user, unmount } = renderWithProviders(<EmployeesScreen role="admin" />);
  await screen.findByText('Grace Hopper');
  await write(user);
  expect(await screen.findByRole('alert')).toHaveTextContent(`Error${failure}`);
  unmount();
  isDown = false;
  const next = renderWithProviders(<EmployeesScreen role="admin" />);
  await within(document.body).findByText('Grace Hopper');
  await write(next.user);
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(`Success${success}`));
});
