import { fakeApi, problem, renderWithProviders, returns } from '@mainstay/web-kit/testing';
import { useLocation, useNavigate } from '@mainstay/ui/router';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { dialogTitled } from '../test/dialog-titled.ts';
import { code, equipment, harbor, location, store, summary, ticket } from '../test/fixtures.ts';
import { type Equipment } from './api/core.ts';
import { EquipmentScreen } from './equipment-screen.tsx';

const bay = { id: crypto.randomUUID(), name: 'Bay Refrigeration' };
const fryer = equipment('Fryer 1', {
  openTickets: 1,
  manufacturer: 'Pitco',
  serial: 'G15LC044321',
  installedOn: '2024-03-05',
  warrantyUntil: '2099-03-05',
  replacementCost: '4200.00',
  vendorId: bay.id,
  vendor: bay,
  code: code(),
});
const oven = equipment('Oven', { warrantyUntil: '2001-03-05' });
const all = [fryer, oven];
const kite = { id: crypto.randomUUID(), name: 'Kite Repairs' };

let sent: unknown[];
beforeEach(() => {
  sent = [];
});
const api = fakeApi(
  returns('/api/equipment', all),
  returns('/api/locations', [harbor, store('Loop', '0112')].map(location)),
  returns('/api/tickets', []),
  returns('/config.json', { currency: 'USD' }),
  returns('/api/equipment/:id/summary', summary),
  http.get('*/api/vendors', ({ request }) => {
    sent.push(new URL(request.url).search);
    return HttpResponse.json([bay, kite]);
  }),
  http.get('*/api/equipment/:id', ({ params }) => {
    const found = all.find(({ id }) => id === params['id']);
    return found ? HttpResponse.json(found, { headers: { etag: '"7"' } }) : problem(404, 'Not found.');
  }),
  http.patch('*/api/equipment/:id', async ({ request }) => {
    sent.push([request.headers.get('if-match'), await request.json()]);
    return HttpResponse.json(fryer, { headers: { etag: '"8"' } });
  }),
  http.post('*/api/equipment', async ({ request }) => {
    sent.push(await request.json());
    return HttpResponse.json(fryer, { status: 201 });
  }),
);

/** The router's address, and what a browser's buttons do. */
function Browser() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (
    <nav>
      <output data-testid="address">{pathname + search}</output>
      <button onClick={() => void navigate(-1)}>Back</button>
    </nav>
  );
}

async function openAt(path: string) {
  const rendered = renderWithProviders(
    <>
      <title>Equipment · Mainstay</title>
      <Browser />
      <EquipmentScreen role="admin" />
    </>,
    { path },
  );
  await screen.findByRole('link', { name: 'Fryer 1' });
  return rendered;
}

const rowOf = (name: string): HTMLElement => {
  const row = screen.getByRole('link', { name }).closest('tr');
  if (!row) throw new Error(`${name} is in no row`);
  return row;
};
const address = () => screen.getByTestId('address').textContent;
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
const of = ({ id }: Equipment, tab = '') => `/equipment?item=${id}${tab && `&tab=${tab}`}`;

