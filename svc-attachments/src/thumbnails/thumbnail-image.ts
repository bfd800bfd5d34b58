import type { Sharp } from 'sharp';
import { sharp, TIME_LIMIT_S } from '../pictures/decoders.ts';

/** Maximum width in pixels; a smaller picture keeps its width (specification, section 9). */
export const THUMBNAIL_WIDTH = 200;

/** Percent (specification, section 9). */
const QUALITY = 80;

/**
 * Maximum pixels of a picture by format: as many as the largest phone cameras produce in their usual mode, and fewer
 * where decoding would need more than 256 MB of memory.
 */
export const MAX_PIXELS = new Map([
  ['jpeg', 50_000_000],
  ['webp', 50_000_000],
  ['gif', 40_000_000],
  ['png', 25_000_000],
  ['heif', 12_500_000],
]);

/** Maximum bytes of a picture, because it is in memory as a whole. */
export const MAX_PICTURE_BYTES = 32 * 1024 * 1024;

/** Types of pictures that have thumbnails. */
const PICTURE_TYPES = new Set([
  'image/png',
  'image/apng',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
]);

/** Whether a file of this type and size in bytes may have a thumbnail. */
export const isPicture = (type: string | null, size: number): boolean =>
  type !== null && PICTURE_TYPES.has(type) && size <= MAX_PICTURE_BYTES;

/** The picture is damaged, too large, or not a picture. */
export class NoPicture extends Error {
  override readonly name = 'NoPicture';
}

/**
 * Creates a small WebP of a picture's first frame, rotated by its EXIF orientation, in sRGB and without metadata such
 * as the location.
 * @throws NoPicture
 */
export async function makeThumbnail(picture: Buffer): Promise<Buffer> {
  try {
    const { format } = await sharp(picture, { limitInputPixels: false }).metadata();
    const limitInputPixels = MAX_PIXELS.get(format) ?? 0;
    if (limitInputPixels === 0) throw new NoPicture(`no thumbnails are created of ${format}`);
    return await small(sharp(picture, { limitInputPixels, failOn: 'warning', autoOrient: true }));
  } catch (error) {
    throw new NoPicture('no thumbnail can be created', { cause: error });
  }
}

const small = (picture: Sharp): Promise<Buffer> =>
  picture
    .resize({ width: THUMBNAIL_WIDTH, withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .timeout({ seconds: TIME_LIMIT_S })
    .toBuffer();
