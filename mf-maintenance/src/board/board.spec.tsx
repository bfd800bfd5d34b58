import { problem, renderWithProviders } from '@mainstay/web-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { admin, returnsTickets, maintenanceApi, millRoad, ticket } from '../../test/fixtures.ts';
import { MaintenanceScreen } from '../screen/maintenance-screen.tsx';

const api = maintenanceApi();
const list = (name: string) => screen.getByRole('list', { name });
const cards = (name: string) => within(list(name)).getAllByRole('listitem');
const title = (card: HTMLElement | undefined) =>
  within(card ?? document.body).getByRole('heading').textContent;

/** `count` tickets, `Ticket 1` the newest. */
const many = (count: number, given: Parameters<typeof ticket>[1] = {}) =>
  Array.from({ length: count }, (_, at) => ticket(`Ticket ${at + 1}`, given));

/** Scrolls a list's box to a height, as a wheel would. */
function scrollTo(name: string, top: number) {
  const box = list(name).parentElement;
  if (!box) throw new Error('the list has no box');
  act(() => {
    box.scrollTop = top;
    fireEvent.scroll(box);
  });
}

/** The queries of the lists of tickets that are asked for from now on; counting is not among them. */
function watchQueries() {
  const queries: Record<string, string>[] = [];
  api.use(
    http.get('*/api/tickets', ({ request }) => {
      const query = Object.fromEntries(new URL(request.url).searchParams);
      if (query['limit'] !== '1') queries.push(query);
      return undefined;
    }),
  );
  return queries;
}

describe('a long column', () => {
  it("renders only visible cards, with the total count and each card's position", async () => {
    api.use(...returnsTickets(...many(700)));
    renderWithProviders(<MaintenanceScreen user={admin} />);
    await screen.findByText('Ticket 1');
    expect(within(screen.getByRole('region', { name: 'To Acknowledge' })).getByText('700')).toBeVisible();
    const [first, ...others] = cards('To Acknowledge');
    expect(first).toHaveAttribute('aria-posinset', '1');
    expect(first).toHaveAttribute('aria-setsize', '700');
    expect(others.length).toBeLessThan(20);
  });

  it('loads the next page only near its end', async () => {
    api.use(...returnsTickets(...many(700)));
    const queries = watchQueries();
    renderWithProviders(<MaintenanceScreen user={admin} />);
    await screen.findByText('Ticket 1');
    const pages = () => queries.filter(({ status }) => status === 'incoming');
    expect(pages().map(({ limit }) => limit)).toEqual(['50']);
    scrollTo('To Acknowledge', 20 * 150);
    await waitFor(() => expect(pages().map(({ limit }) => limit)).toEqual(['50', '500']));
    scrollTo('To Acknowledge', 300 * 150);
    await waitFor(() => expect(title(cards('To Acknowledge').at(6))).toBe('Ticket 302'));
  });

  it('keeps the focused card rendered when it is scrolled out of view', async () => {
    api.use(...returnsTickets(...many(700)));
    renderWithProviders(<MaintenanceScreen user={admin} />);
    const link = await screen.findByRole('link', { name: 'Ticket 2' });
    act(() => link.focus());
    scrollTo('To Acknowledge', 30 * 150);
    await waitFor(() => expect(screen.queryByText('Ticket 1')).not.toBeInTheDocument());
    expect(link).toHaveFocus();
  });

  it('can be skipped by keyboard', async () => {
    api.use(...returnsTickets(...many(30)));
    const { user } = renderWithProviders(<MaintenanceScreen user={admin} />);
    await screen.findByText('Ticket 1');
    await user.click(screen.getByRole('button', { name: 'Skip To Acknowledge' }));
    const region = screen.getByRole('region', { name: 'To Acknowledge' });
    expect(region).toContainElement(document.activeElement as HTMLElement);
    await user.tab();
    expect(region).not.toContainElement(document.activeElement as HTMLElement);
    expect(screen.queryByRole('button', { name: 'Skip Working' })).not.toBeInTheDocument();
  });

  it('shows an error if the next page fails to load, and loads on Retry', async () => {
    let isDown = true;
    api.use(...returnsTickets(...many(60)));
    api.use(
      http.get('*/api/tickets', ({ request }) =>
        isDown && request.url.includes('cursor') ? problem(503, 'Later.') : undefined,
      ),
    );
    const { user } = renderWithProviders(<MaintenanceScreen user={admin} />);
    await screen.findByText('Ticket 1');
    scrollTo('To Acknowledge', 30 * 150);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(screen.getByText('More could not be loaded.')).toBeVisible();
    isDown = false;
    await user.click(retry);
    await waitFor(() => expect(cards('To Acknowledge')).toHaveLength(60));
    expect(screen.queryByText('More could not be loaded.')).not.toBeInTheDocument();
  });
});

