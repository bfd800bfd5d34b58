import { entriesOf, tiffReader } from './exif.ts';
import { KeptParts, UnreadablePicture } from './kept-parts.ts';

const [HEADER_BYTES, ENTRY_BYTES] = [8, 12];

/** Where the pixels are, how they are encoded, and what colours they have. */
const KEPT_TAGS = new Set([
  254, 255, 256, 257, 258, 259, 262, 263, 264, 265, 266, 273, 274, 277, 278, 279, 280, 281, 282, 283, 284,
  288, 289, 290, 291, 292, 293, 296, 297, 301, 317, 318, 319, 320, 321, 322, 323, 324, 325, 326, 327, 328,
  330, 332, 334, 336, 338, 339, 340, 341, 342, 347, 512, 513, 514, 515, 517, 518, 519, 520, 521, 529, 530,
  531, 532, 32_995, 32_996, 32_997, 34_675,
]);

/** Directories of further pictures. */
const SUB_PICTURES = 330;

/** Tags with the positions of data, and with the lengths at these: strips, tiles, a JPEG. */
const DATA: readonly [positions: number, lengths: number][] = [
  [273, 279],
  [324, 325],
  [513, 514],
];

/** Tags with the positions of tables of an old JPEG, and the bytes that one has at most. */
const TABLES: readonly [positions: number, bytes: number][] = [
  [519, 64],
  [520, 272],
  [521, 272],
];

/** Bytes of a value by its type. */
const TYPE_BYTES = [1, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];

interface Values {
  at: number;
  count: number;
  /** Of each. */
  bytes: number;
}

/**
 * Keeps the directories of the pictures, of these the entries that show them, and their data. Returns how many there
 * are.
 */
export function cleanTiff(tiff: Buffer): number {
  const parts = new KeptParts(tiff);
  const numberAt = tiffReader(parts.original);
  if (!numberAt) return 0;
  tiff.fill(0, HEADER_BYTES);
  let pictures = 0;
  const left = [numberAt(4, 4)];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    if (at === 0 || at + 2 > tiff.length) continue;
    pictures += 1;
    cleanDirectory(at);
  }
  return pictures;

  function cleanDirectory(at: number): void {
    const first = at + 2;
    const end = first + entriesOf(parts.original, at, read(at, 2)) * ENTRY_BYTES;
    parts.take(end - at);
    const kept = new Map<number, Values>();
    for (let entry = first; entry < end; entry += ENTRY_BYTES) {
      const tag = read(entry, 2);
      if (!KEPT_TAGS.has(tag)) continue;
      const count = read(entry + 4, 4);
      const bytes = TYPE_BYTES[read(entry + 2, 2)] ?? 1;
      const isInside = count * bytes <= 4;
      const values = { at: isInside ? entry + 8 : read(entry + 8, 4), count, bytes };
      parts.original.copy(tiff, first + kept.size * ENTRY_BYTES, entry, entry + ENTRY_BYTES);
      if (!isInside) parts.keep(values.at, count * bytes);
      kept.set(tag, values);
    }
    // What is kept has moved together; the position of the next directory follows it.
    parts.original.copy(tiff, first + kept.size * ENTRY_BYTES, end, end + 4);
    writeNumber(tiff, at, kept.size);
    keepData(parts, kept, numbers);
    for (const position of numbers(kept.get(SUB_PICTURES))) left.push(position);
    left.push(read(end, 4));
  }

  function* numbers(values: Values | undefined): Generator<number, undefined> {
    if (!values) return;
    const { at, count, bytes } = values;
    if (bytes !== 2 && bytes !== 4) throw new UnreadablePicture();
    for (let number = 0; number < count; number += 1) {
      parts.take(bytes);
      yield read(at + number * bytes, bytes);
    }
  }

  function read(at: number, bytes: 2 | 4): number {
    return numberAt?.(at, bytes) ?? 0;
  }
}

/** Keeps the data that the entries of a directory name. */
function keepData(
  parts: KeptParts,
  kept: ReadonlyMap<number, Values>,
  numbers: (values: Values | undefined) => Generator<number, undefined>,
): void {
  for (const [positions, lengths] of DATA) {
    const bytes = numbers(kept.get(lengths));
    for (const position of numbers(kept.get(positions))) {
      const { value: length, done } = bytes.next();
      if (done === true) throw new UnreadablePicture();
      parts.keep(position, length);
    }
  }
  for (const [positions, bytes] of TABLES) {
    for (const position of numbers(kept.get(positions))) parts.keep(position, bytes);
  }
}

function writeNumber(tiff: Buffer, at: number, number: number): void {
  if (tiff[0] === 0x49) tiff.writeUInt16LE(number, at);
  else tiff.writeUInt16BE(number, at);
}
