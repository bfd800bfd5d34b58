import { useFailureToast } from '@mainstay/web-kit';
import { useState } from 'react';
import type * as stickers from './stickers/print-stickers.tsx';
import { strings } from './strings.ts';

/**
 * The dialog that prints stickers, which is loaded when it is first opened. `whenLoaded` calls back once it can be rendered; if
 * it cannot be loaded, it shows a toast instead, and loads it again the next time.
 */
export function useStickers() {
  const fail = useFailureToast();
  const [loaded, setLoaded] = useState<typeof stickers>();
  const whenLoaded = (then: () => void) => {
    import(/* webpackChunkName: "stickers" */ './stickers/print-stickers.tsx').then(
      (module) => {
        setLoaded(module);
        then();
      },
      () => fail(strings.print.loadFailed),
    );
  };
  return { PrintStickers: loaded?.PrintStickers, whenLoaded };
}