describe('the search', () => {
  const search = () => screen.getByRole('searchbox', { name: 'Search tickets and tasks...' });

  it('asks the server after a typing pause if the list is partly loaded, and keeps previous results until then', async () => {
    api.use(...returnsTickets(...many(699), ticket('Leaking tap', { location: millRoad })));
    const queries = watchQueries();
    const { user } = renderWithProviders(<MaintenanceScreen user={admin} />);
    await screen.findByText('Ticket 1');
    fireEvent.change(search(), { target: { value: ' mILL' } });
    expect(screen.getByText('Ticket 1')).toBeVisible();
    expect(screen.getByRole('region', { name: 'To Acknowledge' })).toHaveAttribute('aria-busy', 'true');
    expect(await screen.findByText('Leaking tap')).toBeVisible();
    const asked = queries.filter(({ status }) => status === 'incoming').map(({ q }) => q);
    expect(asked).toEqual([undefined, 'mILL']);
    expect(cards('To Acknowledge')).toHaveLength(1);
    expect(screen.getByText('Found: 1')).toHaveAttribute('aria-live', 'polite');
    await user.clear(search());
    expect(screen.getByText('Ticket 1')).toBeVisible();
  });

  it('shows the matches among what is loaded until the response arrives', async () => {
    api.use(...returnsTickets(...many(699)));
    renderWithProviders(<MaintenanceScreen user={admin} />);
    await screen.findByText('Ticket 1');
    fireEvent.change(search(), { target: { value: 'ticket 12' } });
    expect(screen.queryByText('Ticket 1')).not.toBeInTheDocument();
    expect(screen.getByText('Ticket 12')).toBeVisible();
    expect(screen.getByRole('region', { name: 'To Acknowledge' })).toHaveAttribute('aria-busy', 'true');
    expect(await screen.findByText('Ticket 120')).toBeVisible();
  });

  it('needs no request if the list is completely loaded', async () => {
    api.use(...returnsTickets(ticket('Leak'), ticket('Oven')));
    const { user } = renderWithProviders(<MaintenanceScreen user={admin} />);
    await screen.findByText('Leak');
    const queries = watchQueries();
    await user.type(search(), 'oven');
    expect(screen.queryByText('Leak')).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByText('Found: 1')).toBeInTheDocument());
    expect(queries).toEqual([]);
  });
});

describe('the Completed tab', () => {
  it('is counted at once and loaded when it is opened', async () => {
    api.use(...returnsTickets(...many(120, { status: 'solved' }), ticket('Leak')));
    const queries = watchQueries();
    const fetched = () => queries.filter(({ status }) => status === 'solved').length;
    const { user } = renderWithProviders(<MaintenanceScreen user={admin} />);
    await screen.findByText('Leak');
    const tab = screen.getByRole('tab', { name: 'Completed' });
    await waitFor(() => expect(tab).toHaveTextContent('Completed120'));
    expect(fetched()).toBe(0);
    await user.click(tab);
    await screen.findByText('Ticket 1');
    expect(fetched()).toBeGreaterThan(0);
    // Three cards of at least 300 px stand side by side in 1,000 px.
    expect(screen.getByText('Ticket 3').closest('[data-index]')).toHaveAttribute('data-index', '0');
    expect(screen.getByText('Ticket 4').closest('[data-index]')).toHaveAttribute('data-index', '1');
  });
});

it('can choose a location that is not loaded yet', async () => {
  const locations = Array.from({ length: 300 }, (_, at) => ({
    id: crypto.randomUUID(),
    name: `Store ${at + 1}`,
  }));
  api.use(
    http.get('*/api/locations', ({ request }) => {
      const { searchParams } = new URL(request.url);
      const found = locations.filter(({ name }) => name.includes(searchParams.get('q') ?? ''));
      const response = found.slice(0, 50).map((location) => ({ ...location, city: '', storeNumber: '' }));
      const link = { link: '</api/locations?cursor=next>; rel="next"' };
      return HttpResponse.json(response, { headers: found.length > 50 ? link : {} });
    }),
  );
  const { user } = renderWithProviders(<MaintenanceScreen user={admin} />);
  await user.click(screen.getByRole('button', { name: 'New' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Add Ticket' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create Maintenance Ticket' });
  const location = within(dialog).getByRole('combobox', { name: 'Location' });
  await user.click(location);
  fireEvent.change(location, { target: { value: 'Store 277' } });
  await user.click(await screen.findByRole('option', { name: 'Store 277' }));
  expect(location.parentElement).toHaveTextContent('Store 277');
});
