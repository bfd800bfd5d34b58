import styles from './fields.module.css';
import { strings } from '../strings.ts';

/** The label of a field that may stay empty. Its name, which screen readers say, stays the label alone. */
export function Optional({ label }: { label: string }) {
  return (
    <span className={styles.optional} data-after={strings.optional}>
      {label}
    </span>
  );
}
