import { type ComponentProps } from 'react';
import styles from './sign-in-form.module.css';

/**
 * The button of the sign-in screen. `pending` shows a spinner and ignores clicks; name and focus stay. The sign-in form
 * uses native elements, so that the page loads without antd.
 */
export function ActionButton({
  pending = false,
  quiet = false,
  children,
  onClick,
  ...rest
}: ComponentProps<'button'> & { pending?: boolean; quiet?: boolean | undefined }) {
  return (
    <button
      type="button"
      {...rest}
      className={styles['button']}
      data-quiet={quiet || undefined}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
    >
      {pending ? <span className={styles['ring']} aria-hidden="true" /> : null}
      {children}
    </button>
  );
}
