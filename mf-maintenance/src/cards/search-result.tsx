import { VisuallyHidden } from '@mainstay/ui/base';
import { type SearchedList } from '@mainstay/web-kit';
import { strings } from '../strings.ts';

/** Announces the number of search results to screen readers. */
export function SearchResult({
  search,
  list: { isPending, isSearching, total, isAtLeast },
}: {
  search: string;
  list: Pick<SearchedList<unknown>, 'isPending' | 'isSearching' | 'total' | 'isAtLeast'>;
}) {
  const isKnown = search.trim() !== '' && !isPending && !isSearching && total !== undefined;
  return (
    <VisuallyHidden aria-live="polite">
      {isKnown ? strings.page.found(strings.page.count(total, isAtLeast)) : ''}
    </VisuallyHidden>
  );
}
