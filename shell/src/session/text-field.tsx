import { type ComponentProps, useId } from 'react';
import { strings } from '../strings.ts';
import styles from './sign-in-form.module.css';

/**
 * A labelled input. `problem` is an error message that screen readers announce with it. A text longer than
 * `maxLength` stays, and cannot be sent.
 */
export function TextField({
  label,
  hint,
  problem: given,
  maxLength,
  value,
  ...input
}: ComponentProps<'input'> & { label: string; hint?: string; problem?: string | undefined; value: string }) {
  const id = useId();
  const isTooLong = maxLength !== undefined && value.length > maxLength;
  const problem = isTooLong ? strings.tooLong(value.length, maxLength) : given;
  const note = problem ?? hint;
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        ref={(element) =>
          element?.setCustomValidity(isTooLong ? strings.tooLong(value.length, maxLength) : '')
        }
        id={id}
        value={value}
        aria-invalid={problem ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
      />
      {note ? (
        <p id={`${id}-note`} className={styles['note']} data-problem={problem ? true : undefined}>
          {note}
        </p>
      ) : null}
    </div>
  );
}
