import { describe, expect, it } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';
import { animation, colourAt, flatPng, redAndBlue as picture } from '../../test/drawn-pictures.ts';
import { LONGEST_SIDE, makePhoto, MAX_PHOTO_BYTES, PhotoRefused } from './photo-image.ts';

/** The markers of a JPEG before its pixels, in hexadecimal. */
function segmentsOf(jpeg: Buffer): string[] {
  const segments: string[] = [];
  for (let at = 2; jpeg[at] === 0xff && jpeg[at + 1] !== 0xda;) {
    const length = jpeg.readUInt16BE(at + 2);
    segments.push(jpeg.subarray(at + 1, at + 2).toString('hex'));
    at += 2 + length;
  }
  return segments;
}

describe('a photo', () => {
  it.each<[format: string, encode: (image: Sharp) => Sharp]>([
    ['JPEG', (image) => image.jpeg()],
    ['progressive JPEG', (image) => image.jpeg({ progressive: true })],
    ['grey JPEG', (image) => image.grayscale().jpeg()],
    ['CMYK JPEG', (image) => image.toColourspace('cmyk').jpeg()],
    ['PNG', (image) => image.png()],
    [
      'interlaced PNG with 16 bits a channel',
      (image) => image.toColourspace('rgb16').png({ progressive: true }),
    ],
    ['WebP', (image) => image.webp()],
  ])('is created from a %s', async (_format, encode) => {
    const photo = await makePhoto(await encode(picture(640, 480)).toBuffer());
    expect(await sharp(photo).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 480 });
  });

  it.each([
    [4000, 1000, 2048, 512],
    [1000, 4000, 512, 2048],
    [2048, 2048, 2048, 2048],
    [30, 20, 30, 20],
  ])('of %d x %d pixels becomes one of %d x %d', async (width, height, newWidth, newHeight) => {
    const photo = await makePhoto(await picture(width, height).jpeg().toBuffer());
    expect(await sharp(photo).metadata()).toMatchObject({ width: newWidth, height: newHeight });
    expect(Math.max(newWidth, newHeight)).toBeLessThanOrEqual(LONGEST_SIDE);
  });

  it('is upright whichever way the phone was held', async () => {
    // For each orientation: whether width and height change places, and where the blue half ends up.
    const sides: [orientation: number, isTurned: boolean, x: number, y: number][] = [
      [1, false, 20, 150],
      [2, false, 380, 150],
      [3, false, 380, 150],
      [4, false, 20, 150],
      [5, true, 150, 20],
      [6, true, 150, 20],
      [7, true, 150, 380],
      [8, true, 150, 380],
    ];
    for (const [orientation, isTurned, x, y] of sides) {
      const held = await picture(400, 300).withMetadata({ orientation }).jpeg().toBuffer();
      const photo = await makePhoto(held);
      const metadata = await sharp(photo).metadata();
      expect([orientation, metadata.width, metadata.height, metadata.orientation]).toEqual([
        orientation,
        ...(isTurned ? [300, 400] : [400, 300]),
        undefined,
      ]);
      expect((await colourAt(photo, x, y))[2]).toBeGreaterThan(180);
    }
  });

  it('has no location, camera, comment, profile or other metadata, and nothing after its end', async () => {
    const original = await picture(800, 600)
      .withExif({
        IFD0: { Make: 'Camera', Artist: 'Somebody', ImageDescription: 'here' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
      })
      .withIccProfile('p3')
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>here</place></x:xmpmeta>')
      .jpeg()
      .toBuffer();
    const segment = (marker: number, text: string) =>
      Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text)]);
    const upload = Buffer.concat([
      original.subarray(0, 2),
      segment(0xfe, 'a comment about here'),
      segment(0xed, 'Photoshop 3.0\u00008BIM\u0004\u0004 here'),
      segment(0xe2, 'MPF\u0000 here'),
      original.subarray(2),
      // A motion photo has a video, one for three dimensions a second picture.
      await picture(10, 10).jpeg().toBuffer(),
      Buffer.from('\u0000\u0000\u0000\u0018ftypmp42 here'),
    ]);
    const before = await sharp(upload).metadata();
    expect(segmentsOf(upload)).toEqual(expect.arrayContaining(['fe', 'ed', 'e1', 'e2']));
    expect(Object.keys(before)).toEqual(expect.arrayContaining(['exif', 'xmp', 'icc', 'iptc']));

    const photo = await makePhoto(upload);
    const { exif, xmp, icc, iptc, comments, orientation } = await sharp(photo).metadata();
    expect([exif, xmp, icc, iptc, comments, orientation]).toEqual(Array(6).fill(undefined));
    // None for applications, none for comments.
    expect(segmentsOf(photo).filter((marker) => /^(e.|fe)$/.test(marker))).toEqual([]);
    for (const trace of ['Exif', 'ICC_', 'http', 'MPF', '8BIM', 'ftyp', 'Camera', 'Somebody', 'here']) {
      expect(photo.includes(trace)).toBe(false);
    }
    expect(photo.subarray(-2).toString('hex')).toBe('ffd9');
    expect(photo.indexOf(Buffer.from('ffd8', 'hex'), 2)).toBe(-1);
  });

  it('is converted to sRGB', async () => {
    const square = { create: { width: 50, height: 50, channels: 3 as const, background: '#00c800' } };
    const wide = await sharp(square).withIccProfile('p3').png().toBuffer();
    const [red, green] = await colourAt(await makePhoto(wide), 25, 25);
    // The same green in numbers of sRGB, whoever ignores the profile sees another one.
    const [expectedRed, expectedGreen] = await colourAt(await sharp(wide).png().toBuffer(), 25, 25);
    expect(Math.abs((red ?? 255) - (expectedRed ?? 0))).toBeLessThan(6);
    expect(Math.abs((green ?? 255) - (expectedGreen ?? 0))).toBeLessThan(6);
  });

  it('is white where it was transparent', async () => {
    const transparent = await sharp({
      create: { width: 60, height: 60, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    expect(Math.min(...(await colourAt(await makePhoto(transparent), 30, 30)))).toBeGreaterThan(250);
  });

  it('is the first frame of an animation', async () => {
    const moving = await animation(['#0f0', '#f00'], 'webp');
    const photo = await makePhoto(moving);
    expect(await sharp(photo).metadata()).toMatchObject({ width: 300, height: 200 });
    expect((await colourAt(photo, 150, 100))[1]).toBeGreaterThan(180);
  });

  it('has at most 2 MB, also when every pixel is another one', async () => {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 90 };
    const upload = await sharp({
      create: { width: LONGEST_SIDE, height: LONGEST_SIDE, channels: 3, background: '#000', noise },
    })
      .jpeg({ quality: 95 })
      .toBuffer();
    expect(upload.length).toBeGreaterThan(2 * MAX_PHOTO_BYTES);
    const photo = await makePhoto(upload);
    expect(photo.length).toBeLessThanOrEqual(MAX_PHOTO_BYTES);
    expect(await sharp(photo).metadata()).toMatchObject({ width: LONGEST_SIDE, height: LONGEST_SIDE });
  }, 30_000);

  it('is also created from a JPEG as some phones write them, about which decoders warn', async () => {
    const original = await picture(400, 300).jpeg().toBuffer();
    const scan = original.indexOf(Buffer.from('ffda', 'hex'));
    // The end of the spectral selection in the header of the scan: 63 in a sequential JPEG.
    const at = scan + 2 + original.readUInt16BE(scan + 2) - 2;
    expect(original[at]).toBe(63);
    const unusual = Buffer.from(original);
    unusual[at] = 0;
    await expect(sharp(unusual, { failOn: 'warning' }).raw().toBuffer()).rejects.toThrow();
    expect(await sharp(await makePhoto(unusual)).metadata()).toMatchObject({ width: 400, height: 300 });
  });
});

