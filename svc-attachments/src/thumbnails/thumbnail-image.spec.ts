import { describe, expect, it } from '@jest/globals';
import { randomFillSync } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { animation, colourAt, flatPng, redAndBlue as picture } from '../../test/drawn-pictures.ts';
import { isPicture, makeThumbnail, NoPicture, THUMBNAIL_HEIGHT } from './thumbnail-image.ts';

/** A blue picture in which every pixel is another one, so that its file is long. */
const noise = (width: number, height: number): Sharp => {
  const pixels = randomFillSync(Buffer.alloc(width * height * 3)).map((value, at) =>
    at % 3 === 2 ? 200 + (value >> 3) : value >> 2,
  );
  return sharp(pixels, { raw: { width, height, channels: 3 } });
};

/** With further bytes, in hexadecimal. */
const insert = (file: Buffer, at: number, bytes: string): Buffer =>
  Buffer.concat([file.subarray(0, at), Buffer.from(bytes, 'hex'), file.subarray(at)]);

describe('a thumbnail', () => {
  it.each<[format: string, encode: (image: Sharp) => Sharp]>([
    ['PNG', (image) => image.png()],
    ['interlaced PNG', (image) => image.png({ progressive: true })],
    ['PNG with 16 bits a channel', (image) => image.toColourspace('rgb16').png()],
    ['JPEG', (image) => image.jpeg()],
    ['progressive JPEG', (image) => image.jpeg({ progressive: true })],
    ['CMYK JPEG', (image) => image.toColourspace('cmyk').jpeg()],
    ['WebP', (image) => image.webp()],
    ['GIF', (image) => image.gif()],
    ['AVIF', (image) => image.avif({ effort: 0 })],
  ])('of a %s is a WebP 200 pixels wide in the same colours', async (_format, encode) => {
    const thumbnail = await makeThumbnail(await encode(picture(400, 300)).toBuffer());
    expect(await sharp(thumbnail).metadata()).toMatchObject({
      format: 'webp',
      width: 200,
      height: 150,
      space: 'srgb',
    });
    const [[leftRed = 255, , leftBlue = 0], [rightRed = 0, , rightBlue = 255]] = [
      await colourAt(thumbnail, 20, 75),
      await colourAt(thumbnail, 180, 75),
    ];
    // Blue ink is less bright than blue on a screen.
    expect(leftBlue - leftRed).toBeGreaterThan(80);
    expect(rightRed - rightBlue).toBeGreaterThan(80);
  });

  it('is never larger than the picture', async () => {
    const thumbnail = await makeThumbnail(await picture(120, 80).png().toBuffer());
    expect(await sharp(thumbnail).metadata()).toMatchObject({ width: 120, height: 80 });
  });

  it('keeps transparency', async () => {
    const transparent = sharp({
      create: { width: 300, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    });
    const thumbnail = await makeThumbnail(await transparent.png().toBuffer());
    expect((await sharp(thumbnail).stats()).isOpaque).toBe(false);
  });

  it('is rotated according to the EXIF orientation', async () => {
    // Orientation 6: rotate by 90° to the right, so that the left half is on top.
    const turned = await picture(400, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const thumbnail = await makeThumbnail(turned);
    expect(await sharp(thumbnail).metadata()).toMatchObject({ width: 200, height: 267 });
    expect((await colourAt(thumbnail, 100, 30))[2]).toBeGreaterThan(180);
    expect((await colourAt(thumbnail, 100, 230))[0]).toBeGreaterThan(180);
  });

  it('contains no location, camera or other metadata', async () => {
    const original = await picture(400, 300)
      .withExif({
        IFD0: { Make: 'Camera', Artist: 'Somebody' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
      })
      .withIccProfile('p3')
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>here</place></x:xmpmeta>')
      .jpeg()
      .toBuffer();
    expect(Object.keys(await sharp(original).metadata())).toEqual(
      expect.arrayContaining(['exif', 'xmp', 'icc']),
    );
    const thumbnail = await makeThumbnail(original);
    const { exif, xmp, icc, iptc, comments, orientation } = await sharp(thumbnail).metadata();
    expect([exif, xmp, icc, iptc, comments, orientation]).toEqual(Array(6).fill(undefined));
    for (const trace of ['EXIF', 'XMP ', 'ICCP', 'Camera', 'Somebody', 'here']) {
      expect(thumbnail.includes(trace)).toBe(false);
    }
  });

  it('shows the first frame of an animation', async () => {
    for (const format of ['gif', 'webp'] as const) {
      const moving = await animation(['#0f0', '#f00', '#00f'], format);
      expect(await sharp(moving).metadata()).toMatchObject({ pages: 3 });
      const thumbnail = await makeThumbnail(moving);
      const { pages, width, height } = await sharp(thumbnail).metadata();
      expect([pages, width, height]).toEqual([undefined, 200, 133]);
      expect((await colourAt(thumbnail, 100, 60))[1]).toBeGreaterThan(180);
    }
  });

  it.each(['jpeg', 'png', 'webp', 'gif'] as const)('shows what is there of half a %s', async (format) => {
    const whole = await noise(640, 480).toFormat(format).toBuffer();
    for (const length of [whole.length - 2, Math.floor(whole.length / 2)]) {
      const thumbnail = await makeThumbnail(whole.subarray(0, length));
      expect(await sharp(thumbnail).metadata()).toMatchObject({ width: 200, height: 150 });
      expect((await colourAt(thumbnail, 20, 2))[2]).toBeGreaterThan(180);
    }
    for (const length of [0, 10]) {
      await expect(makeThumbnail(whole.subarray(0, length))).rejects.toThrow(NoPicture);
    }
  });

  it('shows a cut webp of which the decoder reads past what its sizes say', async () => {
    const cut = Buffer.from(
      'UklGRtAAAABXRUJQVlA4IMQAAADwAwCdASoQABAAAUAmJZgCdH8EwAbwyRAH7AdLN6gDnH7TvboP8z9MAP37wAN5L1MibY328PLIYdZ6kGGY' +
        '+ABAuwG2AZvb1YNrQA2wxANX64ARzDjuQQV13Gp7lxKpcm8eSJ+9M/bD4GuQu3tEes8++EK4ScKmmC3aggRwdPA1pvEdmeWpmn6++BKl' +
        '9Gr2XxTKk1h0toRh5yBbn/4ZgrgtqFJXgd+ynC/0AYYo+CMQEX83LEG774a+fZgCwyCF9rNz',
      'base64',
    );
    expect(await sharp(await makeThumbnail(cut)).metadata()).toMatchObject({ width: 16, height: 16 });
  });

  it.each<[what: string, damage: (jpeg: Buffer, scan: number) => Buffer]>([
    // The last three bytes of the header of the scan: the spectral selection.
    [
      'a header of the scan that says 0, 0, 0',
      (jpeg, scan) => Buffer.from(jpeg).fill(0, scan + 11, scan + 14),
    ],
    ['no end', (jpeg) => jpeg.subarray(0, -2)],
    ['bytes before a marker', (jpeg) => insert(jpeg, jpeg.indexOf('ffc0', 0, 'hex'), '1122ff')],
    ['bytes that nobody wrote', (jpeg, scan) => Buffer.from(jpeg).fill(0x55, scan + 400, scan + 420)],
    ['a marker amid its pixels', (jpeg, scan) => insert(jpeg, scan + 400, 'ffe5')],
    ['EXIF that cannot be read', (jpeg) => insert(jpeg, 2, 'ffe1000e457869660000' + '4d4d002affff')],
    [
      'a profile that cannot be read',
      (jpeg) => insert(jpeg, 2, 'ffe200124943435f50524f46494c45000101' + 'ffff'),
    ],
  ])('is created from a JPEG with %s', async (_what, damage) => {
    const jpeg = await picture(400, 300).jpeg().toBuffer();
    const thumbnail = await makeThumbnail(damage(jpeg, jpeg.indexOf('ffda', 0, 'hex')));
    expect(await sharp(thumbnail).metadata()).toMatchObject({ width: 200, height: 150 });
    expect((await colourAt(thumbnail, 20, 2))[2]).toBeGreaterThan(180);
  });

  it.each([
    [1080, 24_000, 200, THUMBNAIL_HEIGHT],
    [24_000, 1080, 200, 9],
    [1080, 2300, 200, THUMBNAIL_HEIGHT],
    [90, 4000, 90, THUMBNAIL_HEIGHT],
    [1, 50_000, 1, THUMBNAIL_HEIGHT],
    [1_000_000, 51, 200, 1],
    [5000, 5000, 200, 200],
  ])('of a PNG of %d x %d pixels has %d x %d', async (width, height, newWidth, newHeight) => {
    const thumbnail = await makeThumbnail(flatPng(width, height));
    expect(await sharp(thumbnail).metadata()).toMatchObject({ width: newWidth, height: newHeight });
  });

  it('shows the top of a long picture', async () => {
    const long = noise(400, 900).extend({ bottom: 2000, background: '#f00' });
    const thumbnail = await makeThumbnail(await long.png().toBuffer());
    expect((await colourAt(thumbnail, 100, 390))[2]).toBeGreaterThan(180);
  });

  it.each<[what: string, bytes: Buffer | Promise<Buffer>]>([
    [
      'SVG',
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
      ),
    ],
    ['a page', Buffer.from('<!doctype html><p>Hello')],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')],
    ['a TIFF', picture(20, 20).tiff().toBuffer()],
    ['a PNG without pixels', flatPng(0, 0)],
  ])('is not created from %s', async (_what, bytes) => {
    await expect(makeThumbnail(await bytes)).rejects.toThrow(NoPicture);
  });

  it('is not created from a small file that decompresses to a huge picture, which costs neither time nor memory', async () => {
    const gif = Buffer.from('474946383961ffffffff800000000000ffffff2c00000000ffffffff0002024401003b', 'hex');
    const bombs = [flatPng(30_000, 30_000), flatPng(6000, 6000, 16, true), gif];
    for (const bomb of bombs) {
      const [before, startedAt] = [process.memoryUsage().rss, Date.now()];
      await expect(makeThumbnail(bomb)).rejects.toThrow(NoPicture);
      expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024);
      expect(Date.now() - startedAt).toBeLessThan(2000);
    }
  });
});

describe('a picture', () => {
  it.each([
    ['image/png', 10_485_760, true],
    ['image/jpeg', 1, true],
    ['image/png', 33_554_433, false],
    ['image/svg+xml', 100, false],
    ['application/pdf', 100, false],
    ['application/octet-stream', 100, false],
    ['toString', 100, false],
    [null, 100, false],
  ])('is %s of %d bytes: %s', (type, size, expected) => {
    expect(isPicture(type, size)).toBe(expected);
  });
});
