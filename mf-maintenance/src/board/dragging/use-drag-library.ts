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
      void import(/* webpackChunkName: "dragging" */ './drag-library.ts').then(
        (loaded) => isShown && setLibrary(loaded),
        () => undefined,
      );
    let timer: ReturnType<typeof setTimeout>;
    // The callback comes before the paint, the timer after it.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(load);
    });
    return () => {
      isShown = false;
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return library;
}
