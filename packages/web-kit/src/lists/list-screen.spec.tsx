import { expect, it, jest } from '@jest/globals';
import { useQueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { addressOf, anyContains, pagedQuery, useSearchedList } from '@mainstay/web-kit';
import { ConfirmDialog } from '@mainstay/web-kit/forms';
import {
  fakeApi,
  fakeListEnd,
  problem,
  renderWithProviders,
  returns,
  returnsPages,
} from '../testing/index.ts';
import { ListScreen, useFilters, useOpened, useSearchPlace } from './index.ts';

interface Thing {
  name: string;
}
const fryer = { name: 'Fryer' };
const oven = { name: 'Oven' };
const api = fakeApi(returns('/api/things', [fryer, oven]));

const texts = {
  title: 'Things',
  subtitle: 'All of them',
  search: 'Search things...',
  add: 'Add thing',
  loadFailed: 'The things could not be loaded.',
  found: (count: number, isAtLeast: boolean) => `${count}${isAtLeast ? '+' : ''} found`,
};

const thingsQuery = (q?: string) =>
  pagedQuery(['/api/things'], { q }, async (query) => {
    const response = await fetch(addressOf(['/api/things', query]));
    if (!response.ok) throw new Error('failed');
    return { data: (await response.json()) as Thing[], response };
  });
const matches = ({ name }: Thing, text: string) => anyContains([name], text);

function Things({ onAdd, onClosed }: { onAdd?: () => void; onClosed?: () => void }) {
  const { text, q, narrowing } = useFilters({});
  const list = useSearchedList(thingsQuery, matches, text);
  const opened = useOpened<Thing, 'delete'>();
  const search = useSearchPlace();
  const client = useQueryClient();
  return (
    <>
      <ListScreen
        texts={texts}
        list={list}
        exported={{ path: '/api/things', filter: { q } }}
        narrowing={narrowing}
        searchPlace={search}
        onAdd={onAdd}
        loading={<p>Loading...</p>}
        empty={{ title: 'No things', canAdd: !narrowing.isNarrowed }}
      >
        {list.items.map((thing) => (
          <button key={thing.name} onClick={() => opened.show(thing, 'delete')}>
            {thing.name}
          </button>
        ))}
      </ListScreen>
      {opened.thing ? (
        <ConfirmDialog
          {...opened.dialog('delete')}
          title={`Delete ${opened.thing.name}`}
          prompt="Sure?"
          subject={opened.thing.name}
          onConfirm={async () => {
            api.use(returns('/api/things', []));
            await client.invalidateQueries({ queryKey: ['/api/things'] });
            opened.dialog('delete').onClose();
          }}
          afterClose={() => {
            onClosed?.();
            search.keepFocus();
          }}
        />
      ) : null}
    </>
  );
}

it('shows that it loads, and then the items with their file', async () => {
  renderWithProviders(<Things />);
  expect(screen.getByText('Loading...').parentElement).toHaveAttribute('aria-busy', 'true');
  expect(await screen.findByRole('button', { name: 'Oven' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Things');
  expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute('href', '/api/things?format=csv');
  expect(screen.queryByRole('button', { name: 'Add thing' })).not.toBeInTheDocument();
});

it('says if it cannot be loaded, and loads on Retry', async () => {
  api.use(http.get('*/api/things', () => problem(503, 'Later.'), { once: true }));
  const { user } = renderWithProviders(<Things />);
  expect(await screen.findByText(texts.loadFailed)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: 'Oven' })).toBeVisible();
});

it('offers to add where there is nothing, but not where a search finds nothing', async () => {
  api.use(returns('/api/things', []));
  const add = jest.fn();
  const { user } = renderWithProviders(<Things onAdd={add} />);
  expect(await screen.findByText('No things')).toBeVisible();
  const buttons = screen.getAllByRole('button', { name: 'Add thing' });
  expect(buttons).toHaveLength(2);
  for (const button of buttons) await user.click(button);
  expect(add).toHaveBeenCalledTimes(2);
  await user.type(screen.getByRole('searchbox'), 'x');
  expect(screen.getAllByRole('button', { name: 'Add thing' })).toHaveLength(1);
});

it('tells how many there are, the file has the same, and everything is back at one press', async () => {
  const { user } = renderWithProviders(<Things />);
  expect(await screen.findByText('2 found')).toHaveAttribute('aria-live', 'polite');
  expect(screen.queryByRole('button', { name: 'Clear filters' })).not.toBeInTheDocument();
  const search = screen.getByRole('searchbox', { name: 'Search things...' });
  await user.type(search, 'fry');
  expect(screen.getByText('1 found')).toBeVisible();
  const link = screen.getByRole('link', { name: 'Export CSV' });
  expect(link).toHaveAttribute('href', '/api/things?q=fry&format=csv');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(screen.getByText('2 found')).toBeVisible();
  expect(search).toHaveProperty('value', '');
  expect(search).toHaveFocus();
});

it('loads more near the end, and offers to try again if that fails', async () => {
  const reachEnd = fakeListEnd();
  api.use(returnsPages('/api/things', [[fryer], [oven]]));
  const { user } = renderWithProviders(<Things />);
  await screen.findByRole('button', { name: 'Fryer' });
  api.use(http.get('*/api/things', () => HttpResponse.error(), { once: true }));
  reachEnd();
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: 'Oven' })).toBeVisible();
});

it('keeps what a dialog is about while it closes, and then gives the focus to the search', async () => {
  const closed = jest.fn();
  const { user } = renderWithProviders(<Things onClosed={closed} />);
  await user.click(await screen.findByRole('button', { name: 'Oven' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete Oven' });
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole('searchbox')).toHaveFocus());
  expect(closed).toHaveBeenCalledTimes(1);
});
