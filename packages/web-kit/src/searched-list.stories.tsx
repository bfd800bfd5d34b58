import { Button, EmptyState, SkeletonCard, Surface, WarningOutlined } from '@mainstay/ui/base';
import { SearchOutlined } from '@mainstay/ui/core';
import { type Meta, type Story } from '@mainstay/ui/stories';
import { within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useCallback, useState } from 'react';
import { EndMarker } from './end-marker.tsx';
import { byPage, type Page } from './paged-list.ts';
import { SearchField } from './search-field.tsx';
import { anyContains, useSearchedList } from './searched-list.ts';

export default {
  title: 'Web-kit/Searched list',
  component: SearchField,
  subcomponents: { EndMarker },
} satisfies Meta;

type LoadPage = (cursor: string | undefined, q: string | undefined) => Promise<Page<string>>;

const never = () => new Promise<never>(() => undefined);
const nothing = (): Page<string> => ({ items: [], total: 0, next: undefined });
const matches = (item: string, text: string) => anyContains([item], text);

/** A list of stores as the screens build theirs. @param name tells its queries from those of the other stories. */
function Stores({ name, load }: { name: string; load: LoadPage }) {
  const [search, setSearch] = useState('');
  const query = useCallback(
    (q: string | undefined) => ({
      ...byPage,
      queryKey: ['/stories/stores', name, { q }],
      queryFn: ({ pageParam }: { pageParam: string | undefined }) => load(pageParam, q),
    }),
    [name, load],
  );
  const list = useSearchedList(query, matches, search);
  return (
    <>
      <SearchField label={`Search stores (${name})`} onSearch={setSearch} />
      <div
        aria-busy={list.isPending || list.isSearching}
        style={{ display: 'grid', gap: 12, paddingTop: 12 }}
      >
        {contentOf(list, search)}
      </div>
    </>
  );
}

function contentOf(list: ReturnType<typeof useSearchedList<string>>, search: string): ReactNode {
  const retry = <Button onClick={list.isMoreFailed ? list.loadMore : list.retry}>Retry</Button>;
  if (list.isFailed) {
    return <EmptyState icon={<WarningOutlined />} title="The stores could not be loaded" action={retry} />;
  }
  if (list.isPending) return <SkeletonCard />;
  if (list.items.length === 0 && !list.isSearching) {
    return <EmptyState icon={<SearchOutlined />} title={search ? 'No store found' : 'No stores yet'} />;
  }
  return (
    <>
      {list.items.map((item) => (
        <Surface key={item} style={{ padding: 16 }}>
          {item}
        </Surface>
      ))}
      {list.hasMore && !list.isMoreFailed ? (
        <>
          <SkeletonCard lines={1} />
          <EndMarker onMore={list.loadMore} />
        </>
      ) : null}
      {list.isMoreFailed ? <EmptyState title="More could not be loaded" action={retry} /> : null}
    </>
  );
}

const two = (next?: string): Page<string> => ({
  items: ['Store 41, Springfield', 'Store 42, Shelbyville'],
  total: 40,
  next,
});

const search = async (canvas: HTMLElement, text: string) =>
  userEvent.type(within(canvas).getByRole('searchbox'), text, { delay: null });

export const Loading: Story = { render: () => <Stores name="loading" load={never} /> };

export const Empty: Story = {
  render: () => <Stores name="empty" load={() => Promise.resolve(nothing())} />,
};

export const Failed: Story = {
  render: () => <Stores name="failed" load={() => Promise.reject(new TypeError('Failed to fetch'))} />,
};

export const Loaded: Story = { render: () => <Stores name="loaded" load={() => Promise.resolve(two())} /> };

export const NothingFound: Story = {
  render: () => <Stores name="nothing found" load={() => Promise.resolve(two())} />,
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText(/Shelbyville/);
    await search(canvasElement, 'Atlantis');
    await within(canvasElement).findByText('No store found');
  },
};

export const Searching: Story = {
  render: () => (
    <Stores name="searching" load={(cursor, q) => (q || cursor ? never() : Promise.resolve(two('more')))} />
  ),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText(/Shelbyville/);
    await search(canvasElement, 'ville');
  },
};

export const LoadingMore: Story = {
  render: () => (
    <Stores name="loading more" load={(cursor) => (cursor ? never() : Promise.resolve(two('more')))} />
  ),
};

export const MoreFailed: Story = {
  render: () => (
    <Stores
      name="more failed"
      load={(cursor) =>
        cursor ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(two('more'))
      }
    />
  ),
  play: async ({ canvasElement }) => {
    canvasElement.scrollIntoView({ block: 'end' });
    await within(canvasElement).findByText('More could not be loaded');
  },
};
