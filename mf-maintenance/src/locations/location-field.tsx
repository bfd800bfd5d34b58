import { anyContains, entityQueries, type FieldLimits, fieldRules, type Listed } from '@mainstay/web-kit';
import { type SearchOf, SearchSelect } from '@mainstay/web-kit/fields';
import { useReducer, useState } from 'react';
import { core, type CoreSchemas } from '../api/core.ts';
import { strings } from '../strings.ts';
import { fieldStrings } from '../field-strings.ts';

type Location = CoreSchemas['LocationResponse'];
/** A location to choose; without the time zone where another service's response has none. */
export type LocationChoice = CoreSchemas['LocationName'] & { timezone?: string };

const locationsQuery = entityQueries('/api/locations').lists((sent: Listed<object>) =>
  core.GET('/api/locations', sent),
)({});

const matches = ({ name, city, storeNumber }: Location, text: string) =>
  anyContains([name, city, storeNumber], text);

/** The locations visible to the user, to choose from. */
export const locationSearch: SearchOf<Location, LocationChoice> = {
  queryOf: locationsQuery,
  matches,
  labelOf: ({ name }) => name,
  texts: {
    placeholder: fieldStrings.locationPlaceholder,
    loading: strings.loading,
    none: fieldStrings.noLocations,
    failed: fieldStrings.locationsFailed,
  },
};

/**
 * The form field `locationId`.
 * @param current the location that an edited entity has
 */
export function LocationField({
  limits,
  current,
  onChoose,
}: {
  limits: FieldLimits;
  current: LocationChoice | undefined;
  onChoose?: ((location: LocationChoice) => void) | undefined;
}) {
  return (
    <SearchSelect<Location, LocationChoice>
      {...locationSearch}
      name="locationId"
      label={fieldStrings.location}
      rules={fieldRules(limits, fieldStrings.location)}
      current={current}
      onChoose={onChoose}
    />
  );
}

/** Collects the locations that a dialog meets: their names for two edits that conflict, and their time zones. */
export function useLocations(...known: LocationChoice[]) {
  const [met] = useState(() => new Map<unknown, LocationChoice>(known.map((each) => [each.id, each])));
  const [, showMet] = useReducer((count: number) => count + 1, 0);
  return {
    add: (location: LocationChoice) => {
      met.set(location.id, location);
      showMet();
    },
    nameOf: (id: unknown) => met.get(id)?.name,
    zoneOf: (id: unknown) => met.get(id)?.timezone,
  };
}
