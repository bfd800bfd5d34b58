import styles from './search-result.module.css';
import { type SearchedList } from '@mainstay/web-kit';
import { strings } from './strings.ts';

/** Tells those who do not see the cards how many a search found. */
export function SearchResult({
  search,
  list: { isPending, isSearching, total, isAtLeast },
}: {
  search: string;
  list: Pick<SearchedList<unknown>, 'isPending' | 'isSearching' | 'total' | 'isAtLeast'>;
}) {
  const isKnown = search.trim() !== '' && !isPending && !isSearching && total !== undefined;
  return (
    <p className={styles.unseen} aria-live="polite">
      {isKnown ? strings.page.found(strings.page.count(total, isAtLeast)) : ''}
    </p>
  );
}
