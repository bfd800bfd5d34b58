import { Avatar, Badge, SkeletonCard } from '@mainstay/ui/base';
import { SearchOutlined } from '@mainstay/ui/core';
import { Select } from '@mainstay/ui/forms';
import { type Meta, type Story } from '@mainstay/ui/stories';
import { anyContains, byPage, type Page, useSearchedList } from '@mainstay/web-kit';
import { within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { useCallback } from 'react';
import { EndMarker } from '../end-marker.tsx';
import { SearchField } from '../search-field.tsx';
import {
  Figure,
  Figures,
  FilterBar,
  ListContents,
  ListScreen,
  ListTable,
  RowActions,
  useFilters,
} from './index.ts';

export default {
  title: 'Web-kit/List screen',
  component: ListScreen,
  subcomponents: { EndMarker, Figure, Figures, FilterBar, ListContents, ListTable, RowActions, SearchField },
} satisfies Meta;

type LoadPage = (cursor: string | undefined, q: string | undefined) => Promise<Page<string>>;

const nothingDone = () => undefined;
const never = () => new Promise<never>(() => undefined);
const matches = (item: string, text: string) => anyContains([item], text);

/** @param name tells its queries from those of the other stories */
function Stores({ name, load }: { name: string; load: LoadPage }) {
  const { text, q: searched, narrowing } = useFilters({ state: undefined });
  const query = useCallback(
    (q?: string) => ({
      ...byPage,
      queryKey: ['/stories/stores', name, { q }],
      queryFn: ({ pageParam }: { pageParam: string | undefined }) => load(pageParam, q),
    }),
    [name, load],
  );
  const list = useSearchedList(query, matches, text);
  return (
    <ListScreen
      texts={{
        title: 'Stores',
        subtitle: 'All of them',
        search: `Search stores (${name})`,
        add: 'Add store',
        loadFailed: 'The stores could not be loaded',
        found: (count) => `${count} found`,
      }}
      list={list}
      exported={{ path: '/stories/stores', filter: { q: searched } }}
      narrowing={narrowing}
      onAdd={() => undefined}
      filters={<Select aria-label={`State (${name})`} placeholder="All states" options={[]} />}
      loading={<SkeletonCard lines={6} />}
      empty={{
        icon: <SearchOutlined />,
        title: narrowing.isNarrowed ? 'No store found' : 'No stores yet',
        canAdd: !narrowing.isNarrowed,
      }}
    >
      <ListTable
        label={name}
        rows={list.items.map((item) => ({ id: item }))}
        title="Store"
        nameOf={({ id }) => id}
        pictureOf={() => <Avatar size={36}>S</Avatar>}
        below={() => 'manager-of-the-store@sandwich.example'}
        columns={[
          { title: 'State', width: '20%', render: () => <Badge variant="secondary">Open</Badge> },
          { title: 'Equipment', width: '20%', render: () => '11 pieces' },
        ]}
        brief={() => ['Open', '11 pieces', 'manager-of-the-store@sandwich.example']}
        actionsTitle="Actions"
        actionsOf={() => [
          { name: 'Find', icon: <SearchOutlined />, isFrequent: true, onClick: nothingDone },
          { name: 'Close', danger: true, onClick: nothingDone },
        ]}
        onOpen={nothingDone}
      />
    </ListScreen>
  );
}

const two = (next?: string): Page<string> => ({
  items: ['Store 41, Springfield', 'Store 42, Shelbyville'],
  total: 40,
  next,
});
const nothing: Page<string> = { items: [], total: 0, next: undefined };
const failure = () => Promise.reject(new TypeError('Failed to fetch'));

const search = async (canvas: HTMLElement, text: string) => {
  await within(canvas).findByText(/Shelbyville/);
  await userEvent.type(within(canvas).getByRole('searchbox'), text, { delay: null });
};

/** At the top of what there is to read about one of them. */
export const OfOne: Story = {
  render: () => (
    <Figures>
      <Figure label="Open tickets" of={{ data: 3, isError: false }} to="/tickets" />
      <Figure label="Costs" of={{ data: '$840.00', isError: false }} />
      <Figure label="Overdue" of={{ data: undefined, isError: true }} />
    </Figures>
  ),
};

export const Loading: Story = { render: () => <Stores name="loading" load={never} /> };

export const Empty: Story = { render: () => <Stores name="empty" load={() => Promise.resolve(nothing)} /> };

export const Failed: Story = { render: () => <Stores name="failed" load={failure} /> };

export const Loaded: Story = { render: () => <Stores name="loaded" load={() => Promise.resolve(two())} /> };

export const NothingFound: Story = {
  render: () => <Stores name="nothing found" load={() => Promise.resolve(two())} />,
  play: async ({ canvasElement }) => {
    await search(canvasElement, 'Atlantis');
    await within(canvasElement).findByText('No store found');
  },
};

export const Searching: Story = {
  render: () => (
    <Stores name="searching" load={(cursor, q) => (q || cursor ? never() : Promise.resolve(two('more')))} />
  ),
  play: ({ canvasElement }) => search(canvasElement, 'ville'),
};

export const MoreFailed: Story = {
  render: () => (
    <Stores name="more failed" load={(cursor) => (cursor ? failure() : Promise.resolve(two('more')))} />
  ),
  play: async ({ canvasElement }) => {
    canvasElement.scrollIntoView({ block: 'end' });
    await within(canvasElement).findByText('The stores could not be loaded');
  },
};
