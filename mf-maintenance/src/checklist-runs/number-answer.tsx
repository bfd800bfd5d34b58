import { Input } from '@mainstay/ui/forms';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { type ChecklistStep } from '../checklists/checklists.queries.ts';
import { runStrings as strings } from './run-strings.ts';
import styles from './step-row.module.css';

const NUMBER = /^-?\d{1,9}([.,]\d{0,4})?$/;

/** The number that was typed; undefined for anything else. */
function numberOf(text: string): number | undefined {
  const typed = text.trim();
  return NUMBER.test(typed) ? Number(typed.replace(',', '.')) : undefined;
}

/**
 * What was measured. It is the answer once the field is left, with Enter, or when the page is hidden: a phone that goes
 * to sleep leaves no field.
 */
export function NumberAnswer({
  step: { unit, min, max },
  value,
  textId,
  isDone,
  onAnswer,
}: {
  step: ChecklistStep;
  value: number | null;
  textId: string;
  isDone: boolean;
  onAnswer: (value: number) => void;
}) {
  const hintId = useId();
  const [typed, setTyped] = useState<string>();
  const text = typed ?? (value === null ? '' : String(value));
  const isWrong = text.trim() !== '' && numberOf(text) === undefined;
  const commit = () => {
    const number = numberOf(text);
    if (typed === undefined || number === undefined) return;
    setTyped(undefined);
    if (number !== value) onAnswer(number);
  };
  const commitHidden = useEffectEvent(() => {
    if (document.visibilityState === 'hidden') commit();
  });
  useEffect(() => {
    document.addEventListener('visibilitychange', commitHidden);
    return () => document.removeEventListener('visibilitychange', commitHidden);
  }, []);
  const hint = isWrong
    ? strings.notANumber
    : min === null && max === null
      ? undefined
      : strings.range(min, max, unit === null ? '' : ` ${unit}`);
  return (
    <span className={styles.number}>
      <Input
        className={styles.control}
        // The keypad for decimals has no minus on some phones.
        inputMode={min !== null && min >= 0 ? 'decimal' : 'text'}
        autoComplete="off"
        suffix={unit}
        disabled={isDone}
        aria-labelledby={textId}
        aria-describedby={hint === undefined ? undefined : hintId}
        aria-invalid={isWrong}
        value={text}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={commit}
        onPressEnter={commit}
      />
      {hint === undefined ? null : (
        <span id={hintId} className={styles.hint} role={isWrong ? 'alert' : undefined}>
          {hint}
        </span>
      )}
    </span>
  );
}
