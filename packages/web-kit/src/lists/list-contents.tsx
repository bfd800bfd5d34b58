import { EmptyState } from '@mainstay/ui/base';
import { ListEnd, LoadFailed, type SearchedList } from '@mainstay/web-kit';
import { type ComponentProps, type ReactNode } from 'react';

export interface ListContentsProps<Item> {
  list: SearchedList<Item>;
  /** Says that the list, or more of it, could not be loaded. */
  problem: string;
  /** Shown while the list is loaded for the first time; else the children say so. */
  loading?: ReactNode;
  /** Shown if there is nothing; else the children say so. */
  empty?: ComponentProps<typeof EmptyState> | undefined;
  /** Whether there is nothing; by default, whether the list has no items. */
  isEmpty?: boolean;
  /** How many items there are in all, which a printed list says. */
  of?: string | undefined;
  /** The items, which may be results of the previous search. */
  children: ReactNode;
}

/** A list that is loaded page by page, with its end, or what stands in its place. */
export function ListContents<Item>({
  list,
  problem,
  loading,
  empty,
  isEmpty = list.items.length === 0,
  of,
  children,
}: ListContentsProps<Item>) {
  if (list.isPending && loading !== undefined) return <div aria-busy="true">{loading}</div>;
  if (list.isFailed) return <LoadFailed title={problem} onRetry={list.retry} />;
  if (empty && isEmpty && !list.isSearching) return <EmptyState {...empty} />;
  return (
    <>
      <div aria-busy={list.isSearching} data-of={of}>
        {children}
      </div>
      <ListEnd {...list} problem={problem} />
    </>
  );
}
