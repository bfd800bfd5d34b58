import { Select } from '@mainstay/ui/forms';
import { useSearchedList } from '@mainstay/web-kit';
import { useState } from 'react';
import { type Store } from '../api/core.ts';
import { strings } from '../strings.ts';
import { locationsQuery, matchesLocation } from './locations.queries.ts';
import { storeOptions } from './store-options.ts';

/**
 * Selects one store outside a form. Long lists are searched on the server.
 * @param allowClear whether none can be selected again
 */
export function StoreSelect({
  label,
  placeholder,
  store,
  allowClear = false,
  className,
  onChoose,
}: {
  label: string;
  placeholder: string;
  store: Store | undefined;
  allowClear?: boolean;
  className?: string;
  onChoose: (store: Store | undefined) => void;
}) {
  const [text, setText] = useState('');
  const { items, isPending, isSearching, isFailed, hasMore, loadMore } = useSearchedList(
    locationsQuery,
    matchesLocation,
    text,
  );
  const isLoading = isPending || isSearching;
  const nothing = isFailed ? strings.storesFailed : strings.noStores;
  return (
    <Select
      {...(className !== undefined && { className })}
      aria-label={label}
      showSearch={{ filterOption: false, onSearch: setText }}
      allowClear={allowClear}
      loading={isLoading}
      placeholder={placeholder}
      notFoundContent={isLoading ? strings.loading : nothing}
      options={storeOptions(items, store, text !== '')}
      value={store?.id}
      onChange={(chosen: string | undefined) =>
        onChoose(chosen === store?.id ? store : items.find(({ id }) => id === chosen))
      }
      onPopupScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        if (hasMore && scrollHeight - scrollTop < 2 * clientHeight) loadMore();
      }}
    />
  );
}
