import type { Sharp } from 'sharp';
import { sharp } from '../pictures/decoders.ts';
import { budgetedParts, fitsInMemory } from '../pictures/decoding-budget.ts';
import { PictureRefused } from '../pictures/picture-refused.ts';

/** Maximum width in pixels; a smaller picture keeps its width (specification, section 9). */
const THUMBNAIL_WIDTH = 200;

/** Percent (specification, section 9). */
const QUALITY = 80;

/** Maximum height in pixels: of a longer picture, such as a screenshot of a whole page, its top is shown. */
export const THUMBNAIL_HEIGHT = 400;

/** Maximum pixels of a picture, because decoding takes time: as many as the largest phone cameras produce. */
export const MAX_PIXELS = 200_000_000;

/** Formats that browsers show, and that have a decoder here. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif']);

/** Maximum bytes of a picture, because it is in memory as a whole. */
export const MAX_PICTURE_BYTES = 32 * 1024 * 1024;

/** Types, as found in the bytes, of pictures that have thumbnails. An AVIF may present itself as HEIF. */
const PICTURE_TYPES = new Set([
  'image/png',
  'image/apng',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/heif',
]);

/** Whether a file of this type and size in bytes may have a thumbnail. */
export const isPicture = (type: string | null, size: number): boolean =>
  type !== null && PICTURE_TYPES.has(type) && size <= MAX_PICTURE_BYTES;

/** The picture is too large, or nothing of it can be decoded. */
export class NoPicture extends PictureRefused {
  override readonly name = 'NoPicture';
}

/**
 * Creates a small WebP of a picture's first frame, or of what is left of it in a damaged file, as browsers show it:
 * rotated by its EXIF orientation, in sRGB and without metadata such as the location. Changes `picture`.
 * @throws NoPicture
 */
export async function makeThumbnail(picture: Buffer): Promise<Buffer> {
  try {
    const parts = budgetedParts(picture);
    const whole = withEnd(picture);
    const metadata = await sharp(whole, { failOn: 'none', limitInputPixels: false }).metadata();
    if (!FORMATS.has(metadata.format)) throw new NoPicture(`no thumbnails are created of ${metadata.format}`);
    if (!fitsInMemory(metadata, parts)) throw new NoPicture('decoding would need too much memory');
    return await small(
      sharp(whole, { limitInputPixels: MAX_PIXELS, failOn: 'none', autoOrient: true }),
      metadata.autoOrient,
    );
  } catch (error) {
    throw new NoPicture('no thumbnail can be created', { cause: error });
  }
}

/** The decoders of WebP and GIF refuse a file that ends early; they read zeros as the rest of the picture. */
function withEnd(picture: Buffer): Buffer {
  if (picture.subarray(0, 4).equals(GIF)) return Buffer.concat([picture, Buffer.alloc(SPARE)]);
  if (!picture.subarray(0, 4).equals(RIFF) || picture.length < 8) return picture;
  const missing = picture.readUInt32LE(4) + 8 - picture.length;
  if (missing <= 0 || missing > MAX_PICTURE_BYTES) return picture;
  const whole = Buffer.concat([picture, Buffer.alloc(missing + SPARE)]);
  // Zeros may stand for longer symbols than the lost bytes did, so the chunk that is cut gets more of them.
  for (let at = 12; at + 8 <= picture.length;) {
    const size = whole.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    if (end > picture.length && whole.toString('latin1', at, at + 3) === 'VP8') {
      whole.writeUInt32LE(size + SPARE, at + 4);
      whole.writeUInt32LE(whole.readUInt32LE(4) + SPARE, 4);
    }
    at = end;
  }
  return whole;
}

const [GIF, RIFF] = [Buffer.from('GIF8'), Buffer.from('RIFF')];

/** Bytes after what a file says is its end. */
const SPARE = 256;

function small(picture: Sharp, { width, height }: { width: number; height: number }): Promise<Buffer> {
  const newWidth = Math.min(width, THUMBNAIL_WIDTH);
  const newHeight = Math.max(1, Math.round((height * newWidth) / width));
  return picture
    .resize({ width: newWidth, height: Math.min(newHeight, THUMBNAIL_HEIGHT), fit: 'cover', position: 'top' })
    .webp({ quality: QUALITY })
    .toBuffer();
}
