import { Form, Select } from '@mainstay/ui/forms';
import {
  byPage,
  type FieldLimits,
  fieldRules,
  pageAt,
  type PagedQuery,
  pageOf,
  useSearchedList,
} from '@mainstay/web-kit';
import { useState } from 'react';
import { core, type CoreSchemas } from './api/core.ts';
import { strings } from './strings.ts';

type Location = CoreSchemas['LocationResponse'];
type LocationName = CoreSchemas['LocationName'];

/** A Select's options from a map of value to label. */
export const labelledOptions = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const path = '/api/locations';

const locationsQuery = (q: string | undefined): PagedQuery<Location> => ({
  ...byPage,
  queryKey: [path, { q, ...pageAt(undefined) }],
  queryFn: ({ pageParam, signal }) =>
    pageOf(core.GET(path, { params: { query: { q, ...pageAt(pageParam) } }, signal })),
});

/** The server's rule for what a text finds. */
const finds = ({ name, city, storeNumber }: Location, text: string) =>
  [name, city, storeNumber].some((part) => part.toLowerCase().includes(text.toLowerCase()));

/**
 * The form field `locationId`: one of the locations the user may see, found by the server when there are many.
 * @param current the one it has, when it has one
 */
export function LocationField({
  limits,
  current,
  onChoose,
}: {
  limits: FieldLimits;
  current: LocationName | undefined;
  onChoose?: ((location: LocationName) => void) | undefined;
}) {
  const [text, setText] = useState('');
  const { items, isPending, isSearching, isFailed, hasMore, loadMore } = useSearchedList(
    locationsQuery,
    finds,
    text,
  );
  const options = items.map(({ id, name }) => ({ value: id, label: name }));
  if (current && text === '' && !items.some(({ id }) => id === current.id)) {
    options.unshift({ value: current.id, label: current.name });
  }
  return (
    <Form.Item
      name="locationId"
      label={strings.fields.location}
      rules={fieldRules(limits, strings.fields.location)}
      {...(isFailed && { validateStatus: 'error', help: strings.fields.locationsFailed })}
    >
      <Select
        showSearch={{ filterOption: false, onSearch: setText }}
        loading={isPending || isSearching}
        placeholder={strings.fields.locationPlaceholder}
        notFoundContent={isPending || isSearching ? strings.loading : strings.fields.noLocations}
        options={options}
        onChange={(chosen: string) => {
          const location = items.find(({ id }) => id === chosen);
          if (location) onChoose?.(location);
        }}
        onPopupScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          if (hasMore && scrollHeight - scrollTop < 2 * clientHeight) loadMore();
        }}
      />
    </Form.Item>
  );
}

/** The names of the locations that an edit is about, by their ids: `tell` it each one that is met. */
export function useLocationNames() {
  const [names] = useState(() => new Map<unknown, string>());
  return {
    tell: ({ id, name }: LocationName) => void names.set(id, name),
    nameOf: (id: unknown) => names.get(id),
  };
}
