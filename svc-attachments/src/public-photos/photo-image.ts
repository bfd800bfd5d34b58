import type { Metadata } from 'sharp';
import { sharp } from '../pictures/decoders.ts';
import { budgetedParts, fitsInMemory } from '../pictures/decoding-budget.ts';
import { PictureRefused } from '../pictures/picture-refused.ts';

/** Maximum bytes of a recorded photo. */
export const MAX_PHOTO_BYTES = 2_000_000;

/** Maximum pixels of an uploaded photo: as many as the largest phone cameras produce in their usual mode. */
export const MAX_PIXELS = 50_000_000;

/** Maximum pixels of the longest side; a smaller photo keeps its size. */
export const LONGEST_SIDE = 2048;

/** Percent. The second and further ones are for a photo that exceeds {@link MAX_PHOTO_BYTES} with the one before. */
const QUALITIES = [82, 68, 50, 25];

/** The formats of phones and of the browsers' canvas. */
const FORMATS = new Set(['jpeg', 'png', 'webp']);

/** The file is not a photo that can be recorded; the message says why. */
export class PhotoRefused extends PictureRefused {
  override readonly name = 'PhotoRefused';
}

const unreadable = (cause?: unknown) =>
  new PhotoRefused(
    'This file cannot be read as a photo. Please take the photo again, or choose a JPEG, PNG or WebP picture.',
    { cause },
  );

/**
 * Decodes an upload and encodes it again as a JPEG of at most {@link MAX_PHOTO_BYTES}: its first frame, upright by its
 * EXIF orientation, at most {@link LONGEST_SIDE} pixels on each side, in sRGB, on white where it is transparent. Only
 * its pixels are taken over: neither metadata such as the place nor anything else in the file. Changes `upload`.
 * @throws PhotoRefused when it is not a JPEG, PNG or WebP, is damaged, or has too many pixels
 */
export async function makePhoto(upload: Buffer): Promise<Buffer> {
  const { parts, metadata } = await headOf(upload);
  if (!FORMATS.has(metadata.format)) throw unreadable();
  if (metadata.width * metadata.height > MAX_PIXELS || !fitsInMemory(metadata, parts)) {
    throw new PhotoRefused(
      'This photo has too many pixels. Please choose a smaller one of at most 50 megapixels, or take it again.',
    );
  }
  try {
    return await encode(await decode(upload));
  } catch (error) {
    throw unreadable(error);
  }
}

/** What is known before anything is decoded. */
async function headOf(upload: Buffer): Promise<{ parts: number; metadata: Metadata }> {
  try {
    const parts = budgetedParts(upload);
    return { parts, metadata: await sharp(upload, { limitInputPixels: false }).metadata() };
  } catch (error) {
    throw unreadable(error);
  }
}

/** Phones write JPEGs about which decoders warn; only what is incomplete or cannot be decoded is refused. */
const decode = (upload: Buffer) =>
  sharp(upload, { limitInputPixels: MAX_PIXELS, failOn: 'error', autoOrient: true })
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });

async function encode({ data, info }: Awaited<ReturnType<typeof decode>>): Promise<Buffer> {
  const { width, height, channels } = info;
  let photo: Buffer | undefined;
  for (const quality of QUALITIES) {
    photo = await sharp(data, { raw: { width, height, channels } }).jpeg({ quality }).toBuffer();
    if (photo.length <= MAX_PHOTO_BYTES) return photo;
  }
  throw new Error(`${photo?.length} bytes at the lowest quality`);
}
