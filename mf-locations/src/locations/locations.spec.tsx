import { type SessionUser } from '@mainstay/remote-contract';
import { fakeApi, returns, problem, renderWithProviders } from '@mainstay/web-kit/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { location } from '../../test/fixtures.ts';
import { LocationsScreen } from './locations-screen.tsx';
import { type Location } from './locations.queries.ts';

const api = fakeApi(returns('/api/locations', []));
const harbor = location('Harbor', { storeNumber: '101' });
const mill = location('Mill', { city: 'Bangor', storeNumber: '202', phone: null, status: 'inactive' });

const renderAs = (role: SessionUser['role'], path = '/locations') =>
  renderWithProviders(<LocationsScreen brandName="Sub Station" role={role} />, { path });

async function listed(role: SessionUser['role'] = 'admin', locations: Location[] = [harbor, mill]) {
  api.use(returns('/api/locations', locations));
  const rendered = renderAs(role);
  await screen.findByText(locations[0]?.name ?? '');
  return rendered;
}

const names = () => screen.queryAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);

describe('the list', () => {
  it('has the brand in its title', async () => {
    await listed();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Sub Station Locations');
    expect(screen.getByText('Manage all franchise locations')).toBeVisible();
  });

  it('shows each location with status, address and optional phone', async () => {
    await listed();
    const [first, second] = screen.getAllByRole('listitem');
    for (const text of [
      'Harbor',
      '101',
      'Active',
      '12 Harbor Street',
      'Portland, ME 04101',
      '(207) 555-0101',
    ]) {
      expect(first).toHaveTextContent(text);
    }
    expect(within(first ?? document.body).getByText('Active')).toHaveAttribute('data-variant', 'default');
    expect(within(second ?? document.body).getByText('Inactive')).toHaveAttribute(
      'data-variant',
      'secondary',
    );
    expect(within(second ?? document.body).queryByRole('link')).not.toBeInTheDocument();
  });

  it('shows six placeholder cards while it loads', async () => {
    api.use(
      http.get('*/api/locations', async () => {
        await delay(30);
        return HttpResponse.json([]);
      }),
    );
    renderAs('admin');
    expect(screen.getAllByTestId('skeleton-card')).toHaveLength(6);
    expect(await screen.findByText('No locations found')).toBeVisible();
    expect(screen.queryByTestId('skeleton-card')).not.toBeInTheDocument();
  });
});

it('is exported as it is searched, by everybody', async () => {
  const { user } = await listed('district_manager');
  const link = screen.getByRole('link', { name: 'Export CSV' });
  expect(link).toHaveAttribute('href', '/api/locations?format=csv');
  await user.type(screen.getByRole('searchbox'), ' harb');
  await waitFor(() => expect(link).toHaveAttribute('href', '/api/locations?q=harb&format=csv'));
});

it('is imported by administrators, from the bytes of a file', async () => {
  let sent: { type: string | null; bytes: number[] } | undefined;
  api.use(
    http.post('*/api/imports/locations', async ({ request }) => {
      const bytes = [...new Uint8Array(await request.arrayBuffer())];
      sent = { type: request.headers.get('content-type'), bytes };
      return problem(400, 'The column "storeNumber" is missing.');
    }),
  );
  const { user, unmount } = await listed('admin');
  await user.click(screen.getByRole('button', { name: 'Import' }));
  const file = new File([new Uint8Array([0x43, 0xe9])], 'stores.csv', { type: 'text/csv' });
  await user.upload(await screen.findByLabelText('CSV file'), file);
  expect(await screen.findByText('The column "storeNumber" is missing.')).toBeVisible();
  expect(sent).toEqual({ type: 'text/csv', bytes: [0x43, 0xe9] });
  unmount();
  await listed('district_manager');
  expect(screen.queryByRole('button', { name: 'Import' })).not.toBeInTheDocument();
});

describe('the search', () => {
  it.each([
    ['a name', 'HARB', ['Harbor']],
    ['a city', 'bangor', ['Mill']],
    ['a store number', '202', ['Mill']],
  ])('finds by %s in any case', async (_by, text, found) => {
    const { user } = await listed();
    await user.type(screen.getByRole('searchbox', { name: 'Search locations...' }), text);
    expect(names()).toEqual(found);
  });

  it('asks the server if not all locations are loaded', async () => {
    const asked: (string | null)[] = [];
    api.use(
      http.get('*/api/locations', ({ request }) => {
        const q = new URL(request.url).searchParams.get('q');
        asked.push(q);
        if (q !== null) return HttpResponse.json([mill], { headers: { 'x-total-count': '1' } });
        return HttpResponse.json([harbor], {
          headers: { 'x-total-count': '9000', link: '</api/locations?cursor=1>; rel="next"' },
        });
      }),
    );
    const { user } = renderAs('admin');
    await screen.findByText('Harbor');
    expect(screen.getByText('9,000 locations')).toBeInTheDocument();
    await user.type(screen.getByRole('searchbox'), 'ban');
    expect(await screen.findByText('Mill')).toBeVisible();
    expect(names()).toEqual(['Mill']);
    expect(screen.getByText('1 location')).toBeInTheDocument();
    expect(asked).toEqual([null, 'ban']);
  });
});

describe('archived locations', () => {
  const attic = location('Attic', { archivedAt: '2026-03-05T15:04:00.000Z' });
  beforeEach(() => {
    api.use(
      http.get('*/api/locations', ({ request }) =>
        HttpResponse.json(new URL(request.url).searchParams.get('archived') === 'true' ? [attic] : [harbor]),
      ),
    );
  });

  it('are listed to administrators by a filter, restored and exported', async () => {
    const { user } = renderAs('admin');
    await screen.findByText('Harbor');
    await user.click(screen.getByRole('combobox', { name: 'Show' }));
    await user.click(await screen.findByRole('option', { name: 'Archived' }));
    await waitFor(() => expect(names()).toEqual(['Attic']));
    expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
      'href',
      '/api/locations?archived=true&format=csv',
    );
    api.use(
      http.post(`*/api/locations/${attic.id}/restore`, () => {
        api.use(returns('/api/locations', []));
        return HttpResponse.json(harbor);
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    expect(await screen.findByText('Location restored successfully')).toBeVisible();
    expect(await screen.findByText('No archived locations')).toBeVisible();
  });

  it.each([
    ['admin', ['Attic']],
    ['district_manager', ['Harbor']],
  ] as const)('the address shows a %s %j', async (role, shown) => {
    renderAs(role, '/locations?archived=true');
    await waitFor(() => expect(names()).toEqual(shown));
  });
});

describe('without any location', () => {
  it('offers administrators to add the first one', async () => {
    renderAs('admin');
    expect(await screen.findByText('Get started by adding your first location')).toBeVisible();
    // In the header and in the empty state.
    expect(screen.getAllByRole('button', { name: 'Add Location' })).toHaveLength(2);
  });

  it('shows district managers no button', async () => {
    renderAs('district_manager');
    expect(await screen.findByText('No locations found')).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

it('shows district managers the list without Add, Edit and Delete', async () => {
  await listed('district_manager');
  expect(names()).toEqual(['Harbor', 'Mill']);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Harbor', 'Mill']);
});
