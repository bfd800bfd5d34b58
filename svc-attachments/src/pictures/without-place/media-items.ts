import { type Box, boxesIn, Fields, findBox } from './boxes.ts';
import { UnreadablePicture, type Work } from './work.ts';

/** EXIF, XMP and other texts. The other items of a HEIC or AVIF are pictures, or say how these are put together. */
const METADATA = new Set(['Exif', 'mime', 'uri ']);

/** How the position of an item is given: in the file, in the box `idat`, or in another item. */
const [IN_FILE, IN_BOX] = [0, 1];

/** Clears the items of a HEIC or AVIF that hold metadata. @param meta the content of its box */
export function clearItems(file: Buffer, meta: Pick<Box, 'from' | 'end'>, work: Work): void {
  const metadata = metadataItems(file, meta);
  const locations = findBox(file, meta, 'iloc');
  if (metadata.size === 0 || !locations) return;
  const box = findBox(file, meta, 'idat');
  const fields = new Fields(file, locations);
  const version = fields.number(1);
  fields.skip(3);
  const [offsetBytes, lengthBytes] = halves(fields.number(1));
  const [baseBytes, indexBytes] = halves(fields.number(1));
  fields.skip(version < 2 ? 2 : 4);
  while (!fields.isAtEnd) {
    const id = fields.number(version < 2 ? 2 : 4);
    const method = version === 0 ? IN_FILE : fields.number(2) % 16;
    const isElsewhere = fields.number(2) !== 0;
    const base = fields.number(baseBytes);
    for (let extents = fields.number(2); extents > 0; extents -= 1) {
      // A sound one has at least so many bytes.
      work.take(4);
      if (version > 0) fields.skip(indexBytes);
      const offset = base + fields.number(offsetBytes);
      const bytes = fields.number(lengthBytes);
      if (!metadata.has(id) || isElsewhere) continue;
      if (method > IN_BOX) throw new UnreadablePicture();
      if (method === IN_FILE) work.clear(offset, bytes);
      else if (box) work.clear(box.from + offset, Math.min(bytes, box.end - box.from - offset));
    }
  }
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
