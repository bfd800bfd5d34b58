import { chips, type ChosenChips } from '../cards/board-filter.ts';
import { strings } from '../strings.ts';
import styles from './filter-chips.module.css';

/** The chips above the board; of each parameter one can be pressed, and pressing it again releases it. */
export function FilterChips({
  pressed,
  onChange,
}: {
  pressed: ChosenChips;
  onChange: (chosen: ChosenChips) => void;
}) {
  const group = (name: keyof ChosenChips) => (
    <div className={styles.chips} role="group" aria-label={strings.fields[name]}>
      {chips[name].map((chip) => (
        <button
          key={chip}
          type="button"
          className={styles.chip}
          aria-pressed={chip === pressed[name]}
          onClick={() => onChange({ [name]: chip === pressed[name] ? undefined : chip })}
        >
          {strings.filter.name[chip]}
        </button>
      ))}
    </div>
  );
  return (
    <div className={styles.chips}>
      {group('assignedTo')}
      {group('priority')}
    </div>
  );
}
