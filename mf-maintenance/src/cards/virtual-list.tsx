import { SkeletonCard } from '@mainstay/ui/base';
import {
  type FocusEvent,
  type ReactNode,
  startTransition,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { EndMarker, RetryButton, type SearchedList } from '@mainstay/web-kit';
import {
  type CustomContainerComponentProps,
  type CustomItemComponentProps,
  Virtualizer,
  type VirtualizerHandle,
} from 'virtua';
import { strings } from '../strings.ts';
import styles from './virtual-list.module.css';

const GAP = 12;
/** Of a card with two lines of description, and the gap below it. */
const ESTIMATED_HEIGHT = 150;
/** Pixels rendered beyond the visible ones, for Tab and fast scrolling: about five rows. */
const BUFFER = 5 * ESTIMATED_HEIGHT;
/** Rows rendered before the height of the list is known. */
const FIRST_ROWS = 8;
/** Lists up to this length are rendered in full once they are shown, for the browser's find-in-page. */
const SHORT = 60;
/** Longer than the first paint takes. */
const LATER_MS = 1000;
/** The next page is requested this many rows before the end of the loaded ones. */
const ROWS_AHEAD = 30;

/**
 * A scrolling list of cards that renders only the visible ones, the focused one and those with `keptIds`.
 * @param minCardWidth shows as many cards per row as fit; without it, one
 * @param isInPage the page scrolls, not the list; then cards are rendered as they come near, and stay
 */
export function VirtualList<Item extends { id: string }>({
  label,
  list,
  minCardWidth,
  isInPage = false,
  keptIds,
  className,
  children: card,
}: {
  label: string;
  list: Pick<SearchedList<Item>, 'items' | 'total' | 'hasMore' | 'isMoreFailed' | 'loadMore'>;
  minCardWidth?: number;
  isInPage?: boolean;
  keptIds: readonly (string | undefined)[];
  className?: string;
  /** Use a memoized component, or scrolling rerenders every card. */
  children: (item: Item) => ReactNode;
}) {
  const { items, total = items.length, hasMore, isMoreFailed, loadMore } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const columns = useColumns(scroller, minCardWidth);
  const [focusedId, setFocusedId] = useState<string>();
  const rows = useMemo(
    () =>
      Array.from({ length: Math.ceil(items.length / columns) }, (_, row) =>
        items.slice(row * columns, (row + 1) * columns),
      ),
    [items, columns],
  );
  const ids = new Set([...keptIds, focusedId]);
  const isShown = useIsLater();
  const isKept = (row: Item[]) => (isShown && total <= SHORT) || row.some(({ id }) => ids.has(id));
  const kept = rows.flatMap((row, index) => (isKept(row) ? [index] : []));
  const [limit, setLimit] = useState(FIRST_ROWS);
  /** The number of rows in a page. */
  const last = Math.max(limit, (kept.at(-1) ?? 0) + 1);

  const virtualizer = useRef<VirtualizerHandle>(null);
  const lastInSight = () => {
    if (isInPage || !virtualizer.current) return last;
    const { scrollOffset, viewportSize } = virtualizer.current;
    return virtualizer.current.findItemIndex(scrollOffset + viewportSize);
  };
  const loadMoreNearEnd = () => {
    if (hasMore && !isMoreFailed && lastInSight() + ROWS_AHEAD >= rows.length) loadMore();
  };
  useEffect(loadMoreNearEnd);

  const rowOf = (row: Item[], index: number) => (
    <div
      // A row with other cards gets another key.
      key={`${columns} ${row[0]?.id ?? index}`}
      className={styles.row}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {row.map((item, at) => (
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
  );
  return (
    <div
      ref={scroller}
      className={[styles.scroller, className].filter(Boolean).join(' ')}
      data-in-page={isInPage || undefined}
      data-of={total}
      onFocus={(event: FocusEvent) =>
        setFocusedId(event.target.closest('[data-card]')?.getAttribute('data-card') ?? undefined)
      }
      onBlur={() => setFocusedId(undefined)}
    >
      <div role="list" aria-label={label}>
        {isInPage ? (
          rows.slice(0, last).map((row, index) => (
            <div key={index} data-index={index}>
              {rowOf(row, index)}
            </div>
          ))
        ) : (
          <Virtualizer
            ref={virtualizer}
            scrollRef={scroller}
            data={rows}
            as={Rows}
            item={Row}
            itemSize={ESTIMATED_HEIGHT}
            bufferSize={BUFFER}
            ssrCount={FIRST_ROWS}
            keepMounted={kept}
            onScroll={loadMoreNearEnd}
          >
            {rowOf}
          </Virtualizer>
        )}
      </div>
      {isInPage && last < rows.length ? <EndMarker onMore={() => setLimit(last + FIRST_ROWS)} /> : null}
      {hasMore && isMoreFailed ? (
        <p className={styles.failed} role="alert">
          {strings.page.moreFailed} <RetryButton onRetry={loadMore} />
        </p>
      ) : null}
      {hasMore && !isMoreFailed ? <SkeletonCard badges={2} /> : null}
    </div>
  );
}

/** Accepts clicks while it scrolls, which the library would prevent. */
function Rows({ style, ref, children }: CustomContainerComponentProps) {
  return (
    <div ref={ref} style={{ ...style, pointerEvents: undefined }}>
      {children}
    </div>
  );
}

/** A measured row, in the order of the list among its siblings. */
function Row({ index, style, ref, children }: CustomItemComponentProps) {
  return (
    <div ref={ref} data-index={index} style={style}>
      {children}
    </div>
  );
}

/** Whether the list has been shown for a while. */
function useIsLater(): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setLater(true)), LATER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLater;
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
