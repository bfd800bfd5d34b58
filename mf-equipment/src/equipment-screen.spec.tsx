import { fakeApi, renderWithProviders, returns } from '@mainstay/web-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { dialogTitled } from '../test/dialog-titled.ts';
import { code, equipment, harbor, location, store, summary, ticket } from '../test/fixtures.ts';
import { type Equipment } from './api/core.ts';
import { EquipmentScreen } from './equipment-screen.tsx';

const loop = store('Loop', '0112');
const fryer = equipment('Fryer 1', { openTickets: 2, code: code() });
const slicer = equipment('Slicer', { status: 'out_of_service', category: 'other' });
const cooler = equipment('Walk-in cooler', { location: loop, category: 'refrigeration', openTickets: 1 });
const all = [fryer, slicer, cooler];

const api = fakeApi(
  returns('/api/equipment', all),
  returns('/api/locations', [harbor, loop].map(location)),
  returns('/api/equipment/:id/summary', summary),
  returns('/api/vendors', []),
  returns('/config.json', { currency: 'USD' }),
  http.get('*/api/equipment/:id', ({ params }) =>
    HttpResponse.json(all.find(({ id }) => id === params['id']) ?? null, { headers: { etag: '"7"' } }),
  ),
);
async function listed(role: 'admin' | 'district_manager' = 'admin', items: Equipment[] = all) {
  api.use(returns('/api/equipment', items));
  const rendered = renderWithProviders(<EquipmentScreen role={role} />);
  await screen.findByRole('link', { name: items[0]?.name ?? '' });
  return rendered;
}

const rowOf = (name: string): HTMLElement => {
  const row = screen.getByRole('link', { name }).closest('tr');
  if (!row) throw new Error(`${name} is in no row`);
  return row;
};
const names = () =>
  screen.queryAllByRole('rowheader').map((header) => within(header).getAllByRole('link')[0]?.textContent);

describe('the list', () => {
  it('shows equipment by store, with category, status, open tickets and sticker', async () => {
    await listed();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Equipment');
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
      'Harbor Store #0101',
      'Loop Store #0112',
    ]);
    const stores = [/Harbor/, /Loop/].map(
      (name) => within(screen.getByRole('region', { name })).getAllByRole('rowheader').length,
    );
    expect(stores).toEqual([2, 1]);
    expect(rowOf('Fryer 1')).toHaveTextContent(/Cooking.*2 open tickets.*Not used yet.*In service/);
    expect(rowOf('Slicer')).toHaveTextContent(/Other.*No open tickets.*No sticker.*Out of service/);
    expect(within(rowOf('Slicer')).getByText('Out of service')).toHaveAttribute(
      'data-variant',
      'destructive',
    );
  });

  it('is imported by administrators alone', async () => {
    const { user, unmount } = await listed('admin');
    await user.click(screen.getByRole('button', { name: 'Import' }));
    expect(await dialogTitled('Import Equipment')).toBeVisible();
    unmount();
    await listed('district_manager');
    expect(screen.queryByRole('button', { name: 'Import' })).not.toBeInTheDocument();
  });

  it('shows a placeholder while it loads, and how to begin when there is nothing', async () => {
    api.use(
      http.get('*/api/equipment', async () => {
        await delay(30);
        return HttpResponse.json([]);
      }),
    );
    renderWithProviders(<EquipmentScreen role="district_manager" />);
    expect(screen.getByTestId('skeleton-card')).toBeInTheDocument();
    expect(
      await screen.findByText('Get started by adding the first fryer, cooler or register'),
    ).toBeVisible();
    // In the header and in the empty state.
    expect(screen.getAllByRole('button', { name: 'Add Equipment' })).toHaveLength(2);
  });
});

describe('the search and the filters', () => {
  it.each([
    ['a name', 'FRY', ['Fryer 1']],
    ['a store', 'loop', ['Walk-in cooler']],
    ['a store number', '0101', ['Fryer 1', 'Slicer']],
  ])('find by %s', async (_by, text, found) => {
    const { user } = await listed();
    await user.type(screen.getByRole('searchbox', { name: 'Search equipment...' }), text);
    expect(names()).toEqual(found);
  });

  it('ask the server for a store, a category and a status together, also for a file', async () => {
    const asked: string[] = [];
    api.use(
      http.get('*/api/equipment', ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json(asked.length === 1 ? all : []);
      }),
    );
    const { user } = renderWithProviders(<EquipmentScreen role="admin" />);
    await screen.findByRole('link', { name: 'Fryer 1' });
    for (const [filter, option] of [
      ['Store', 'Loop (#0112)'],
      ['Category', 'Heating and cooling'],
      ['Status', 'Retired'],
    ] as const) {
      await user.click(screen.getByRole('combobox', { name: filter }));
      await user.click(await screen.findByRole('option', { name: option }));
    }
    expect(await screen.findByText('Try another search or filter')).toBeVisible();
    await waitFor(() =>
      expect(asked.at(-1)).toBe(`?locationId=${loop.id}&category=hvac&status=retired&limit=50`),
    );
    expect(asked[0]).toBe('?limit=50');
    expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
      'href',
      `/api/equipment?locationId=${loop.id}&category=hvac&status=retired&format=csv`,
    );
  });
});

