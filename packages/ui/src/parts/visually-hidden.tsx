import { type HTMLAttributes } from 'react';
import styles from './visually-hidden.module.css';

/** Text for screen readers only. */
export function VisuallyHidden({
  as: Element = 'p',
  ...rest
}: HTMLAttributes<HTMLElement> & { as?: 'p' | 'span' | 'h2' }) {
  return <Element {...rest} className={styles['hidden']} />;
}
