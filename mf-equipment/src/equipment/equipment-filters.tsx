import { Select } from '@mainstay/ui/forms';
import { ItemSelect, labelledOptions } from '@mainstay/web-kit/fields';
import { type Store } from '../api/core.ts';
import { stores } from '../locations/stores.ts';
import { strings } from '../strings.ts';
import styles from './equipment-filters.module.css';
import { type EquipmentFilter } from './equipment.queries.ts';

/** The store that is filtered by, and the other filters. */
export interface Filters extends Omit<EquipmentFilter, 'locationId'> {
  store: Store | undefined;
}

export const noFilters: Filters = { store: undefined, category: undefined, status: undefined };

/** Three selects, each of which can be cleared. */
export function EquipmentFilters({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (filters: Filters) => void;
}) {
  return (
    <div className={styles.filters} role="group" aria-label={strings.filters}>
      <ItemSelect
        className={styles.filter}
        aria-label={strings.filter.store}
        searchOf={{
          ...stores,
          texts: { ...stores.texts, placeholder: strings.all.store },
          current: filters.store,
        }}
        allowClear
        onChoose={(_id, store) => onChange({ ...filters, store })}
      />
      <Select
        className={styles.filter}
        aria-label={strings.filter.category}
        placeholder={strings.all.category}
        allowClear
        options={labelledOptions(strings.category)}
        value={filters.category}
        onChange={(category: Filters['category']) => onChange({ ...filters, category })}
      />
      <Select
        className={styles.filter}
        aria-label={strings.filter.status}
        placeholder={strings.all.status}
        allowClear
        options={labelledOptions(strings.status)}
        value={filters.status}
        onChange={(status: Filters['status']) => onChange({ ...filters, status })}
      />
    </div>
  );
}
