import { Button, SkeletonCard } from '@mainstay/ui/base';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type SearchedList } from '@mainstay/web-kit';
import { strings } from '../strings.ts';
import styles from './virtual-list.module.css';

const GAP = 12;
const ESTIMATED_HEIGHT = 150;
/** Rows rendered beyond the visible ones, for Tab and fast scrolling. */
const OVERSCAN = 5;
/** Lists up to this length are rendered in full, for the browser's find-in-page. */
const SHORT = 60;
/** The next page is requested this many rows before the end of the loaded ones. */
const ROWS_AHEAD = 30;

/**
 * A scrolling list of cards that renders only the visible ones, the focused one and those with `keptIds`.
 * @param minCardWidth shows as many cards per row as fit; without it, one
 */
export function VirtualList<Item extends { id: string }>({
  label,
  list,
  minCardWidth,
  keptIds,
  className,
  children: card,
}: {
  label: string;
  list: Pick<SearchedList<Item>, 'items' | 'total' | 'hasMore' | 'isMoreFailed' | 'loadMore'>;
  minCardWidth?: number;
  keptIds: readonly (string | undefined)[];
  className?: string;
  /** Use a memoized component, or scrolling rerenders every card. */
  children: (item: Item) => ReactNode;
}) {
  const { items, total = items.length, hasMore, isMoreFailed, loadMore } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const columns = useColumns(scroller, minCardWidth);
  const [focusedId, setFocusedId] = useState<string>();
  const rowCount = Math.ceil(items.length / columns);
  const kept = [...keptIds, focusedId]
    .map((id) => (id === undefined ? -1 : items.findIndex((item) => item.id === id)))
    .filter((index) => index >= 0)
    .map((index) => Math.floor(index / columns));

  const virtualizer = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATED_HEIGHT,
    // A row with other cards gets another key.
    getItemKey: (row) => `${columns} ${items[row * columns]?.id ?? row}`,
    overscan: total <= SHORT ? SHORT : OVERSCAN,
    gap: GAP,
    rangeExtractor: (range) => {
      const rows = new Set([...defaultRangeExtractor(range), ...kept.filter((row) => row < range.count)]);
      return [...rows].sort((a, b) => a - b);
    },
    useFlushSync: false,
    // Scrolling rerenders only when other rows become visible.
    directDomUpdates: true,
  });

  const rows = virtualizer.getVirtualItems();
  const lastInSight = virtualizer.range?.endIndex ?? 0;
  const wantsMore = hasMore && !isMoreFailed && lastInSight + ROWS_AHEAD >= rowCount;
  useEffect(() => {
    if (wantsMore) loadMore();
  });

  return (
    <div
      ref={scroller}
      className={[styles.scroller, className].filter(Boolean).join(' ')}
      onFocus={(event: FocusEvent) =>
        setFocusedId(event.target.closest('[data-card]')?.getAttribute('data-card') ?? undefined)
      }
      onBlur={() => setFocusedId(undefined)}
    >
      <div role="list" aria-label={label} className={styles.list} ref={virtualizer.containerRef}>
        {rows.map(({ key, index }) => (
          <div
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            role="presentation"
            className={styles.row}
            style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
          >
            {items.slice(index * columns, (index + 1) * columns).map((item, at) => (
              <div
                key={item.id}
                role="listitem"
                aria-posinset={index * columns + at + 1}
                aria-setsize={total}
                data-card={item.id}
              >
                {card(item)}
              </div>
            ))}
          </div>
        ))}
      </div>
      {hasMore ? (
        <div className={styles.more}>
          {isMoreFailed ? (
            <p className={styles.failed} role="alert">
              {strings.page.moreFailed} <Button onClick={loadMore}>{strings.page.retry}</Button>
            </p>
          ) : (
            <SkeletonCard badges={2} />
          )}
        </div>
      ) : null}
    </div>
  );
}

/** How many cards fit in a row, measured before the first paint. */
function useColumns(box: React.RefObject<HTMLElement | null>, minCardWidth: number | undefined): number {
  const [columns, setColumns] = useState(1);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || minCardWidth === undefined) return undefined;
    const count = () =>
      setColumns(Math.max(1, Math.floor((element.clientWidth + GAP) / (minCardWidth + GAP))));
    count();
    const observer = new ResizeObserver(count);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, minCardWidth]);
  return columns;
}
