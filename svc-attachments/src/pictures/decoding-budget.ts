import type { Metadata } from 'sharp';
import { PictureRefused } from './picture-refused.ts';
import { placeRemoverOf } from './without-place.ts';

/**
 * Removes from a picture what is not needed to see it, before a decoder looks at it: each compressed text of a PNG may
 * have 8 MB. Returns how many scans or frames it has.
 * @throws PictureRefused when these are so many that going over them takes longer than decoding
 */
export function budgetedParts(picture: Buffer): number {
  const format = placeRemoverOf(picture);
  const parts = format?.clean(picture) ?? 0;
  if (format && parts > format.maxParts) throw new PictureRefused(`${parts} scans or frames`);
  return parts;
}

/** Maximum bytes for the parts of a picture that its decoder keeps until it has read the whole file. */
const MAX_KEPT_BYTES = 200_000_000;

/** Coefficients for each pixel of a JPEG by its chroma subsampling. One that is not listed has as many as channels. */
const COEFFICIENTS = new Map([
  ['4:2:0', 1.5],
  ['4:2:2', 2],
]);

/**
 * Whether decoding keeps so little in memory that the process grows by at most 256 MB.
 * @param parts of {@link budgetedParts}
 */
export const fitsInMemory = (picture: Metadata, parts: number): boolean =>
  picture.width * picture.height * keptBytesPerPixel(picture, parts) <= MAX_KEPT_BYTES;

/** Bytes for each pixel of the formats that are decoded as a whole. */
const WHOLE = new Map([
  ['webp', 4],
  ['gif', 5],
  ['heif', 16],
]);

/** Bytes for each pixel besides the rows that are being read. */
function keptBytesPerPixel(picture: Metadata, parts: number): number {
  const { format, channels, depth, isProgressive, orientation = 1 } = picture;
  if (format === 'jpeg') {
    // A scan for each colour is no progressive picture, but is kept as one.
    return isProgressive || parts > 1
      ? 2 * (COEFFICIENTS.get(picture.chromaSubsampling ?? '') ?? channels)
      : 0;
  }
  if (format === 'png') {
    return isProgressive || orientation > 1 ? channels * (depth === 'ushort' ? 2 : 1) : 0;
  }
  return WHOLE.get(format) ?? Infinity;
}
