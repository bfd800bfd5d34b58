import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp, { type Sharp } from 'sharp';
import { makeThumbnail, MAX_PIXELS, NoPicture } from '../src/thumbnails/thumbnail-image.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The encoding of each format that needs the most memory to decode. */
const worst: [format: string, encode: (picture: Sharp) => Sharp][] = [
  ['jpeg', (picture) => picture.flatten().withMetadata({ orientation: 6 }).jpeg({ progressive: true })],
  ['webp', (picture) => picture.webp({ effort: 0 })],
  ['gif', (picture) => picture.gif({ effort: 1 })],
  ['png', (picture) => picture.toColourspace('rgb16').png({ progressive: true, compressionLevel: 1 })],
  ['heif', (picture) => picture.avif({ effort: 0 })],
];

const square = (pixels: number): Sharp => {
  const side = Math.floor(Math.sqrt(pixels));
  const background = { r: 200, g: 30, b: 60, alpha: 0.5 };
  return sharp({ create: { width: side, height: side, channels: 4, background } });
};

it.each(worst)(
  'the largest %s with a thumbnail needs at most 256 MB',
  async (format, encode) => {
    const file = join(folder, format);
    await encode(square(MAX_PIXELS.get(format) ?? 0)).toFile(file);
    const script = join(import.meta.dirname, 'measure-thumbnail.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [script, file]);
    expect(Number(stdout)).toBeGreaterThan(1024 * 1024);
    expect(Number(stdout)).toBeLessThan(256 * 1024 * 1024);
  },
  60_000,
);

it('larger pictures have no thumbnail', async () => {
  const [, encode] = worst[4] ?? [];
  const tooLarge = await encode?.(square((MAX_PIXELS.get('heif') ?? 0) * 1.1)).toBuffer();
  await expect(makeThumbnail(tooLarge ?? Buffer.alloc(0))).rejects.toThrow(NoPicture);
}, 60_000);
