import { Segmented } from '@mainstay/ui/core';
import { Input } from '@mainstay/ui/forms';
import { useId, useState } from 'react';
import { isPeriod, presets } from '../api/period.ts';
import { type Period } from '../api/report-types.ts';
import { strings } from '../strings.ts';
import styles from './filters.module.css';

const words = strings.filters;
const names = ['days30', 'days90', 'months12'] as const;
const choices = [...names, 'custom'] as const;

const presetOf = (period: Period, today: string) =>
  names.find((name) => {
    const { from, to } = presets[name](today);
    return from === period.from && to === period.to;
  }) ?? 'custom';

/**
 * Periods that end today, and behind them any first and last day. `onTyped` is called while a day is typed,
 * `onChoose` for a whole period.
 */
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
  const [isCustom, setCustom] = useState(false);
  const choice = isCustom ? 'custom' : presetOf(period, today);
  const shown = draft ?? period;
  const isWrong = draft !== undefined && isLeft;
  const field = (name: 'from' | 'to') => (
    <DayField
      label={words[name]}
      day={shown[name]}
      problemId={isWrong ? id : undefined}
      onLeft={setLeft}
      onTyped={(day) => {
        const next = { ...shown, [name]: day };
        setDraft(isPeriod(next) ? undefined : next);
        if (isPeriod(next)) onTyped(next);
      }}
    />
  );
  return (
    <>
      <Segmented
        aria-label={words.period}
        // Its buttons are reached by Tab, not the box around them.
        tabIndex={-1}
        options={choices.map((value) => ({ value, label: words.presets[value] }))}
        value={choice}
        onChange={(chosen) => {
          setDraft(undefined);
          setCustom(chosen === 'custom');
          if (chosen !== 'custom') onChoose(presets[chosen](today));
        }}
      />
      {choice === 'custom' ? (
        <div className={styles.days}>
          {field('from')}
          {field('to')}
        </div>
      ) : null}
      <p id={id} className={styles.problem} role="status">
        {isWrong ? words.noPeriod : ''}
      </p>
    </>
  );
}

/**
 * A day.
 * @param problemId what says that it is wrong
 * @param onLeft called with whether it has lost the focus
 */
function DayField({
  label,
  day,
  problemId,
  onLeft,
  onTyped,
}: {
  label: string;
  day: string;
  problemId: string | undefined;
  onLeft: (isLeft: boolean) => void;
  onTyped: (day: string) => void;
}) {
  return (
    <label className={styles.day}>
      {label}
      <Input
        type="date"
        value={day}
        {...(problemId !== undefined && {
          status: 'error',
          'aria-invalid': true,
          'aria-describedby': problemId,
        })}
        onFocus={() => onLeft(false)}
        onBlur={() => onLeft(true)}
        onChange={({ target: { value } }) => onTyped(value)}
      />
    </label>
  );
}
