import { useLocation } from '@mainstay/ui/router';
import { problem, renderWithProviders } from '@mainstay/web-kit/testing';
import { expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { ada, admin, dana, maintenanceApi, manager, returnsTickets, ticket } from '../../test/fixtures.ts';
import { MaintenanceScreen } from '../screen/maintenance-screen.tsx';
import { type View } from './views.queries.ts';

const api = maintenanceApi();
const view = (name: string, given: Partial<View> = {}): View => ({
  id: crypto.randomUUID(),
  name,
  screen: 'tickets',
  query: 'q=oven&priority=high',
  shared: false,
  ownerId: dana.id,
  version: 2,
  ...given,
});

const Address = () => <output data-testid="address">{useLocation().search}</output>;
const address = () => screen.getByTestId('address').textContent;

/** The Views menu, open, of a user with these views, and what is sent. */
async function openMenu(
  views: View[],
  {
    user: person = admin,
    path = '/tickets',
    isDown = false,
  }: Partial<{ user: typeof admin | typeof manager; path: string; isDown: boolean }> = {},
) {
  const sent: unknown[] = [];
  let now = views;
  const note = async ({ request, params }: { request: Request; params: Record<string, unknown> }) => {
    const text = await request.text();
    sent.push([
      request.method,
      params['id'],
      text === '' ? request.headers.get('if-match') : JSON.parse(text),
    ]);
    if (request.method === 'DELETE') now = now.filter(({ id }) => id !== params['id']);
    return request.method === 'DELETE'
      ? new HttpResponse(null, { status: 204 })
      : HttpResponse.json(views[0] ?? {}, { headers: { etag: '"1"' } });
  };
  api.use(
    ...returnsTickets(ticket('Oven', { priority: 'high' })),
    ...(isDown ? [http.get('*/api/views', () => problem(503, 'Later.'), { once: true })] : []),
    http.get('*/api/views', () => HttpResponse.json(now)),
    http.post('*/api/views', note),
    http.patch('*/api/views/:id', note),
    http.delete('*/api/views/:id', note),
  );
  const { user } = renderWithProviders(
    <>
      <Address />
      <MaintenanceScreen user={person} />
    </>,
    { path },
  );
  const open = () => user.click(screen.getByRole('button', { name: 'Views' }));
  await open();
  const choose = async (name: string) => user.click(await screen.findByRole('menuitem', { name }));
  return { user, sent, open, choose };
}

it('shows what the address says: a view replaces all of it, and names nothing of itself', async () => {
  const mine = view('Urgent ovens');
  const { choose } = await openMenu(
    [mine, view('Of all', { ownerId: ada.id, shared: true, query: 'tab=completed' })],
    {
      path: '/tickets?assignedTo=me&due=overdue',
    },
  );
  await screen.findByRole('menuitem', { name: 'Of all' });
  expect(screen.getAllByRole('menuitem').map((each) => each.textContent)).toEqual([
    'Save this view',
    'Urgent ovens',
    'Of all',
    'Manage',
  ]);
  await choose('Urgent ovens');
  expect(address()).toBe('?q=oven&priority=high');
  expect(screen.getByRole('searchbox')).toHaveValue('oven');
  expect(screen.getByRole('button', { name: 'High' })).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByRole('button', { name: 'Mine' })).toHaveAttribute('aria-pressed', 'false');
});

it('saves what is shown, with what was typed just now, but no open ticket', async () => {
  const { user, sent, open, choose } = await openMenu([], { path: '/tickets?priority=high' });
  await user.keyboard('{Escape}');
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'oven' } });
  await open();
  await choose('Save this view');
  const form = await screen.findByRole('dialog', { name: 'Save this view' });
  await user.type(within(form).getByLabelText('Name'), 'Urgent');
  await user.click(within(form).getByRole('switch', { name: 'Shared with everybody' }));
  await user.click(within(form).getByRole('button', { name: /^Save/ }));
  expect(await screen.findByText('View saved successfully')).toBeVisible();
  const body = { name: 'Urgent', shared: true, screen: 'tickets', query: 'q=oven&priority=high' };
  expect(sent).toEqual([['POST', undefined, body]]);
});

it('says at the field that a name is taken; only administrators share', async () => {
  const { user, choose } = await openMenu([], { user: manager });
  const taken = 'A view with this name exists already.';
  api.use(http.post('*/api/views', () => problem(409, taken, { name: [taken] })));
  await choose('Save this view');
  const form = await screen.findByRole('dialog', { name: 'Save this view' });
  expect(within(form).queryByRole('switch')).not.toBeInTheDocument();
  await user.type(within(form).getByLabelText('Name'), 'Urgent{Enter}');
  expect(await within(form).findByText(taken)).toBeVisible();
});

it('renames and deletes in Manage', async () => {
  const mine = view('Mine');
  const { user, sent, choose } = await openMenu([mine]);
  await choose('Manage');
  await user.click(await screen.findByRole('button', { name: 'Edit Mine' }));
  const name = await screen.findByLabelText('Name');
  await user.clear(name);
  await user.type(name, 'All of mine{Enter}');
  await waitFor(() => expect(sent).toEqual([['PATCH', mine.id, { name: 'All of mine' }]]));
  await waitFor(() => expect(screen.queryByLabelText('Name')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Delete Mine' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('No views yet')).toBeVisible();
  expect(sent).toHaveLength(2);
});

it('lets managers change their own views alone, and none that is shared', async () => {
  const views = [
    view('Mine', { ownerId: ada.id }),
    view('Mine for all', { ownerId: ada.id, shared: true }),
    view('Of all', { shared: true }),
  ];
  const { choose } = await openMenu(views, { user: manager });
  await choose('Manage');
  const rows = within(await screen.findByRole('list', { name: 'Views' })).getAllByRole('listitem');
  expect(rows.map((row) => [row.textContent, within(row).queryAllByRole('button').length])).toEqual([
    ['Mine', 2],
    ['Mine for allShared', 0],
    ['Of allShared', 0],
  ]);
});

it('says that the views could not be loaded, and loads them the next time it is opened', async () => {
  const { user, open } = await openMenu([view('Mine')], { isDown: true });
  await screen.findByText('The views could not be loaded.');
  await user.keyboard('{Escape}');
  await open();
  expect(await screen.findByRole('menuitem', { name: 'Mine' })).toBeVisible();
});
