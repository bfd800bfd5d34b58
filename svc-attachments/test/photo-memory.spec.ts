import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp, { type Sharp } from 'sharp';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'photos-'));
});
afterAll(() => rm(folder, { recursive: true }));

const square = (pixels: number): Sharp => {
  const side = Math.floor(Math.sqrt(pixels));
  const background = { r: 200, g: 30, b: 60, alpha: 0.5 };
  return sharp({ create: { width: side, height: side, channels: 4, background } });
};

/** The encodings that need the most memory to decode, with as many pixels as are accepted. */
const worst: [what: string, pixels: number, encode: (picture: Sharp) => Sharp][] = [
  ['JPEG', 50_000_000, (photo) => photo.flatten().withMetadata({ orientation: 6 }).jpeg()],
  [
    'progressive JPEG',
    50_000_000,
    (photo) => photo.flatten().withMetadata({ orientation: 6 }).jpeg({ progressive: true }),
  ],
  [
    'progressive JPEG with all colours',
    33_300_000,
    (photo) =>
      photo
        .flatten()
        .withMetadata({ orientation: 6 })
        .jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
  ],
  ['WebP', 50_000_000, (photo) => photo.webp({ effort: 0 })],
  ['PNG', 50_000_000, (photo) => photo.png({ compressionLevel: 1 })],
  [
    'interlaced PNG with 16 bits a channel',
    25_000_000,
    (photo) => photo.toColourspace('rgb16').png({ progressive: true, compressionLevel: 1 }),
  ],
];

it.each(worst)(
  'the largest %s that may be the photo of a report needs at most 256 MB',
  async (what, pixels, encode) => {
    const file = join(folder, what.replaceAll(' ', '-'));
    await encode(square(pixels)).toFile(file);
    const script = join(import.meta.dirname, 'measure-photo.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [script, file]);
    expect(Number(stdout)).toBeGreaterThan(1024 * 1024);
    expect(Number(stdout)).toBeLessThan(256 * 1024 * 1024);
  },
  60_000,
);
