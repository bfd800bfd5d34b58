import { SearchOutlined } from '@mainstay/ui/core';
import { Input } from '@mainstay/ui/forms';
import { startTransition, useState } from 'react';

/** A search that does not come from the field, for example from the address. A new key replaces what was typed. */
export interface GivenSearch {
  text: string;
  key: string;
}

/**
 * A search field. Typing renders at once; `onSearch` runs in a transition, so that rendering results never delays the
 * next letter.
 * @param label the accessible name and placeholder
 */
export function SearchField({
  label,
  className,
  given,
  onSearch,
}: {
  label: string;
  className?: string;
  given?: GivenSearch;
  onSearch: (text: string) => void;
}) {
  const [text, setText] = useState(given?.text ?? '');
  const [shownKey, setShownKey] = useState(given?.key);
  if (given && given.key !== shownKey) {
    setShownKey(given.key);
    setText(given.text);
  }
  return (
    <Input
      {...(className !== undefined && { className })}
      type="search"
      aria-label={label}
      aria-keyshortcuts="/"
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
