import { createEquipmentRequest as limits } from '@mainstay/svc-core/limits';
import { fieldRules } from '@mainstay/web-kit';
import { SearchSelect } from '@mainstay/web-kit/forms';
import { type Store } from '../api/core.ts';
import { strings } from '../strings.ts';
import { locationsQuery, matchesLocation } from './locations.queries.ts';
import { storeOptions } from './store-options.ts';

/** The form field `locationId`. @param current the store that the edited equipment has */
export function StoreField({
  current,
  onChoose,
}: {
  current: Store | undefined;
  onChoose: ((store: Store) => void) | undefined;
}) {
  return (
    <SearchSelect
      name="locationId"
      label={strings.fields.locationId}
      rules={fieldRules(limits.locationId, strings.fields.locationId)}
      queryOf={locationsQuery}
      matches={matchesLocation}
      optionsOf={(items, isFiltered) => storeOptions(items, current, isFiltered)}
      texts={{
        placeholder: strings.storePlaceholder,
        loading: strings.loading,
        none: strings.noStores,
        failed: strings.storesFailed,
      }}
      onChoose={onChoose}
    />
  );
}
