import { SearchOutlined } from '@mainstay/ui/core';
import { Input } from '@mainstay/ui/forms';
import { startTransition, useState } from 'react';

/**
 * The search of a screen. A letter is painted when it is typed; `onSearch` is a transition, so that drawing what was
 * found never keeps the next letter waiting.
 * @param label what it is called, and what it shows while it is empty.
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
