import { useRef, useSyncExternalStore } from 'react';
import { type Selection } from './selection.ts';
import styles from './selecting.module.css';

/**
 * The checkbox of an item. It can be pressed wherever the item is, which therefore has a position. With Shift it
 * selects all from the one that was pressed last.
 */
export function SelectBox<Item extends { id: string }>({
  selection,
  id,
  label,
}: {
  selection: Selection<Item>;
  id: string;
  label: string;
}) {
  const isSelected = useSyncExternalStore(selection.subscribe, () => selection.has(id));
  const isShift = useRef(false);
  return (
    <button
      type="button"
      role="checkbox"
      className={styles.box}
      aria-checked={isSelected}
      aria-label={label}
      // Not every browser says it of the press that Space makes.
      onKeyDown={({ shiftKey }) => {
        isShift.current = shiftKey;
      }}
      onClick={(event) => {
        // Not the item too.
        event.stopPropagation();
        selection.press(id, event.shiftKey || (event.detail === 0 && isShift.current));
      }}
    >
      {isSelected ? (
        <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
          <path d="M3 8.5l3.2 3L13 4.5" fill="none" stroke="currentColor" strokeWidth="2" />
        </svg>
      ) : null}
    </button>
  );
}
