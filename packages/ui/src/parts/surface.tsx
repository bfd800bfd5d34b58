import { type HTMLAttributes } from 'react';
import styles from './surface.module.css';

/** A card. `interactive` lifts it on hover. */
export function Surface({
  as: Element = 'div',
  interactive = false,
  className,
  ...rest
}: HTMLAttributes<HTMLElement> & { as?: 'div' | 'section' | 'article' | 'li'; interactive?: boolean }) {
  return (
    <Element
      className={[styles['surface'], className].filter(Boolean).join(' ')}
      data-interactive={interactive || undefined}
      {...rest}
    />
  );
}
