import { useId } from 'react';
import styles from './conflict-panel.module.css';
import { type FieldConflict, type FieldValues, isSame } from './edit-conflict.ts';
import { strings } from './strings.ts';

/** How an edited thing's fields are named and shown where two versions of them are compared. */
export interface FieldWords {
  /** The fields' labels by name. */
  labels: Readonly<Record<string, string>>;
  /** A value in words, where it is not text already. */
  show?: (name: string, value: unknown) => string | undefined;
}

/** What somebody else changed since the form was opened, field by field, with a choice where both did. */
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
  const id = useId();
  const text = (name: string, value: unknown) =>
    words.show?.(name, value) ?? (typeof value === 'string' && value !== '' ? value : strings.empty);
  const label = (name: string) => words.labels[name] ?? name;
  const isChoice = conflicts.some(({ yours }) => yours);
  return (
    <div className={styles['panel']}>
      <p className={styles['title']} role="alert">
        {strings.stale} {isChoice ? strings.staleChoose : strings.staleSaveAgain}
      </p>
      {conflicts.map(({ name, theirs, yours }) => {
        if (!yours) return <p key={name}>{strings.nowReads(label(name), text(name, theirs))}</p>;
        const isTheirs = isSame(values[name], theirs);
        // What is typed after the conflict is yours too.
        const own = isTheirs ? yours.value : values[name];
        return (
          <fieldset key={name} className={styles['field']}>
            <legend className={styles['label']}>{label(name)}</legend>
            {[
              { side: strings.yours, value: own, checked: !isTheirs },
              { side: strings.theirs, value: theirs, checked: isTheirs },
            ].map(({ side, value, checked }) => (
              <label key={side} className={styles['choice']}>
                <input
                  type="radio"
                  name={`${id}-${name}`}
                  checked={checked}
                  onChange={() => onChoose(name, value)}
                />
                <span className={styles['side']}>{side}</span>
                <span className={styles['value']}>{text(name, value)}</span>
              </label>
            ))}
          </fieldset>
        );
      })}
    </div>
  );
}
