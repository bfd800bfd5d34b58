import { Button } from '@mainstay/ui/base';
import { LOCALE } from '@mainstay/web-kit';
import { type Chip, chips, type ChosenChips } from '../cards/board-filter.ts';
import { filterStrings } from '../cards/filter-strings.ts';
import { LineIcon } from '../parts/line-icon.tsx';
import styles from './filter-chips.module.css';

/**
 * The chips above the board; of each parameter one can be pressed, and pressing it again releases it. Those of late
 * tickets are there while a response target is on; those of costs are for administrators; that of vendors is there while
 * one waits.
 */
export function FilterChips({
  pressed,
  due,
  isBoard,
  mayDecide,
  onChange,
}: {
  pressed: ChosenChips;
  /** How many tickets are late, and whether a response target is on; undefined while unknown. */
  due: { active: boolean; overdue: number; atRisk: number; vendorWaiting?: number } | undefined;
  /** Not the completed tickets, which are no longer late. */
  isBoard: boolean;
  /** Whether the user approves costs. */
  mayDecide: boolean;
  onChange: (chosen: ChosenChips) => void;
}) {
  const hasDue = isBoard && (pressed.due !== undefined || due?.active === true);
  const counts: Partial<Record<Chip, number | undefined>> = {
    overdue: due?.overdue,
    at_risk: due?.atRisk,
    waiting: due?.vendorWaiting,
  };
  // Nothing where no vendor waits; a svc-core of the version before has none.
  const hasVendors = isBoard && (pressed.vendorJob !== undefined || (due?.vendorWaiting ?? 0) > 0);
  const group = (name: keyof ChosenChips) => (
    <div role="group" aria-label={filterStrings.group[name]}>
      {chips[name].map((chip) => (
        <Button
          key={chip}
          shape="round"
          size="small"
          icon={chip === pressed[name] && <LineIcon path="M3 8.5l3.2 3L13 4.5" />}
          className={chip === pressed[name] ? styles.pressed : undefined}
          aria-pressed={chip === pressed[name]}
          onClick={() => onChange({ [name]: chip === pressed[name] ? undefined : chip })}
        >
          {filterStrings.name[chip]}
          {counts[chip] === undefined ? null : (
            <span className={styles.count}> {counts[chip].toLocaleString(LOCALE)}</span>
          )}
        </Button>
      ))}
    </div>
  );
  return (
    <div className={styles.row}>
      {group('assignedTo')}
      {group('priority')}
      {mayDecide || pressed.approval !== undefined ? group('approval') : null}
      {hasDue ? group('due') : null}
      {hasVendors ? group('vendorJob') : null}
    </div>
  );
}
