import { useEffect, useState } from 'react';
import type * as library from './drag-library.ts';

export type DragLibrary = typeof library;

const LOAD_AGAIN_MS = 30_000;

/** Loads the library for dragging after the first paint. Undefined until it is loaded. */
export function useDragLibrary(): DragLibrary | undefined {
  const [library, setLibrary] = useState<DragLibrary>();
  useEffect(() => {
    let isShown = true;
    let timer: ReturnType<typeof setTimeout>;
    // Without it cards are still moved by keyboard and in their dialogs, so a failure is not worth a message.
    const load = () =>
      void import(/* webpackChunkName: "dragging" */ './drag-library.ts').then(
        (loaded) => isShown && setLibrary(loaded),
        () => {
          if (isShown) timer = setTimeout(load, LOAD_AGAIN_MS);
        },
      );
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
