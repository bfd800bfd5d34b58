import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp, { type Sharp } from 'sharp';
import { LONGEST_SIDE, makePhoto, MAX_PHOTO_BYTES } from '../src/report-photos/photo-image.ts';
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

const [WIDTH, HEIGHT] = [8064, 6048];

it.each([6, 8] as const)(
  'a photo of 48 megapixels with the orientation %d becomes an upright one of at most 2 MB without metadata',
  async (orientation) => {
    // As a phone that is upright stores it: lying on its side, the sky where the orientation says that the top is.
    const noise = { type: 'gaussian' as const, mean: 110, sigma: 9 };
    const sky = { create: { width: 1000, height: HEIGHT, channels: 3 as const, background: '#00f' } };
    const upload = await sharp({
      create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#777', noise },
    })
      .composite([{ input: sky, left: orientation === 6 ? 0 : WIDTH - 1000, top: 0 }])
      .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitude: '51/1 30/1 3230/100' } })
      .withMetadata({ orientation })
      .jpeg({ quality: 80 })
      .toBuffer();
    expect(upload.length).toBeGreaterThan(2 * MAX_PHOTO_BYTES);
    const photo = await makePhoto(upload);
    expect(photo.length).toBeLessThanOrEqual(MAX_PHOTO_BYTES);
    const { width, height, exif, xmp, iptc, icc, orientation: turned } = await sharp(photo).metadata();
    expect([width, height]).toEqual([LONGEST_SIDE * 0.75, LONGEST_SIDE]);
    expect([exif, xmp, iptc, icc, turned]).toEqual(Array(5).fill(undefined));
    const blueOf = async (top: number) => {
      const strip = await sharp(photo).extract({ left: 0, top, width, height: 100 }).toBuffer();
      return (await sharp(strip).stats()).channels[2]?.mean ?? 0;
    };
    expect(await blueOf(0)).toBeGreaterThan(200);
    expect(await blueOf(height - 100)).toBeLessThan(150);
  },
  60_000,
);