describe('the record of a piece of equipment', () => {
  it('has an address, which its row adds to the history; closing it goes back', async () => {
    const { user } = await openAt('/equipment');
    await user.click(screen.getByRole('link', { name: 'Fryer 1' }));
    const dialog = await dialogTitled('Fryer 1');
    expect(address()).toBe(of(fryer));
    expect(document.title).toBe('Fryer 1 · Mainstay');
    await user.click(within(dialog).getByRole('tab', { name: 'Costs' }));
    expect(address()).toBe(of(fryer, 'costs'));
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await noDialog();
    expect(address()).toBe('/equipment');
    expect(document.title).toBe('Equipment · Mainstay');
    await user.click(within(rowOf('Fryer 1')).getByRole('link', { name: '1 open ticket' }));
    await dialogTitled('Fryer 1');
    expect(address()).toBe(of(fryer, 'history'));
    await user.click(screen.getByText('Back'));
    await noDialog();
  });

  it('is a link: what opens a tab opens nothing here, and a press beside the name opens that tab too', async () => {
    await openAt('/equipment');
    const tab = jest.spyOn(window, 'open').mockReturnValue(null);
    // This browser opens no tabs.
    const stop = (event: Event) => event.preventDefault();
    document.addEventListener('click', stop);
    const [name, tickets] = within(rowOf('Fryer 1')).getAllByRole('link');
    if (name) fireEvent.click(name, { ctrlKey: true });
    if (tickets) fireEvent.click(tickets, { metaKey: true });
    document.removeEventListener('click', stop);
    expect([name, tickets].map((link) => link?.getAttribute('href'))).toEqual([
      of(fryer),
      of(fryer, 'history'),
    ]);
    const beside = within(rowOf('Fryer 1')).getByText('In service');
    fireEvent.click(beside, { ctrlKey: true });
    fireEvent(beside, new MouseEvent('auxclick', { button: 1, bubbles: true }));
    fireEvent(beside, new MouseEvent('auxclick', { button: 2, bubbles: true }));
    expect(tab.mock.calls).toEqual([[of(fryer)], [of(fryer)]]);
    expect(address()).toBe('/equipment');
  });

  it('says what the equipment has needed, and the share of its replacement cost in words', async () => {
    await openAt(of(fryer));
    const dialog = within(await dialogTitled('Fryer 1'));
    const glance = await dialog.findByRole('region', { name: 'Summary' });
    expect(await within(glance).findByText('Under warranty until Mar 5, 2099')).toBeVisible();
    expect(glance).toHaveTextContent(/Tickets4Open1Repeats2Total cost\$2,800\.00Last 12 months\$2,150\.00/);
    const words = '67% of the replacement cost of $4,200.00';
    expect(glance).toHaveTextContent(words);
    expect(within(glance).getByRole('progressbar', { name: words })).toHaveAttribute('aria-valuenow', '66.7');
    expect(dialog.getByRole('tabpanel', { name: 'Details' })).toHaveTextContent(
      /ManufacturerPitcoSerialG15LC044321Installed onMar 5, 2024VendorBay Refrigeration.*Add details/,
    );
  });

  it.each(['01890000-0000-7000-8000-0000000000c1', '../tickets'])(
    'says so where %s is no equipment of the reader',
    async (id) => {
      const { user } = await openAt(`/equipment?item=${id}`);
      const dialog = within(await dialogTitled('Equipment'));
      expect(
        await dialog.findByText('This equipment no longer exists, or is not of your stores.'),
      ).toBeVisible();
      await user.click(dialog.getByRole('button', { name: 'Close' }));
      await noDialog();
      expect(address()).toBe('/equipment');
    },
  );

  it('lists what its tickets have cost, with the total of all', async () => {
    const asked: string[] = [];
    const broken = ticket(1042, { title: 'It sparks', totalCost: '640.00' });
    api.use(
      http.get('*/api/tickets', ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json([broken]);
      }),
    );
    await openAt(of(fryer, 'costs'));
    const table = await within(await dialogTitled('Fryer 1')).findByRole('table');
    expect(table).toHaveTextContent(/#1042 It sparks.*\$640\.00.*Total\$2,800\.00/);
    expect(within(table).getByRole('link')).toHaveAttribute('href', `/tickets?ticket=${broken.id}`);
    expect(asked).toEqual([`?equipmentId=${fryer.id}&hasCosts=true&limit=50`]);
  });

  it('turns its sticker off', async () => {
    const asked: unknown[] = [];
    api.use(
      http.patch('*/api/intake-codes/:id', async ({ request, params }) => {
        asked.push([params['id'], await request.json()]);
        return HttpResponse.json({});
      }),
    );
    const { user } = await openAt(of(fryer, 'stickers'));
    const dialog = within(await dialogTitled('Fryer 1'));
    await user.click(await dialog.findByRole('button', { name: 'Turn the sticker off' }));
    await waitFor(() => expect(asked).toEqual([[fryer.code?.id, { active: false }]]));
  });
});

it('a card says that a warranty is in force', async () => {
  await openAt('/equipment');
  expect(rowOf('Fryer 1')).toHaveTextContent('Under warranty');
  expect(rowOf('Oven')).not.toHaveTextContent('Under warranty');
});

describe('what is recorded', () => {
  async function edit() {
    const { user } = await openAt(of(fryer));
    await user.click(within(await dialogTitled('Fryer 1')).getByRole('button', { name: 'Edit' }));
    const dialog = within(await dialogTitled('Edit Equipment'));
    const change = (field: string, value: string) =>
      fireEvent.change(dialog.getByLabelText(field), { target: { value } });
    const save = () => user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    return { user, dialog, change, save };
  }

  it('is edited in its groups: what is cleared is null, and nothing else is sent', async () => {
    const { user, dialog, change, save } = await edit();
    const record = dialog.getByRole('group', { name: 'Record' });
    await user.click(within(record).getByRole('combobox', { name: 'Vendor' }));
    await user.click(await screen.findByRole('option', { name: 'Kite Repairs' }));
    change('Installed on', '');
    expect(dialog.getByLabelText('Replacement cost')).toHaveValue('4200.00');
    change('Replacement cost', '$4,300.5');
    expect(
      within(dialog.getByRole('group', { name: 'Warranty' })).getByLabelText('Warranty until'),
    ).toHaveValue('2099-03-05');
    change('Warranty note', 'Parts and labor');
    await save();
    const changes = {
      installedOn: null,
      replacementCost: '4300.50',
      vendorId: kite.id,
      warrantyNote: 'Parts and labor',
    };
    await waitFor(() =>
      expect(sent).toEqual([`?locationId=${harbor.id}&active=true&limit=1000`, ['"7"', changes]]),
    );
  });

  it('takes an amount with at most two places, or none', async () => {
    const { user, dialog, change, save } = await edit();
    change('Replacement cost', '4,200.005');
    await save();
    expect(await dialog.findByText('Must be an amount such as 120.50.')).toBeVisible();
    expect(sent).toHaveLength(1);
    change('Replacement cost', '');
    change('Warranty until', '');
    await user.click(dialog.getByRole('button', { name: /clear/i }));
    await save();
    const changes = { replacementCost: null, vendorId: null, warrantyUntil: null };
    await waitFor(() => expect(sent.slice(1)).toEqual([['"7"', changes]]));
  });

  it('is refused at the field of a serial number that the store has already', async () => {
    const taken = 'Other equipment of this location already has this serial number.';
    api.use(http.patch('*/api/equipment/:id', () => problem(409, taken, { serial: [taken] })));
    const { dialog, change, save } = await edit();
    change('Serial', 'SN-1');
    await save();
    expect(await dialog.findByText(taken)).toBeVisible();
  });
});
