import { fakeApi, returns, renderWithProviders } from '@mainstay/web-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { employee } from '../../test/fixtures.ts';
import { EmployeesScreen } from './employees-screen.tsx';

const ada = employee('Ada', 'Lovelace', { role: 'admin' });
const grace = employee('Grace', 'Hopper', {
  locationCount: 2,
  locations: [
    { id: '1', name: 'Harbor' },
    { id: '2', name: 'Mill' },
  ],
});
const alan = employee('Alan', 'Turing', {
  active: false,
  locationCount: 1,
  locations: [{ id: '1', name: 'Harbor' }],
});
const api = fakeApi(returns('/api/managers', [ada, grace, alan]));

const renderAs = (role: 'admin' | 'district_manager') => renderWithProviders(<EmployeesScreen role={role} />);

async function listed() {
  const rendered = renderAs('admin');
  await screen.findByText('Ada Lovelace');
  return rendered;
}

const rows = () => screen.getAllByRole('row').slice(1);
const shown = () => rows().map((row) => /Ada|Grace|Alan/.exec(row.textContent)?.[0]);

describe('the table', () => {
  it('has its columns', async () => {
    await listed();
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Employee',
      'Role',
      'Status',
      'Locations',
      'Actions',
    ]);
  });

  it('shows each employee', async () => {
    await listed();
    const [first, second, third] = rows();
    for (const text of ['AL', 'Ada Lovelace', 'ada@sandwich.example', 'Admin', 'Active', '0 locations']) {
      expect(first).toHaveTextContent(text);
    }
    for (const text of ['GH', 'District Manager', '2 locations']) expect(second).toHaveTextContent(text);
    for (const text of ['AT', 'Inactive', /1 location$/]) expect(third).toHaveTextContent(text);
  });

  it('shows loading and empty rows', async () => {
    api.use(
      http.get('*/api/managers', async () => {
        await delay(30);
        return HttpResponse.json([]);
      }),
    );
    renderAs('admin');
    expect(rows()).toHaveLength(1);
    expect(rows()[0]).toHaveTextContent('Loading employees...');
    expect(await screen.findByText('No employees found')).toBeVisible();
    expect(screen.queryByText('Loading employees...')).not.toBeInTheDocument();
  });
});

describe('the filters', () => {
  it.each([
    ['GRACE', ['Grace']],
    ['turing', ['Alan']],
    ['ada@sand', ['Ada']],
    ['Gràce\u00a0Hop', ['Grace']],
  ])('find %s by first name, last name or email', async (text, found) => {
    const { user } = await listed();
    await user.type(screen.getByRole('searchbox'), text);
    expect(shown()).toEqual(found);
  });

  it('are those of the request and of the file', async () => {
    const asked: string[] = [];
    api.use(
      http.get('*/api/managers', ({ request }) => {
        asked.push(new URL(request.url).search);
        const link = '</api/managers?cursor=next>; rel="next"';
        return HttpResponse.json([ada, grace], { headers: { link } });
      }),
    );
    const { user } = await listed();
    expect(asked).toEqual(['?limit=50']);
    const file = screen.getByRole('link', { name: 'Export CSV' });
    expect(file).toHaveAttribute('href', '/api/managers?format=csv');
    const choose = async (filter: string, option: string) => {
      await user.click(screen.getByRole('combobox', { name: filter }));
      await user.click(await screen.findByRole('option', { name: option }));
    };
    await choose('Role filter', 'District Manager');
    await choose('Status filter', 'Active');
    await user.type(screen.getByRole('searchbox'), 'hop ');
    const query = '?role=district_manager&active=true&q=hop';
    await waitFor(() => expect(asked.at(-1)).toBe(`${query}&limit=50`));
    expect(file).toHaveAttribute('href', `/api/managers${query}&format=csv`);
    await choose('Role filter', 'All Roles');
    await choose('Status filter', 'Inactive');
    await waitFor(() => expect(asked.at(-1)).toBe('?active=false&q=hop&limit=50'));
  });
});

it('renders and requests nothing unless the user is an administrator', async () => {
  const { queryClient } = renderAs('district_manager');
  expect(screen.queryByText('Employees')).not.toBeInTheDocument();
  await delay(20);
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});

describe('Toggle Active', () => {
  const toggle = (row: number) =>
    within(rows()[row] ?? document.body).getByRole('button', { name: 'Toggle Active' });

  it('changes the status at once, says what that means, and takes it back', async () => {
    const bodies: unknown[] = [];
    api.use(
      http.patch(`*/api/users/${alan.id}/active`, async ({ request }) => {
        bodies.push(await request.json());
        api.use(returns('/api/managers', [ada, grace, { ...alan, active: true }]));
        return HttpResponse.json({ ...alan, active: true });
      }),
    );
    const { user } = await listed();
    expect(toggle(2)).toHaveAttribute('aria-pressed', 'false');
    await user.click(toggle(2));
    expect(await screen.findByText('Employee status updated successfully')).toBeVisible();
    expect(bodies).toEqual([{ active: true }]);
    await waitFor(() => expect(toggle(2)).toHaveAttribute('aria-pressed', 'true'));
    expect(screen.getByText('Alan Turing can sign in again.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Alan Turing cannot sign in any more.')).toBeVisible();
    expect(bodies).toEqual([{ active: true }, { active: false }]);
  });
});
