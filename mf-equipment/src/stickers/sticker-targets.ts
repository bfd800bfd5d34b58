import { type Equipment, type IntakeCode, type Store } from '../api/core.ts';
import { printStrings } from './print-strings.ts';

/** What a sticker is put up at: a piece of equipment, or a store. */
export interface StickerTarget {
  /** Unique in a store. */
  key: string;
  store: Store;
  /** Null for a sticker of the store itself. */
  equipment: { id: string; name: string } | null;
  /** The id of its code, which a new sticker replaces; null without one. */
  codeId: string | null;
}

export const STORE_ITSELF = 'store';

/**
 * Everything in a store that can have a sticker: its equipment by name, and the store itself. Retired equipment gets
 * none, unless it is asked for.
 * @param codes the codes of the store
 */
export function targetsOf(
  store: Store,
  equipment: readonly Equipment[],
  codes: readonly IntakeCode[],
  askedFor: string | undefined,
): StickerTarget[] {
  const own = codes.find(({ equipmentId }) => equipmentId === null);
  return [
    ...equipment
      .filter(({ id, status }) => status !== 'retired' || id === askedFor)
      .map(({ id, name, code }) => ({ key: id, store, equipment: { id, name }, codeId: code?.id ?? null })),
    { key: STORE_ITSELF, store, equipment: null, codeId: own?.id ?? null },
  ];
}

/**
 * The keys that are chosen at first: one piece of equipment if it is asked for, else what has no sticker, or all
 * equipment if everything has one.
 */
export function firstChoice(targets: readonly StickerTarget[], askedFor: string | undefined): string[] {
  const equipment = targets.filter(({ equipment }) => equipment !== null);
  const without = equipment.filter(({ codeId }) => codeId === null);
  const chosen =
    askedFor === undefined
      ? without.length > 0
        ? without
        : equipment
      : equipment.filter(({ key }) => key === askedFor);
  return chosen.map(({ key }) => key);
}

/** What a sticker is for, in words. */
export const nameOf = ({ equipment }: StickerTarget): string => equipment?.name ?? printStrings.storeItself;
