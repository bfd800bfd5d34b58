import sharp, { type Sharp } from 'sharp';

/** Pixels across; a smaller picture keeps its width (specification, section 9). */
export const THUMBNAIL_WIDTH = 200;

/** Percent (specification, section 9). */
const QUALITY = 80;

/**
 * Pixels of a picture at most, by the name of its format: as many as the largest of phones' cameras make in their usual
 * mode, and fewer where decoding takes so much memory for each that it would be more than 256 MB.
 */
export const MAX_PIXELS = new Map([
  ['jpeg', 50_000_000],
  ['webp', 50_000_000],
  ['gif', 40_000_000],
  ['png', 25_000_000],
  ['heif', 12_500_000],
]);

/** Seconds for one picture. */
const TIME_LIMIT_S = 20;

/** Bytes of a picture at most: it is in memory as a whole. */
export const MAX_PICTURE_BYTES = 32 * 1024 * 1024;

/** The types of pictures there are thumbnails of. */
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

// One picture at a time, on one thread, and nothing kept afterwards: a service's memory does not grow with its pictures.
sharp.concurrency(1);
sharp.cache(false);
// Of all that the decoder knows, such as SVG and PDF with their scripts and links, only plain pictures in memory.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});

/** The picture is damaged, too large, or no picture at all. */
export class NoPicture extends Error {
  override readonly name = 'NoPicture';
}

/**
 * A small WebP of a picture's first frame, turned as its camera was held, in sRGB and without any metadata: what a
 * phone knows of the place stays in the original.
 * @throws NoPicture
 */
export async function makeThumbnail(picture: Buffer): Promise<Buffer> {
  try {
    const { format } = await sharp(picture, { limitInputPixels: false }).metadata();
    const limitInputPixels = MAX_PIXELS.get(format) ?? 0;
    if (limitInputPixels === 0) throw new NoPicture(`no thumbnails are made of ${format}`);
    return await small(sharp(picture, { limitInputPixels, failOn: 'warning', autoOrient: true }));
  } catch (error) {
    throw new NoPicture('no thumbnail can be made', { cause: error });
  }
}

const small = (picture: Sharp): Promise<Buffer> =>
  picture
    .resize({ width: THUMBNAIL_WIDTH, withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .timeout({ seconds: TIME_LIMIT_S })
    .toBuffer();
