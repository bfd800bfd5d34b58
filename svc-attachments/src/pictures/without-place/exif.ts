/** How an EXIF block begins in a JPEG. */
export const EXIF = 'Exif\0\0';

/** An EXIF block with nothing but an orientation, which is at {@link ORIENTATION_AT}. */
const ORIENTATION_ONLY = Buffer.from('49492a00080000000100120103000100000000000000' + '00000000', 'hex');
const ORIENTATION_AT = 18;

const ENTRY_BYTES = 12;

/**
 * What clears the EXIF blocks of one file. The first keeps its orientation, if it has one: then the function returns
 * true.
 * The others are not read, because a file may have thousands.
 */
export function exifCleaner(): (exif: Buffer) => boolean {
  let isFirst = true;
  return (exif) => {
    const orientation = isFirst ? orientationOf(exif) : undefined;
    isFirst = false;
    exif.fill(0);
    if (orientation === undefined || exif.length < ORIENTATION_ONLY.length) return false;
    ORIENTATION_ONLY.copy(exif);
    exif.writeUInt16LE(orientation, ORIENTATION_AT);
    return true;
  };
}

/** From 1 to 8, as the first directory of an EXIF block says. */
function orientationOf(exif: Buffer): number | undefined {
  const numberAt = tiffReader(exif);
  if (!numberAt) return undefined;
  const directory = numberAt(4, 4);
  const entries = entriesOf(exif, directory, numberAt(directory, 2));
  for (let entry = 0; entry < entries; entry += 1) {
    const at = directory + 2 + entry * ENTRY_BYTES;
    if (numberAt(at, 2) !== 0x0112) continue;
    const orientation = numberAt(at + 8, 2);
    return orientation >= 1 && orientation <= 8 ? orientation : undefined;
  }
  return undefined;
}

/** How many entries a directory of a TIFF has: what it says, but no more than there are bytes. */
export const entriesOf = (tiff: Buffer, directory: number, said: number): number =>
  Math.max(0, Math.min(said, Math.floor((tiff.length - directory - 2) / ENTRY_BYTES)));

/** Reads numbers of a TIFF, to which EXIF belongs; those behind its end are 0. Undefined for what is none. */
export function tiffReader(tiff: Buffer): ((at: number, bytes: 2 | 4) => number) | undefined {
  const isLittle = tiff.toString('latin1', 0, 4) === 'II*\0';
  if (!isLittle && tiff.toString('latin1', 0, 4) !== 'MM\0*') return undefined;
  return (at, bytes) => {
    if (at + bytes > tiff.length) return 0;
    return isLittle ? tiff.readUIntLE(at, bytes) : tiff.readUIntBE(at, bytes);
  };
}
