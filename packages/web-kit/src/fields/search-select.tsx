import { Form, Select } from '@mainstay/ui/forms';
import { type PagedQuery, useSearchedList } from '@mainstay/web-kit';
import { type ComponentProps, type UIEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

interface SearchedItem {
  id: string;
}

export interface SearchOf<Item extends SearchedItem, Current extends SearchedItem = Item> {
  queryOf: (q?: string) => PagedQuery<Item>;
  /** The server's rule for what a search text matches. */
  matches: (item: Item, text: string) => boolean;
  labelOf: (item: Item | Current) => string;
  /** The one that is selected from the start, which may not be loaded yet. */
  current?: Current | undefined;
  /** Whether an item cannot be chosen. */
  isHidden?: (item: Item) => boolean;
  texts: { placeholder: string; loading: string; none: string; failed: string };
}

/** A list that is searched on the server and loaded page by page, and the props of the select for it. */
function useSearchSelect<Item extends SearchedItem, Current extends SearchedItem>({
  queryOf,
  matches,
  labelOf,
  current,
  isHidden = () => false,
  texts,
}: SearchOf<Item, Current>) {
  const [text, setText] = useState('');
  const list = useSearchedList(queryOf, matches, text);
  const { items, isPending, isSearching, isFailed, hasMore, loadMore } = list;
  const isLoading = isPending || isSearching;
  const isMissing = current && text === '' && !items.some(({ id }) => id === current.id);
  const shown = items.filter((item) => !isHidden(item));
  const nothing = isFailed ? texts.failed : texts.none;
  const select = {
    showSearch: { filterOption: false, onSearch: setText },
    loading: isLoading,
    placeholder: texts.placeholder,
    notFoundContent: isLoading ? texts.loading : nothing,
    options: (isMissing ? [current, ...shown] : shown).map((item) => ({
      value: item.id,
      label: labelOf(item),
    })),
    onPopupScroll: ({
      currentTarget: { scrollTop, scrollHeight, clientHeight },
    }: UIEvent<HTMLDivElement>) => {
      if (hasMore && scrollHeight - scrollTop < 2 * clientHeight) loadMore();
    },
  };
  return { list, isSearched: text !== '', select };
}

/** Selects one item outside a form, or none if it can be cleared. `onChoose` gets the item if it is loaded. */
export function ItemSelect<Item extends SearchedItem, Current extends SearchedItem = Item>({
  searchOf,
  onChoose,
  ...select
}: Pick<ComponentProps<typeof Select>, 'id' | 'className' | 'allowClear' | 'aria-label' | 'disabled'> & {
  searchOf: SearchOf<Item, Current>;
  onChoose: (id: string | undefined, item: Item | Current | undefined) => void;
}) {
  const { list, select: searched } = useSearchSelect(searchOf);
  const { current } = searchOf;
  return (
    <Select
      {...select}
      {...searched}
      value={current?.id ?? null}
      onChange={(id: string | undefined) =>
        onChoose(id, id === current?.id ? current : list.items.find((item) => item.id === id))
      }
    />
  );
}

/**
 * A form field that selects one item of a list. Long lists are searched on the server and loaded page by page, up to
 * the item that the form has from elsewhere.
 */
export function SearchSelect<Item extends SearchedItem, Current extends SearchedItem = Item>({
  name,
  label,
  rules = [],
  onChoose,
  ...searchOf
}: SearchOf<Item, Current> & {
  name: string;
  label: string;
  rules?: ComponentProps<typeof Form.Item>['rules'];
  onChoose?: ((item: Item) => void) | undefined;
}) {
  const {
    list: { items, isFailed, loadMore },
    isSearched,
    select,
  } = useSearchSelect(searchOf);
  const chosenId: unknown = Form.useWatch(name);
  const known = useRef<unknown>(undefined);
  const meet = useEffectEvent(() => {
    if (chosenId === undefined || chosenId === known.current || isSearched) return;
    const item = items.find(({ id }) => id === chosenId);
    if (item) {
      known.current = item.id;
      onChoose?.(item);
    } else if (chosenId !== searchOf.current?.id) loadMore();
  });
  useEffect(() => meet(), [chosenId, items]);
  return (
    <Form.Item
      name={name}
      label={label}
      rules={rules}
      {...(isFailed && { validateStatus: 'error', help: searchOf.texts.failed })}
    >
      <Select
        {...select}
        onChange={(chosen: string) => {
          const item = items.find(({ id }) => id === chosen);
          known.current = chosen;
          if (item) onChoose?.(item);
        }}
      />
    </Form.Item>
  );
}
