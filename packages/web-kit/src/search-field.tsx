import { SearchOutlined } from '@mainstay/ui/core';
import { Input } from '@mainstay/ui/forms';
import { startTransition, useState } from 'react';

/**
 * A search field. Typing renders at once; `onSearch` runs in a transition, so that rendering results never delays the
 * next letter.
 * @param label the accessible name and placeholder
 */
export function SearchField({
  label,
  className,
  onSearch,
}: {
  label: string;
  className?: string;
  onSearch: (text: string) => void;
}) {
  const [text, setText] = useState('');
  return (
    <Input
      {...(className !== undefined && { className })}
      type="search"
      aria-label={label}
      placeholder={label}
      prefix={<SearchOutlined />}
      value={text}
      onChange={({ target: { value } }) => {
        setText(value);
        startTransition(() => onSearch(value));
      }}
    />
  );
}
