import type { Metadata } from 'sharp';

/** Maximum bytes for the parts of a picture that its decoder keeps until it has read the whole file. */
const MAX_KEPT_BYTES = 200_000_000;

/** Coefficients for each pixel of a JPEG by its chroma subsampling. One that is not listed has as many as channels. */
const COEFFICIENTS = new Map([
  ['4:2:0', 1.5],
  ['4:2:2', 2],
]);

/** Whether decoding keeps so little in memory that the process grows by at most 256 MB. */
export const fitsInMemory = (picture: Metadata): boolean =>
  picture.width * picture.height * keptBytesPerPixel(picture) <= MAX_KEPT_BYTES;

/** Bytes for each pixel of the formats that are decoded as a whole. */
const WHOLE = new Map([
  ['webp', 4],
  ['gif', 5],
  ['heif', 16],
]);

/** Bytes for each pixel besides the rows that are being read. */
function keptBytesPerPixel(picture: Metadata): number {
  const { format, channels, depth, isProgressive, orientation = 1 } = picture;
  if (format === 'jpeg') {
    return isProgressive ? 2 * (COEFFICIENTS.get(picture.chromaSubsampling ?? '') ?? channels) : 0;
  }
  if (format === 'png') {
    return isProgressive || orientation > 1 ? channels * (depth === 'ushort' ? 2 : 1) : 0;
  }
  return WHOLE.get(format) ?? Infinity;
}