describe('a row', () => {
  it('is opened by a press anywhere in it, but not by one of its menu', async () => {
    const { user } = await listed();
    await user.click(within(rowOf('Slicer')).getByText('No sticker'));
    const dialog = await dialogTitled('Slicer');
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await user.click(within(rowOf('Slicer')).getByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(await dialogTitled('Delete Equipment')).toBeVisible();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });
});

describe('adding equipment', () => {
  async function open() {
    const rendered = await listed('district_manager');
    await rendered.user.click(screen.getByRole('button', { name: 'Add Equipment' }));
    const dialog = await dialogTitled('Add Equipment');
    const choose = async (field: string, option: string) => {
      await rendered.user.click(within(dialog).getByRole('combobox', { name: field }));
      const options = await screen.findAllByRole('option', { name: option });
      await rendered.user.click(options.at(-1) ?? document.body);
    };
    const submit = () => rendered.user.click(within(dialog).getByRole('button', { name: 'Add Equipment' }));
    return { dialog, choose, submit };
  }

  it('requires a name, a store and a category', async () => {
    const { dialog, submit } = await open();
    await submit();
    for (const field of ['Name', 'Store', 'Category']) {
      expect(await within(dialog).findByText(`${field} is required`)).toBeVisible();
    }
    fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'x'.repeat(121) } });
    expect(await within(dialog).findByText('At most 120 characters')).toBeVisible();
  });
});

describe('the menu of a row', () => {
  async function open(name: string, role: 'admin' | 'district_manager' = 'admin') {
    const rendered = await listed(role);
    await rendered.user.click(within(rowOf(name)).getByRole('button', { name: 'More' }));
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    return { ...rendered, items };
  }

  it.each([
    ['administrators', 'Fryer 1', 'admin', ['Print a new sticker', 'Turn the sticker off', 'Delete']],
    ['district managers', 'Fryer 1', 'district_manager', ['Print a new sticker', 'Turn the sticker off']],
    ['equipment without a sticker', 'Slicer', 'admin', ['Print a sticker', 'Delete']],
  ] as const)('is for %s', async (_whom, name, role, expected) => {
    expect((await open(name, role)).items).toEqual(expected);
  });

  it.each([true, false])('turns a sticker off and on again (active: %s)', async (active) => {
    const sent: unknown[] = [];
    api.use(
      http.patch('*/api/intake-codes/:id', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(code({ active: !active }));
      }),
    );
    const { user } = await listed('admin', [equipment('Fryer 1', { code: code({ active }) })]);
    await user.click(within(rowOf('Fryer 1')).getByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Turn the sticker/ }));
    await waitFor(() => expect(sent).toEqual([{ active: !active }]));
  });

  it('deletes after a question, and focuses the search when the row is gone', async () => {
    api.use(
      http.delete(`*/api/equipment/${fryer.id}`, () => {
        api.use(returns('/api/equipment', [slicer]));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = await open('Fryer 1');
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    const dialog = await dialogTitled('Delete Equipment');
    expect(dialog).toHaveTextContent(
      'Its tickets stay, without the equipment, and its sticker stops working.',
    );
    expect(dialog).toHaveTextContent('Fryer 1 Harbor');
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Equipment deleted successfully')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveFocus());
    expect(names()).toEqual(['Slicer']);
  });
});

describe('the history', () => {
  const broken = ticket(1042, { title: 'It sparks', via: 'qr', status: 'in_progress' });
  const cold = ticket(1007, { title: 'It is cold', status: 'solved' });

  async function open() {
    const rendered = await listed();
    await rendered.user.click(within(rowOf('Fryer 1')).getByRole('link', { name: '2 open tickets' }));
    const dialog = await dialogTitled('Fryer 1');
    return { ...rendered, dialog: await within(dialog).findByRole('tabpanel', { name: 'History' }) };
  }

  it('lists the tickets of the equipment, which lead to their addresses', async () => {
    const asked: string[] = [];
    api.use(
      http.get('*/api/tickets', ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json([broken, cold]);
      }),
    );
    const { dialog } = await open();
    const [first, second] = await within(dialog).findAllByRole('listitem');
    expect(first).toHaveTextContent(/#1042 It sparks.*Working.*Reported by QR code/);
    expect(second).toHaveTextContent(/#1007 It is cold.*Completed/);
    expect(second).not.toHaveTextContent('Reported by QR code');
    expect(within(dialog).getByRole('link', { name: '#1042 It sparks' })).toHaveAttribute(
      'href',
      `/tickets?ticket=${broken.id}`,
    );
    expect(asked).toEqual([`?equipmentId=${fryer.id}&limit=50`]);
  });

  it('says so without any', async () => {
    api.use(returns('/api/tickets', []));
    const { dialog } = await open();
    expect(await within(dialog).findByText('No tickets yet')).toBeVisible();
  });
});