describe('what is no photo is refused in words:', () => {
  it.each<[what: string, bytes: Buffer | Promise<Buffer>]>([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('Hello')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')],
    ['a GIF', picture(20, 20).gif().toBuffer()],
    ['a TIFF', picture(20, 20).tiff().toBuffer()],
    ['an AVIF', picture(20, 20).avif().toBuffer()],
    ['the beginning of a JPEG', Buffer.from('ffd8ffe000104a46494600', 'hex')],
    ['a PNG without pixels', flatPng(0, 0)],
    [
      'a page behind the beginning of a PNG',
      Buffer.concat([flatPng(9, 9).subarray(0, 40), Buffer.from('<p>')]),
    ],
  ])('%s', async (_what, bytes) => {
    await expect(makePhoto(await bytes)).rejects.toThrow(PhotoRefused);
    await expect(makePhoto(await bytes)).rejects.toThrow(/^This file cannot be read as a photo\./);
  });

  it('half a photo', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const whole = await picture(640, 480).toFormat(format).toBuffer();
      await expect(makePhoto(whole.subarray(0, whole.length / 2))).rejects.toThrow(PhotoRefused);
    }
  });

  it('a small file that decodes to more than 50 megapixels, which costs neither time nor memory', async () => {
    const begun = [process.memoryUsage().rss, Date.now()] as const;
    for (const bomb of [
      flatPng(10_000, 5001, 16),
      flatPng(60_000, 60_000, 16),
      flatPng(6000, 6000, 16, true),
    ]) {
      await expect(makePhoto(bomb)).rejects.toThrow(/^This photo has too many pixels\./);
    }
    expect(process.memoryUsage().rss - begun[0]).toBeLessThan(50 * 1024 * 1024);
    expect(Date.now() - begun[1]).toBeLessThan(2000);
  });
});
