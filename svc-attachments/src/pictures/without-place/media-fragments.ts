import { type Box, boxesIn, Fields, findBox } from './boxes.ts';
import type { KeptParts } from './kept-parts.ts';

/** The fields of `tfhd` and `trun` that are only there when a flag says so, in their order; the others are skipped. */
const [BASE, DESCRIPTION, DURATION, SIZE, MOOF_IS_BASE] = [0x1, 0x2, 0x8, 0x10, 0x2_0000];
const [RUN_OFFSET, FIRST_FLAGS, EACH_DURATION, EACH_SIZE, EACH_FLAGS, EACH_TIME] = [
  0x1, 0x4, 0x100, 0x200, 0x400, 0x800,
];

/** Tracks that are shown, with the bytes of a sample whose fragment does not say them. */
export type FragmentedTracks = Map<number, number>;

/**
 * The id of a track.
 * @param track its box
 */
export function trackId(file: Buffer, track: Box): number {
  const header = findBox(file, track, 'tkhd');
  if (!header) return 0;
  const fields = new Fields(file, header);
  const version = fields.number(1);
  fields.skip(3 + (version === 1 ? 16 : 8));
  return fields.number(4);
}

/**
 * The bytes of a sample by default, by the id of the track.
 * @param movie the box `moov`
 */
export function defaultSizes(file: Buffer, movie: Box): Map<number, number> {
  const sizes = new Map<number, number>();
  const extension = findBox(file, movie, 'mvex');
  if (!extension) return sizes;
  for (const box of boxesIn(file, extension.from, extension.end)) {
    if (box.type !== 'trex') continue;
    const fields = new Fields(file, box);
    fields.skip(4);
    const track = fields.number(4);
    fields.skip(8);
    sizes.set(track, fields.number(4));
  }
  return sizes;
}

/**
 * Keeps the data of the shown tracks in a fragment of a film.
 * @param fragment the box `moof`
 */
export function keepFragment(parts: KeptParts, fragment: Box, shown: FragmentedTracks): void {
  const file = parts.original;
  let at = fragment.at;
  for (const part of boxesIn(file, fragment.from, fragment.end)) {
    if (part.type !== 'traf') continue;
    const header = findBox(file, part, 'tfhd');
    if (!header) continue;
    const fields = new Fields(file, header);
    const flags = fields.number(4) % 2 ** 24;
    const track = fields.number(4);
    const base = flags & BASE ? fields.number(8) : flags & MOOF_IS_BASE ? fragment.at : at;
    fields.skip((flags & DESCRIPTION ? 4 : 0) + (flags & DURATION ? 4 : 0));
    const size = flags & SIZE ? fields.number(4) : (shown.get(track) ?? 0);
    at = base;
    for (const run of boxesIn(file, part.from, part.end)) {
      if (run.type !== 'trun') continue;
      const { from, bytes } = runOf(parts, run, base, at, size);
      if (shown.has(track)) parts.keep(from, bytes);
      at = from + bytes;
    }
  }
}

/**
 * Where the data of a run is.
 * @param next where it is unless it says so
 */
function runOf(parts: KeptParts, run: Box, base: number, next: number, size: number) {
  const fields = new Fields(parts.original, run);
  const flags = fields.number(4) % 2 ** 24;
  const samples = fields.number(4);
  const from = flags & RUN_OFFSET ? base + (fields.number(4) | 0) : next;
  if (flags & FIRST_FLAGS) fields.skip(4);
  if (!(flags & EACH_SIZE)) return { from, bytes: samples * size };
  let bytes = 0;
  for (let sample = 0; sample < samples && !fields.isAtEnd; sample += 1) {
    parts.take(1);
    if (flags & EACH_DURATION) fields.skip(4);
    bytes += fields.number(4);
    fields.skip((flags & EACH_FLAGS ? 4 : 0) + (flags & EACH_TIME ? 4 : 0));
  }
  return { from, bytes };
}
