import { newIdempotencyKey } from '@mainstay/web-kit';
import { useRef, useState } from 'react';
import { useMakeCode } from './intake-codes.queries.ts';
import { makeStickers, type Sticker, type StickerFailure } from './make-stickers.ts';
import { type StickerTarget } from './sticker-targets.ts';

/**
 * Makes codes for stickers. Those that were made are kept here, and nowhere else.
 * @param origin where the public pages are
 * @returns with them, whether they have all been printed; `make`, which returns what could not be made, and
 * `refresh`, for after the last one
 */
export function useMadeStickers(origin: string) {
  const [stickers, setStickers] = useState<readonly Sticker[]>([]);
  const [isPrinted, setPrinted] = useState(false);
  // The same key for a repetition: the response to a request that was carried out may have been lost.
  const keys = useRef(new Map<string, string>());
  const { makeCode, refresh } = useMakeCode();

  const make = async (
    targets: readonly StickerTarget[],
    onNext: (done: number) => void,
  ): Promise<readonly StickerFailure[]> => {
    const { made, failed } = await makeStickers(targets, {
      origin,
      onNext,
      make: (target) => {
        const idempotencyKey = keys.current.get(target.key) ?? newIdempotencyKey();
        keys.current.set(target.key, idempotencyKey);
        return makeCode({ target, idempotencyKey });
      },
    });
    setStickers((before) => [...before, ...made]);
    if (made.length > 0) setPrinted(false);
    return failed;
  };
  return { stickers, isPrinted, setPrinted, make, refresh };
}
