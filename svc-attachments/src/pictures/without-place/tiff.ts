import { entriesOf, tiffReader } from './exif.ts';
import { Work } from './work.ts';

const ENTRY_BYTES = 12;

/** Where the pixels are, how they are encoded, and what colours they have. */
const KEPT_TAGS = new Set([
  254, 255, 256, 257, 258, 259, 262, 263, 264, 265, 266, 273, 274, 277, 278, 279, 280, 281, 282, 283, 284,
  288, 289, 290, 291, 292, 293, 296, 297, 301, 317, 318, 319, 320, 321, 322, 323, 324, 325, 326, 327, 328,
  330, 332, 334, 336, 338, 339, 340, 341, 342, 347, 512, 513, 514, 515, 517, 518, 519, 520, 521, 529, 530,
  531, 532, 32_995, 32_996, 32_997, 34_675,
]);

/** Directories of further pictures. */
const SUB_PICTURES = 330;

/** The directories of EXIF, GPS and interoperability. */
const METADATA_DIRECTORIES = new Set([34_665, 34_853, 40_965]);

/** Bytes of a value by its type. */
const TYPE_BYTES = [1, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];

interface Directory {
  at: number;
  /** Of a picture; else all of it is removed. */
  isPicture: boolean;
}

/** Takes the entries that are not of the picture out of the directories, with their values. */
export function cleanTiff(tiff: Buffer): void {
  const numberAt = tiffReader(tiff);
  if (!numberAt) return;
  const work = new Work(tiff);
  const left: Directory[] = [{ at: numberAt(4, 4), isPicture: true }];
  for (let directory = left.pop(); directory; directory = left.pop()) {
    const { at, isPicture } = directory;
    if (at === 0 || at + 2 > tiff.length) continue;
    const first = at + 2;
    const end = first + entriesOf(tiff, at, numberAt(at, 2)) * ENTRY_BYTES;
    work.take(end - at);
    let kept = first;
    for (let entry = first; entry < end; entry += ENTRY_BYTES) {
      const tag = numberAt(entry, 2);
      const count = numberAt(entry + 4, 4);
      const bytes = count * (TYPE_BYTES[numberAt(entry + 2, 2)] ?? 1);
      const value = bytes > 4 ? numberAt(entry + 8, 4) : entry + 8;
      if (isPicture && KEPT_TAGS.has(tag)) {
        for (let number = 0; tag === SUB_PICTURES && number < count; number += 1) {
          work.take(4);
          left.push({ at: numberAt(value + 4 * number, 4), isPicture });
        }
        tiff.copyWithin(kept, entry, entry + ENTRY_BYTES);
        kept += ENTRY_BYTES;
      } else {
        if (METADATA_DIRECTORIES.has(tag)) left.push({ at: numberAt(entry + 8, 4), isPicture: false });
        if (bytes > 4) work.clear(value, bytes);
      }
    }
    // What is kept has moved together; the position of the next directory follows it.
    const next = numberAt(end, 4);
    if (isPicture) left.push({ at: next, isPicture });
    tiff.copyWithin(kept, end, end + 4);
    tiff.fill(0, kept + (end + 4 <= tiff.length ? 4 : 0), Math.min(end + 4, tiff.length));
    writeNumber(tiff, at, (kept - first) / ENTRY_BYTES);
  }
}

function writeNumber(tiff: Buffer, at: number, number: number): void {
  if (tiff[0] === 0x49) tiff.writeUInt16LE(number, at);
  else tiff.writeUInt16BE(number, at);
}
