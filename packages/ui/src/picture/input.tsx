import { type ReactNode } from 'react';

/** antd's input in a picture, as a search field has it. */
export default function Input({
  className,
  prefix,
  placeholder,
}: {
  className?: string;
  prefix: ReactNode;
  placeholder: string;
}) {
  return (
    <span className={`ant-input-affix-wrapper ant-input-outlined ms ant-input-css-var ${className}`}>
      <span className="ant-input-prefix">{prefix}</span>
      <input type="search" className="ant-input" placeholder={placeholder} />
    </span>
  );
}
