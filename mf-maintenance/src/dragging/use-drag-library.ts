import { useEffect, useState } from 'react';
import type * as library from './drag-library.ts';

export type DragLibrary = typeof library;

/** Loads the library for dragging after the first paint. Undefined until then, and if it cannot be loaded. */
export function useDragLibrary(): DragLibrary | undefined {
  const [library, setLibrary] = useState<DragLibrary>();
  useEffect(() => {
    let isShown = true;
    // Without it cards are still moved by keyboard and in their dialogs, so a failure is not worth a message.
    const load = () =>
      void import('./drag-library.ts').then(
        (loaded) => isShown && setLibrary(loaded),
        () => undefined,
      );
    // After the frame that is being rendered.
    const timer = setTimeout(load);
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, []);
  return library;
}
