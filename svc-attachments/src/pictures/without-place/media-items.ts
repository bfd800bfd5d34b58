import { type Box, boxesIn, Fields, findBox } from './boxes.ts';
import { type KeptParts, UnreadablePicture } from './kept-parts.ts';

/** EXIF, XMP and other texts. The other items of a HEIC or AVIF are pictures, or say how these are put together. */
const METADATA = new Set(['Exif', 'mime', 'uri ']);

/** How the position of an item is given: in the file, or in the box `idat`. Else it is in another item. */
const [IN_FILE, IN_BOX] = [0, 1];

/**
 * Keeps the items of a HEIC or AVIF but those that hold metadata, and returns how many there are.
 * @param meta the content of its box
 * @throws UnreadablePicture
 */
export function keepItems(parts: KeptParts, meta: Pick<Box, 'from' | 'end'>): number {
  const file = parts.original;
  const locations = findBox(file, meta, 'iloc');
  if (!locations) return 0;
  const metadata = metadataItems(file, meta);
  const box = findBox(file, meta, 'idat');
  const fields = new Fields(file, locations);
  const version = fields.number(1);
  fields.skip(3);
  const [offsetBytes, lengthBytes] = halves(fields.number(1));
  const [baseBytes, indexBytes] = halves(fields.number(1));
  fields.skip(version < 2 ? 2 : 4);
  let items = 0;
  while (!fields.isAtEnd) {
    const id = fields.number(version < 2 ? 2 : 4);
    const method = version === 0 ? IN_FILE : fields.number(2) % 16;
    // Where its data is, which is this file.
    fields.skip(2);
    const base = fields.number(baseBytes);
    const isKept = !metadata.has(id);
    if (isKept) items += 1;
    for (let extents = fields.number(2); extents > 0; extents -= 1) {
      // A sound one has at least so many bytes.
      parts.take(4);
      if (version > 0) fields.skip(indexBytes);
      const offset = base + fields.number(offsetBytes);
      const bytes = fields.number(lengthBytes);
      if (!isKept || method > IN_BOX) continue;
      // All that follows, which no program writes.
      if (bytes === 0 && !fields.isCut) throw new UnreadablePicture();
      if (method === IN_FILE) parts.keep(offset, bytes);
      else if (box) parts.keep(box.from + offset, Math.min(bytes, box.end - box.from - offset));
    }
  }
  return items;
}

/** The ids of the items that hold metadata. */
function metadataItems(file: Buffer, meta: Pick<Box, 'from' | 'end'>): Set<number> {
  const found = new Set<number>();
  const list = findBox(file, meta, 'iinf');
  if (!list) return found;
  const version = new Fields(file, list).number(1);
  for (const item of boxesIn(file, list.from + (version === 0 ? 6 : 8), list.end)) {
    const fields = new Fields(file, item);
    const idBytes = fields.number(1) < 3 ? 2 : 4;
    fields.skip(3);
    const id = fields.number(idBytes);
    fields.skip(2);
    if (METADATA.has(fields.text(4))) found.add(id);
  }
  return found;
}

/** The two numbers of four bits in a byte: how many bytes fields have. */
function halves(byte: number): [number, number] {
  const bytes: [number, number] = [byte >> 4, byte % 16];
  if (bytes.some((count) => count !== 0 && count !== 4 && count !== 8)) throw new UnreadablePicture();
  return bytes;
}
