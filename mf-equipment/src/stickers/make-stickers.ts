import { isApiError, isUnauthorized } from '@mainstay/web-kit';
import { type StickerTarget } from './sticker-targets.ts';
import { printStrings } from './print-strings.ts';

/** A sticker that can be printed. It exists nowhere else. */
export interface Sticker {
  target: StickerTarget;
  /** What its QR code says: `https://stores.example.com/r/<code>`. */
  address: string;
}

/** A sticker that could not be made, and why. */
export interface StickerFailure {
  target: StickerTarget;
  reason: string;
}

const reasonOf = (error: unknown): string =>
  isApiError(error) ? error.detail || String(error.status) : printStrings.unreachable;

/**
 * Makes one sticker after the other. One that fails stops none of the others, except when the session has ended.
 * @param make makes the code of a target and returns it
 * @param origin where the public pages are: `https://stores.example.com`
 * @param onNext called before each, with how many were tried before
 * @returns those that were made and those that were not, in the order given
 */
export async function makeStickers(
  targets: readonly StickerTarget[],
  {
    make,
    origin,
    onNext,
  }: { make: (target: StickerTarget) => Promise<string>; origin: string; onNext: (done: number) => void },
): Promise<{ made: Sticker[]; failed: StickerFailure[] }> {
  const made: Sticker[] = [];
  const failed: StickerFailure[] = [];
  for (const [done, target] of targets.entries()) {
    onNext(done);
    try {
      made.push({ target, address: `${origin}/r/${await make(target)}` });
    } catch (error) {
      const reason = reasonOf(error);
      failed.push({ target, reason });
      if (!isUnauthorized(error)) continue;
      failed.push(...targets.slice(done + 1).map((each) => ({ target: each, reason })));
      break;
    }
  }
  return { made, failed };
}
