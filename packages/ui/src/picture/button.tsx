import { type ButtonHTMLAttributes, type ReactNode } from 'react';

type Look = 'default' | 'primary' | 'text';
const looks: Readonly<Record<Look, string>> = {
  default: 'ant-btn-default ant-btn-color-default ant-btn-variant-outlined',
  primary: 'ant-btn-primary ant-btn-color-primary ant-btn-variant-solid',
  text: 'ant-btn-text ant-btn-color-default ant-btn-variant-text',
};

/** Texts have elements of their own, those side by side one together. */
function inElements([first, second, ...more]: ReactNode[]): ReactNode {
  if (typeof first === 'string' && typeof second === 'string') return inElements([first + second, ...more]);
  const element = typeof first === 'string' ? <span>{first}</span> : first;
  return [element, ...(second === undefined ? [] : [inElements([second, ...more])])];
}

/** antd's button in a picture. */
export default function Button({
  type = 'default',
  shape,
  size,
  icon,
  className,
  children,
}: Pick<ButtonHTMLAttributes<HTMLElement>, 'className'> & {
  type?: Look;
  shape?: 'round';
  size?: 'small';
  icon?: ReactNode;
  children?: ReactNode;
}) {
  const look = [
    shape && 'ant-btn-round',
    looks[type],
    size && 'ant-btn-sm',
    !children && 'ant-btn-icon-only',
  ];
  const classes = ['ant-btn ms', ...look, className];
  return (
    <button type="button" className={classes.filter(Boolean).join(' ')}>
      {icon ? <span className="ant-btn-icon">{icon}</span> : null}
      {inElements([children].flat())}
    </button>
  );
}
