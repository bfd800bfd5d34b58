import { Select } from '@mainstay/ui/forms';
import { useSearchedList } from '@mainstay/web-kit';
import { useState } from 'react';
import { strings } from '../strings.ts';
import { locationsQuery, matchesLocation, type Store } from './locations.queries.ts';

/**
 * Selects one store, or none for all. Long lists are searched on the server.
 * @param store the selected one; only its id is known until it is loaded
 */
export function StoreSelect({
  id,
  store,
  className,
  onChoose,
}: {
  id: string;
  store: Store | undefined;
  className?: string | undefined;
  onChoose: (locationId: string | undefined) => void;
}) {
  const [text, setText] = useState('');
  const stores = useSearchedList(locationsQuery, matchesLocation, text);
  const isLoading = stores.isPending || stores.isSearching;
  const nothing = stores.isFailed ? strings.filters.storesFailed : strings.filters.noStores;
  const isMissing = store && text === '' && !stores.items.some((each) => each.id === store.id);
  const shown: readonly Store[] = isMissing ? [store, ...stores.items] : stores.items;
  return (
    <Select
      id={id}
      className={className}
      showSearch={{ filterOption: false, onSearch: setText }}
      allowClear
      loading={isLoading}
      placeholder={strings.filters.allStores}
      notFoundContent={isLoading ? strings.filters.loadingStores : nothing}
      options={shown.map(({ id: value, name, storeNumber }) => ({
        value,
        label: strings.storeOption(name, storeNumber),
      }))}
      value={store?.id}
      onChange={(chosen: string | undefined) => onChoose(chosen)}
      onPopupScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        if (stores.hasMore && scrollHeight - scrollTop < 2 * clientHeight) stores.loadMore();
      }}
    />
  );
}
