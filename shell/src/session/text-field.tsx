import { type ComponentProps, useId } from 'react';
import styles from './sign-in-form.module.css';

/** A labelled input. `problem` is an error message that screen readers announce with it. */
export function TextField({
  label,
  hint,
  problem,
  ...input
}: ComponentProps<'input'> & { label: string; hint?: string; problem?: string | undefined }) {
  const id = useId();
  const note = problem ?? hint;
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
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
