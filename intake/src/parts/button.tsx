import { type ButtonHTMLAttributes } from 'react';
import classes from './button.module.css';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  isPrimary?: boolean;
}

/** A button of the public pages, large enough for a thumb. It is no `submit` unless it says so. */
export function Button({ isPrimary = false, type = 'button', ...rest }: Props) {
  return <button {...rest} type={type} className={classes[isPrimary ? 'primary' : 'secondary']} />;
}

/** The same for a link to another page. */
export function ButtonLink({ href, children }: { href: string; children: string }) {
  return (
    <a className={classes['primary']} href={href}>
      {children}
    </a>
  );
}
