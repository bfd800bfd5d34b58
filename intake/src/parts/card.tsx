import { type ReactNode } from 'react';
import classes from './card.module.css';

interface Props {
  /** What it is about: a fault, something good, or something to know. */
  tone?: 'plain' | 'danger' | 'success' | 'warning';
  /** Read to screen readers when it appears. */
  role?: 'alert' | 'status';
  children: ReactNode;
}

/** A surface with a part of the page on it. */
export function Card({ tone = 'plain', role, children }: Props) {
  return (
    <div className={classes['card']} data-tone={tone} role={role}>
      {children}
    </div>
  );
}
