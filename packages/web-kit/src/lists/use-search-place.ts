import { useMemo, useRef } from 'react';

/** The filter bar of a {@link ListScreen}, whose search takes a focus that has nowhere else to go. */
export function useSearchPlace() {
  const ref = useRef<HTMLDivElement>(null);
  return useMemo(() => {
    const focus = () => ref.current?.querySelector('input')?.focus();
    return {
      ref,
      focus,
      /** After a dialog: what had opened it may be removed. */
      keepFocus: () => {
        if (document.activeElement === document.body) focus();
      },
    };
  }, []);
}
