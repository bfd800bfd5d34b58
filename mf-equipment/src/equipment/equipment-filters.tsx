import { Select } from '@mainstay/ui/forms';
import { ItemSelect, labelledOptions } from '@mainstay/web-kit/fields';
import { type Store } from '../api/core.ts';
import { stores } from '../locations/stores.ts';
import { strings } from '../strings.ts';
import { type EquipmentFilter } from './equipment.queries.ts';

/** The store that is filtered by, and the other filters. */
export interface Filters extends Omit<EquipmentFilter, 'locationId'> {
  store: Store | undefined;
}

export const noFilters: Filters = { store: undefined, category: undefined, status: undefined };

/** Three selects, each of which can be cleared. */
export function EquipmentFilters({
  filters: { store, category, status },
  onChange,
}: {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
}) {
  return (
    <>
      <ItemSelect
        aria-label={strings.filter.store}
        searchOf={{
          ...stores,
          texts: { ...stores.texts, placeholder: strings.all.store },
          current: store,
        }}
        allowClear
        onChoose={(_id, chosen) => onChange({ store: chosen })}
      />
      <Select
        aria-label={strings.filter.category}
        placeholder={strings.all.category}
        allowClear
        options={labelledOptions(strings.category)}
        value={category}
        onChange={(chosen: Filters['category']) => onChange({ category: chosen })}
      />
      <Select
        aria-label={strings.filter.status}
        placeholder={strings.all.status}
        allowClear
        options={labelledOptions(strings.status)}
        value={status}
        onChange={(chosen: Filters['status']) => onChange({ status: chosen })}
      />
    </>
  );
}
