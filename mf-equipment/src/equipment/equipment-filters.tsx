import { Select } from '@mainstay/ui/forms';
import { type Store } from '../api/core.ts';
import { StoreSelect } from '../locations/store-select.tsx';
import { strings } from '../strings.ts';
import { categoryOptions, statusOptions } from './equipment-options.ts';
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
      <StoreSelect
        className={styles.filter}
        label={strings.filter.store}
        placeholder={strings.all.store}
        store={filters.store}
        allowClear
        onChoose={(store) => onChange({ ...filters, store })}
      />
      <Select
        className={styles.filter}
        aria-label={strings.filter.category}
        placeholder={strings.all.category}
        allowClear
        options={categoryOptions}
        value={filters.category}
        onChange={(category: Filters['category']) => onChange({ ...filters, category })}
      />
      <Select
        className={styles.filter}
        aria-label={strings.filter.status}
        placeholder={strings.all.status}
        allowClear
        options={statusOptions}
        value={filters.status}
        onChange={(status: Filters['status']) => onChange({ ...filters, status })}
      />
    </div>
  );
}
