import { type HTMLAttributes, type Ref } from 'react';
import styles from './filter-bar.module.css';

/** The search and the filters of a screen, in as many rows as they need. */
export function FilterBar(bar: HTMLAttributes<HTMLDivElement> & { ref?: Ref<HTMLDivElement> | undefined }) {
  return <div className={styles['bar']} {...bar} />;
}
