import { fakeApi, returns, renderWithProviders } from '@mainstay/web-kit/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { location } from '../../test/fixtures.ts';
import { LocationsScreen } from './locations-screen.tsx';

const harbor = location('Harbor', { phone: null });
const api = fakeApi(
  returns('/api/locations', [harbor]),
  returns('/config.json', { defaultTimezone: 'America/Denver' }),
  http.get(`*/api/locations/${harbor.id}`, () => HttpResponse.json(harbor, { headers: { etag: '"7"' } })),
);
let bodies: unknown[];
let headers: (string | null)[];
beforeEach(() => {
  bodies = [];
  headers = [];
});

async function open(button: string, title: string) {
  const { user } = renderWithProviders(<LocationsScreen brandName="Subs" role="admin" />);
  await screen.findByText('Harbor');
  await user.click(screen.getByRole('button', { name: button }));
  const dialog = await screen.findByRole('dialog', { name: title });
  return { user, dialog, field: (label: string) => within(dialog).getByLabelText(label) };
}

const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

describe('adding a location', () => {
  async function fillIn() {
    const opened = await open('Add Location', 'Add Location');
    fill(opened.field('Location Name'), 'Mill');
    fill(opened.field('Store Number'), '202');
    fill(opened.field('Street Address'), '1 Mill Road');
    fill(opened.field('City'), 'Bangor');
    fill(opened.field('State'), 'ME');
    fill(opened.field('ZIP Code'), '04401');
    await opened.user.click(within(opened.dialog).getByRole('button', { name: 'Add Location' }));
    return opened;
  }

  it('sends an empty phone and status active, and refreshes the list', async () => {
    const mill = location('Mill');
    api.use(
      http.post('*/api/locations', async ({ request }) => {
        bodies.push(await request.json());
        headers.push(request.headers.get('idempotency-key'));
        api.use(returns('/api/locations', [harbor, mill]));
        return HttpResponse.json(mill, { status: 201 });
      }),
    );
    const { dialog } = await fillIn();
    expect(await screen.findByText('Location created successfully')).toBeVisible();
    expect(bodies).toEqual([
      {
        name: 'Mill',
        storeNumber: '202',
        address: '1 Mill Road',
        city: 'Bangor',
        state: 'ME',
        zipCode: '04401',
        phone: '',
        status: 'active',
        timezone: 'America/Denver',
      },
    ]);
    expect(headers).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(screen.getByRole('heading', { name: 'Mill' })).toBeVisible();
  });

  it('has a searchable time zone after the specified fields', async () => {
    api.use(
      http.post('*/api/locations', async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json(location('Mill'), { status: 201 });
      }),
    );
    const { user, dialog } = await open('Add Location', 'Add Location');
    const labels = [...dialog.querySelectorAll('label')].map(({ textContent }) => textContent);
    expect(labels.slice(-2)).toEqual(['Status', 'Time Zone']);
    expect(dialog).toHaveTextContent('Recurring tasks keep their date and time of day when it changes.');
    const zone = within(dialog).getByRole('combobox', { name: 'Time Zone' });
    await user.click(zone);
    fill(zone, 'new york');
    await user.click(await screen.findByRole('option', { name: 'America/New York' }));
    for (const label of ['Location Name', 'Store Number', 'Street Address', 'City', 'State', 'ZIP Code']) {
      fill(within(dialog).getByLabelText(label), '1');
    }
    await user.click(within(dialog).getByRole('button', { name: 'Add Location' }));
    await waitFor(() => expect(bodies).toMatchObject([{ timezone: 'America/New_York' }]));
  });

  it('leaves the time zone to the server if the settings have none', async () => {
    api.use(
      returns('/config.json', {}),
      http.post('*/api/locations', async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json(location('Mill'), { status: 201 });
      }),
    );
    await fillIn();
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(bodies[0]).not.toHaveProperty('timezone');
  });

  it('requires the missing fields', async () => {
    const { user, dialog } = await open('Add Location', 'Add Location');
    await user.click(within(dialog).getByRole('button', { name: 'Add Location' }));
    for (const label of ['Location Name', 'Store Number', 'Street Address', 'City', 'State', 'ZIP Code']) {
      expect(await within(dialog).findByText(`${label} is required`)).toBeVisible();
    }
    expect(within(dialog).queryByText('Phone is required')).not.toBeInTheDocument();
  });
});

describe('deleting a location', () => {
  it('asks for confirmation, and focuses the search when the card is gone', async () => {
    api.use(
      http.delete(`*/api/locations/${harbor.id}`, () => {
        api.use(returns('/api/locations', []));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user, dialog } = await open('Delete', 'Delete Location');
    expect(dialog).toHaveTextContent(
      'Are you sure you want to delete the location? This action cannot be undone.',
    );
    expect(dialog).toHaveTextContent('Harbor');
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Location deleted successfully')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveFocus());
    expect(screen.queryByRole('heading', { name: 'Harbor' })).not.toBeInTheDocument();
  });

  it('offers to archive it instead, which the toast takes back', async () => {
    api.use(
      http.post(`*/api/locations/${harbor.id}/restore`, () => {
        api.use(returns('/api/locations', [harbor]));
        return HttpResponse.json(harbor);
      }),
      http.post(`*/api/locations/${harbor.id}/archive`, () => {
        api.use(returns('/api/locations', []));
        return HttpResponse.json(harbor);
      }),
    );
    const { user, dialog } = await open('Delete', 'Delete Location');
    await user.click(within(dialog).getByRole('button', { name: 'Archive instead' }));
    expect(await screen.findByText('Location archived successfully')).toBeVisible();
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(screen.queryByRole('heading', { name: 'Harbor' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('heading', { name: 'Harbor' })).toBeVisible();
  });
});
