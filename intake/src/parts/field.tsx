import { type ReactNode } from 'react';
import classes from './field.module.css';

interface Props {
  id: string;
  label: string;
  /** The word for a field that may stay empty. */
  optional?: string | undefined;
  hint?: string | undefined;
  error?: string | undefined;
  children: ReactNode;
}

/** The ids that describe a field with this id, for its `aria-describedby`. */
export const describedBy = (id: string): string => `${id}-hint ${id}-error`;

/** A label, its field, a hint and what is wrong with it. */
export function Field({ id, label, optional, hint, error, children }: Props) {
  return (
    <div className={classes['field']}>
      <label htmlFor={id}>
        {label}
        {optional !== undefined && <small> ({optional})</small>}
      </label>
      {children}
      <small id={`${id}-hint`} hidden={hint === undefined}>
        {hint}
      </small>
      <FieldError id={id} error={error} />
    </div>
  );
}

/** What is wrong with the field with this id. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <p id={`${id}-error`} className={classes['error']} hidden={error === undefined}>
      {error}
    </p>
  );
}
