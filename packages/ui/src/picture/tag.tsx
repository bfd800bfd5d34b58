import { type ReactNode } from 'react';

/** antd's tag in a picture. */
export default function Tag({
  variant,
  color,
  className,
  children,
  ...attributes
}: {
  variant: string;
  color?: string;
  className: string;
  children: ReactNode;
}) {
  const classes = ['ant-tag', `ant-tag-${variant}`, color && `ant-tag-${color}`, className, 'ms'];
  return (
    <span {...attributes} className={classes.filter(Boolean).join(' ')}>
      {children}
    </span>
  );
}
