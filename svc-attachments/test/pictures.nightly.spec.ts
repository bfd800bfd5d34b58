import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp, { type Sharp } from 'sharp';
import { makeThumbnail, MAX_PIXELS, NoPicture } from '../src/thumbnails/thumbnail-image.ts';

const MB = 1024 * 1024;

const square = (pixels: number): Sharp => {
  const side = Math.floor(Math.sqrt(pixels));
  const background = { r: 200, g: 30, b: 60, alpha: 0.5 };
  return sharp({ create: { width: side, height: side, channels: 4, background } });
};
const lying = (picture: Sharp) => picture.flatten().withMetadata({ orientation: 6 });

/** The encodings that need the most memory to decode, with as many pixels as are accepted. */
const photos: [what: string, pixels: number, encode: (picture: Sharp) => Sharp][] = [
  ['JPEG', 50_000_000, (photo) => lying(photo).jpeg()],
  ['progressive JPEG', 50_000_000, (photo) => lying(photo).jpeg({ progressive: true })],
  [
    'progressive JPEG with all colours',
    33_300_000,
    (photo) => lying(photo).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
  ],
  ['WebP', 50_000_000, (photo) => photo.webp({ effort: 0 })],
  ['PNG', 50_000_000, (photo) => photo.png({ compressionLevel: 1 })],
  [
    'interlaced PNG with 16 bits a channel',
    25_000_000,
    (photo) => photo.toColourspace('rgb16').png({ progressive: true, compressionLevel: 1 }),
  ],
];
const heif = (picture: Sharp) => picture.avif({ effort: 0 });
const thumbnails: typeof photos = [
  ['JPEG', MAX_PIXELS, (picture) => lying(picture).jpeg()],
  ['progressive JPEG', 66_600_000, (picture) => lying(picture).jpeg({ progressive: true })],
  ['WebP', 50_000_000, (picture) => picture.webp({ effort: 0 })],
  ['GIF', 40_000_000, (picture) => picture.gif({ effort: 1 })],
  ['PNG', MAX_PIXELS, (picture) => picture.png({ compressionLevel: 1 })],
  [
    'interlaced PNG with 16 bits a channel',
    25_000_000,
    (picture) => picture.toColourspace('rgb16').png({ progressive: true, compressionLevel: 1 }),
  ],
  ['AVIF', 12_500_000, heif],
];

describe('the memory of a process that decodes', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pictures-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function expectLittleGrowth(what: 'photo' | 'thumbnail', picture: Sharp): Promise<void> {
    const file = join(folder, 'picture');
    await picture.toFile(file);
    const script = join(import.meta.dirname, 'measure-picture.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [script, what, file]);
    expect(Number(stdout)).toBeGreaterThan(MB);
    expect(Number(stdout)).toBeLessThan(256 * MB);
  }

  it.each(photos)(
    'the largest %s that may be the photo of a report needs at most 256 MB',
    (_what, pixels, encode) => expectLittleGrowth('photo', encode(square(pixels))),
    60_000,
  );

  it.each(thumbnails)(
    'the largest %s with a thumbnail needs at most 256 MB',
    (_what, pixels, encode) => expectLittleGrowth('thumbnail', encode(square(pixels))),
    60_000,
  );

  it('larger pictures have no thumbnail', async () => {
    const tooLarge = await heif(square(13_000_000)).toBuffer();
    await expect(makeThumbnail(tooLarge)).rejects.toThrow(NoPicture);
  }, 60_000);
});
