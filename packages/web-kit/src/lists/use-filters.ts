import { useState } from 'react';

/** What a list is narrowed by, as its {@link FilterBar} has it. */
export interface Narrowing {
  /** How many filters leave something out. */
  count: number;
  /** Whether a search or a filter leaves something out. */
  isNarrowed: boolean;
  onSearch: (text: string) => void;
  /** Shows everything again. */
  clear: () => void;
}

/**
 * The search and the filters of a list.
 * @param none the filters when they leave nothing out
 */
export function useFilters<Chosen extends object>(none: Chosen) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(none);
  const before = new Map<string, unknown>(Object.entries(none));
  const all: [string, unknown][] = Object.entries(chosen);
  const count = all.filter(([name, value]) => value !== before.get(name)).length;
  const q = text.trim() || undefined;
  const narrowing: Narrowing = {
    count,
    isNarrowed: count > 0 || q !== undefined,
    onSearch: setText,
    clear: () => {
      setText('');
      setChosen(none);
    },
  };
  return {
    text,
    /** The text as a list is asked for it. */
    q,
    chosen,
    choose: (change: Partial<Chosen>) => setChosen((others) => ({ ...others, ...change })),
    narrowing,
  };
}
