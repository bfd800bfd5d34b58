import styles from './fields.module.css';

/** The label of a field that may stay empty. Its name, which screen readers say, stays the label alone. */
export function Optional({ label }: { label: string }) {
  return (
    <span className={styles.optional} data-after="(optional)">
      {label}
    </span>
  );
}
