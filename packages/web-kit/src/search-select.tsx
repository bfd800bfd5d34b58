import { Form, Select } from '@mainstay/ui/forms';
import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type PagedQuery } from './paged-list.ts';
import { useSearchedList } from './searched-list.ts';

interface SearchSelectProps<Item> {
  name: string;
  label: string;
  rules?: ComponentProps<typeof Form.Item>['rules'];
  queryOf: (q: string | undefined) => PagedQuery<Item>;
  /** The server's rule for what a search text matches. */
  matches: (item: Item, text: string) => boolean;
  /** The options for the loaded items. `isFiltered` while a search text is entered. */
  optionsOf: (items: readonly Item[], isFiltered: boolean) => { value: string; label: string }[];
  texts: { placeholder: string; loading: string; none: string; failed: string };
  onChoose?: ((item: Item) => void) | undefined;
}

/**
 * A form field that selects one item of a list. Long lists are searched on the server and loaded page by page, up to
 * the item
 * that the form has from elsewhere.
 */
export function SearchSelect<Item extends { id: string }>({
  name,
  label,
  rules = [],
  queryOf,
  matches,
  optionsOf,
  texts,
  onChoose,
}: SearchSelectProps<Item>) {
  const [text, setText] = useState('');
  const { items, isPending, isSearching, isFailed, hasMore, loadMore } = useSearchedList(
    queryOf,
    matches,
    text,
  );
  const isLoading = isPending || isSearching;
  const chosenId: unknown = Form.useWatch(name);
  const known = useRef<unknown>(undefined);
  const meet = useEffectEvent(() => {
    if (chosenId === undefined || chosenId === known.current || text !== '') return;
    const item = items.find(({ id }) => id === chosenId);
    if (item) {
      known.current = item.id;
      onChoose?.(item);
    } else if (!optionsOf(items, false).some(({ value }) => value === chosenId)) loadMore();
  });
  useEffect(() => meet(), [chosenId, items]);
  return (
    <Form.Item
      name={name}
      label={label}
      rules={rules}
      {...(isFailed && { validateStatus: 'error', help: texts.failed })}
    >
      <Select
        showSearch={{ filterOption: false, onSearch: setText }}
        loading={isLoading}
        placeholder={texts.placeholder}
        notFoundContent={isLoading ? texts.loading : texts.none}
        options={optionsOf(items, text !== '')}
        onChange={(chosen: string) => {
          const item = items.find(({ id }) => id === chosen);
          known.current = chosen;
          if (item) onChoose?.(item);
        }}
        onPopupScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          if (hasMore && scrollHeight - scrollTop < 2 * clientHeight) loadMore();
        }}
      />
    </Form.Item>
  );
}
