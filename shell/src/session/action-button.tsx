import { type ComponentProps } from 'react';
import styles from './sign-in-form.module.css';

/**
 * The sign-in screen's button. `pending` turns a ring in it and ignores further presses; the name and the focus
 * stay. These few fields are built on the browser's own, so that signing in needs none of antd.
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
