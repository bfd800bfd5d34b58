import { anyContains, type FieldLimits, fieldRules, pagedQuery, SearchSelect } from '@mainstay/web-kit';
import { useState } from 'react';
import { core, type CoreSchemas } from '../api/core.ts';
import { strings } from '../strings.ts';

type Location = CoreSchemas['LocationResponse'];
type LocationName = CoreSchemas['LocationName'];

const path = '/api/locations';

const locationsQuery = (q: string | undefined) =>
  pagedQuery([path], { q }, (query, signal) => core.GET(path, { params: { query }, signal }));

const matches = ({ name, city, storeNumber }: Location, text: string) =>
  anyContains([name, city, storeNumber], text);

/** The form field `locationId`. @param current the location that an edited entity has */
export function LocationField({
  limits,
  current,
  onChoose,
}: {
  limits: FieldLimits;
  current: LocationName | undefined;
  onChoose?: ((location: LocationName) => void) | undefined;
}) {
  return (
    <SearchSelect
      name="locationId"
      label={strings.fields.location}
      rules={fieldRules(limits, strings.fields.location)}
      queryOf={locationsQuery}
      matches={matches}
      optionsOf={(items, isFiltered) => {
        // The current location may be on a page that is not loaded yet.
        const isMissing = current && !isFiltered && !items.some(({ id }) => id === current.id);
        return (isMissing ? [current, ...items] : items).map(({ id, name }) => ({ value: id, label: name }));
      }}
      texts={{
        placeholder: strings.fields.locationPlaceholder,
        loading: strings.loading,
        none: strings.fields.noLocations,
        failed: strings.fields.locationsFailed,
      }}
      onChoose={onChoose}
    />
  );
}

/** Collects the names of locations that an edit dialog meets, to show them when two edits conflict. */
export function useLocationNames() {
  const [names] = useState(() => new Map<unknown, string>());
  return {
    add: ({ id, name }: LocationName) => void names.set(id, name),
    nameOf: (id: unknown) => names.get(id),
  };
}
