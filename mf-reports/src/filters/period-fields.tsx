import { Button } from '@mainstay/ui/base';
import { Input } from '@mainstay/ui/forms';
import { useId, useState } from 'react';
import { isPeriod, presets } from '../api/period.ts';
import { type Period } from '../api/report-types.ts';
import { strings } from '../strings.ts';
import styles from './filters.module.css';

const names = ['days30', 'days90', 'months12'] as const;

/** The first and the last day, and periods that end today. `onTyped` is called while a day is typed, `onChoose` for a whole period. */
export function PeriodFields({
  period,
  today,
  onTyped,
  onChoose,
}: {
  period: Period;
  today: string;
  onTyped: (period: Period) => void;
  onChoose: (period: Period) => void;
}) {
  const id = useId();
  /** What the fields show while it is no period, as when a year is half typed; undefined: the period. */
  const [draft, setDraft] = useState<Period>();
  const [isLeft, setLeft] = useState(true);
  const shown = draft ?? period;
  const isWrong = draft !== undefined && isLeft;
  const field = (name: 'from' | 'to') => (
    <label className={styles.field}>
      <span>{strings.filters[name]}</span>
      <Input
        type="date"
        value={shown[name]}
        {...(isWrong && { status: 'error', 'aria-invalid': true, 'aria-describedby': id })}
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
        onChange={({ target: { value } }) => {
          const next = { ...shown, [name]: value };
          setDraft(isPeriod(next) ? undefined : next);
          if (isPeriod(next)) onTyped(next);
        }}
      />
    </label>
  );
  return (
    <>
      {field('from')}
      {field('to')}
      <div className={styles.presets}>
        {names.map((name) => {
          const preset = presets[name](today);
          const isChosen = preset.from === period.from && preset.to === period.to;
          return (
            <Button
              key={name}
              aria-pressed={isChosen}
              type={isChosen ? 'primary' : 'default'}
              onClick={() => {
                setDraft(undefined);
                onChoose(preset);
              }}
            >
              {strings.filters.presets[name]}
            </Button>
          );
        })}
      </div>
      <p id={id} className={styles.problem} role="status">
        {isWrong ? strings.filters.noPeriod : ''}
      </p>
    </>
  );
}
