import { type AssigneeFilter } from '../cards/assignee-filter.ts';
import { strings } from '../strings.ts';
import styles from './assignee-chips.module.css';

const filters: readonly AssigneeFilter[] = ['me', 'none'];

/** The chips above the board, of which one can be pressed; pressing it again releases it. */
export function AssigneeChips({
  pressed,
  onChange,
}: {
  pressed: AssigneeFilter | undefined;
  onChange: (filter: AssigneeFilter | undefined) => void;
}) {
  return (
    <div className={styles.chips} role="group" aria-label={strings.filter.label}>
      {filters.map((filter) => (
        <button
          key={filter}
          type="button"
          className={styles.chip}
          aria-pressed={filter === pressed}
          onClick={() => onChange(filter === pressed ? undefined : filter)}
        >
          {strings.filter.name[filter]}
        </button>
      ))}
    </div>
  );
}
