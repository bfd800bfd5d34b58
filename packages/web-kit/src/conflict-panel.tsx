import { Alert } from '@mainstay/ui/core';
import { type ComponentRef, useEffect, useId, useRef } from 'react';
import styles from './conflict-panel.module.css';
import { type FieldConflict, type FieldValues, isSame } from './edit-conflict.ts';
import { formStrings } from './form-strings.ts';

/** How to label fields and format values where two versions are compared. */
export interface FieldWords {
  /** Labels by field name. */
  labels: Readonly<Record<string, string>>;
  /** Formats a value; undefined shows it as text. */
  show?: (name: string, value: unknown) => string | undefined;
}

/** Lists what another user changed since the form was opened, with a choice where both changed a field. */
export function ConflictPanel({
  conflicts,
  values,
  words,
  onChoose,
}: {
  conflicts: readonly FieldConflict[];
  values: FieldValues;
  words: FieldWords;
  onChoose: (name: string, value: unknown) => void;
}) {
  const panel = useRef<ComponentRef<typeof Alert>>(null);
  // The button that was pressed may be far below.
  useEffect(() => {
    // Newer browsers return a promise, which is no cleanup.
    panel.current?.nativeElement.scrollIntoView({ block: 'nearest' });
  }, [conflicts]);
  const isChoice = conflicts.some(({ yours }) => yours);
  return (
    <Alert
      ref={panel}
      className={styles['panel'] ?? ''}
      type="warning"
      role="group"
      title={
        <strong role="alert">
          {formStrings.stale} {isChoice ? formStrings.staleChoose : formStrings.staleSaveAgain}
        </strong>
      }
      description={
        <div className={styles['changes']}>
          {conflicts.map(({ name, theirs, yours }) => {
            const label = words.labels[name] ?? name;
            const text = (value: unknown) =>
              words.show?.(name, value) ??
              (typeof value === 'string' && value !== '' ? value : formStrings.empty);
            if (!yours) return <p key={name}>{formStrings.nowReads(label, text(theirs))}</p>;
            const isTheirs = isSame(values[name], theirs);
            return (
              <SideChoice
                key={name}
                label={label}
                theirs={theirs}
                // Includes what is typed after the conflict appeared.
                yours={isTheirs ? yours.value : values[name]}
                isTheirs={isTheirs}
                text={text}
                onChoose={(value) => onChoose(name, value)}
              />
            );
          })}
        </div>
      }
    />
  );
}

/**
 * A field that both changed.
 * @param text formats a value
 */
function SideChoice({
  label,
  theirs,
  yours,
  isTheirs,
  text,
  onChoose,
}: {
  label: string;
  theirs: unknown;
  yours: unknown;
  isTheirs: boolean;
  text: (value: unknown) => string;
  onChoose: (value: unknown) => void;
}) {
  const id = useId();
  return (
    <fieldset className={styles['field']}>
      <legend className={styles['label']}>{label}</legend>
      {[
        { side: formStrings.yours, value: yours, checked: !isTheirs },
        { side: formStrings.theirs, value: theirs, checked: isTheirs },
      ].map(({ side, value, checked }) => (
        <label key={side} className={styles['choice']}>
          <input type="radio" name={id} checked={checked} onChange={() => onChoose(value)} />
          <span className={styles['side']}>{side}</span>
          <span className={styles['value']}>{text(value)}</span>
        </label>
      ))}
    </fieldset>
  );
}
