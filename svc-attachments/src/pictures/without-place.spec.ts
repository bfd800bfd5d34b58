import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { animation, chunk, redAndBlue as picture } from '../../test/drawn-pictures.ts';
import { box, bytes, hex, number } from '../../test/media-files.ts';
import { placeRemoverOf } from './without-place.ts';

/** In the place of a position. */
const HERE = '51.5N 0.12W';

const segment = (marker: number, text: string) =>
  Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text, 'latin1')]);
const chunkOfRiff = (type: string, data: Buffer) => {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(type), size, data, Buffer.alloc(data.length % 2)]);
};
const after = (file: Buffer, at: number, ...more: Buffer[]) =>
  Buffer.concat([file.subarray(0, at), ...more, file.subarray(at)]);
/** A JPEG with more before the header of its frame. */
const beforeFrame = (jpeg: Buffer, ...more: Buffer[]) => after(jpeg, jpeg.indexOf('ffc0', 0, 'hex'), ...more);
/** A WebP with further chunks, and the size that says so. */
const withChunks = (webp: Buffer, ...more: Buffer[]) => {
  const longer = Buffer.concat([webp, ...more]);
  longer.writeUInt32LE(longer.length - 8, 4);
  return longer;
};

/** EXIF with an orientation (6), a camera, a position, maker notes and a comment. */
const exif = (image: Sharp) =>
  image.withMetadata({ orientation: 6 }).withExifMerge({
    IFD0: { Make: 'Camera', ImageDescription: HERE },
    IFD2: { MakerNote: HERE, UserComment: HERE },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100', GPSAreaInformation: HERE },
  });
const BIG_ENDIAN = `Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0${HERE}`;
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><exif:GPSLatitude>${HERE}</exif:GPSLatitude></x:xmpmeta>`;
const jpeg = () => picture(40, 30).jpeg().toBuffer();
const png = () => picture(40, 30).png().toBuffer();
const webp = () => picture(40, 30).webp().toBuffer();
const avif = () => exif(picture(40, 30)).withXmp(XMP).avif().toBuffer();
const tiff = () => exif(picture(40, 30)).withXmp(XMP).tiff().toBuffer();
/** A picture of one grey pixel in the other byte order, with IPTC and a position. */
const GREY_TIFF = bytes(
  'MM\0*',
  hex('00000008 000a'),
  hex('0100 0003 00000001 00010000 0101 0003 00000001 00010000 0102 0003 00000001 00080000'),
  hex('0103 0003 00000001 00010000 0106 0003 00000001 00010000 0111 0004 00000001 00000008'),
  hex('0116 0003 00000001 00010000 0117 0004 00000001 00000001'),
  hex('83bb 0007'),
  number(HERE.length),
  hex('00000098 8825 0004 00000001 00000086 00000000'),
  hex('0001 001c 0007'),
  number(HERE.length),
  hex('00000098 00000000'),
  HERE,
);
const END_OF_HEADER = 33;
const gif = () => animation(['#0f0', '#f00'], 'gif');
/** A GIF with more before its first picture. */
const beforePictures = (file: Buffer, ...more: Buffer[]) =>
  after(file, file.indexOf('21f904', 0, 'hex'), ...more);
/** XMP is not in blocks: what reads it as such arrives at its end by way of these bytes. */
const XMP_OF_GIF = bytes(
  '!\xff\x0bXMP DataXMP',
  XMP,
  '\x01',
  Buffer.from(Array.from({ length: 256 }, (_, at) => 255 - at)),
  '\0',
);
const end = (file: Buffer) => file.length - 12;

const isEmpty = (metadata: Buffer | undefined) => metadata?.every((byte) => byte === 0) ?? true;

describe('the place where a picture was taken', () => {
  // The service itself decodes no TIFF.
  const decoder = { operation: ['VipsForeignLoadTiffBuffer'] };
  beforeAll(() => sharp.unblock(decoder));
  afterAll(() => sharp.block(decoder));

  it.each<[where: string, file: () => Promise<Buffer>, orientation?: number]>([
    ['the EXIF of a JPEG', () => exif(picture(40, 30)).jpeg().toBuffer(), 6],
    ['the EXIF of a PNG', () => exif(picture(40, 30)).png().toBuffer(), 6],
    ['the EXIF of a WebP', () => exif(picture(40, 30)).webp().toBuffer(), 6],
    ['the EXIF of another byte order', async () => after(await jpeg(), 2, segment(0xe1, BIG_ENDIAN)), 6],
    ['EXIF that cannot be read', async () => after(await jpeg(), 2, segment(0xe1, `Exif\0\0${HERE}`))],
    ['the XMP of a JPEG', () => picture(40, 30).withXmp(XMP).jpeg().toBuffer()],
    ['the XMP of a WebP', () => picture(40, 30).withXmp(XMP).webp().toBuffer()],
    [
      'extended XMP',
      async () => after(await jpeg(), 2, segment(0xe1, `http://ns.adobe.com/xmp/extension/\0${HERE}`)),
    ],
    ['IPTC', async () => after(await jpeg(), 2, segment(0xed, `Photoshop 3.0\x008BIM\x04\x04${HERE}`))],
    ['a comment', async () => after(await jpeg(), 2, segment(0xfe, HERE))],
    ['a segment of an unknown program', async () => after(await jpeg(), 2, segment(0xe7, HERE))],
    [
      'a segment after bytes that nobody wrote',
      async () => beforeFrame(await jpeg(), Buffer.from(`${HERE}\xff`, 'latin1'), segment(0xe1, HERE)),
    ],
    [
      'a segment that is not all there',
      async () => Buffer.concat([(await jpeg()).subarray(0, -2), segment(0xe1, `${HERE}.`).subarray(0, -1)]),
    ],
    [
      'the video of a motion photo',
      async () => Buffer.concat([await jpeg(), Buffer.from(`ftypmp42${HERE}`)]),
    ],
    [
      'the second picture of a JPEG',
      async () => Buffer.concat([await jpeg(), Buffer.alloc(9), after(await jpeg(), 2, segment(0xfe, HERE))]),
    ],
    ...['tEXt', 'zTXt', 'iTXt', 'eXIf', 'prVt'].map((type): [string, () => Promise<Buffer>] => [
      `a chunk ${type}`,
      async () => after(await png(), END_OF_HEADER, chunk(type, Buffer.from(HERE))),
    ]),
    [
      'a chunk behind the pixels',
      async () => {
        const file = await png();
        return after(file, end(file), chunk('tEXt', Buffer.from(HERE)));
      },
    ],
    ['what follows the end of a PNG', async () => Buffer.concat([await png(), Buffer.from(HERE)])],
    ['a chunk of a WebP', async () => withChunks(await webp(), chunkOfRiff('ABCD', Buffer.from(HERE)))],
    [
      'EXIF behind a name',
      async () =>
        withChunks(
          await exif(picture(40, 30)).webp().toBuffer(),
          chunkOfRiff('EXIF', Buffer.from(BIG_ENDIAN, 'latin1')),
        ),
      6,
    ],
    ['what follows the end of a WebP', async () => Buffer.concat([await webp(), Buffer.from(HERE)])],
    [
      'a second EXIF of a JPEG',
      async () => after(await jpeg(), 2, ...[BIG_ENDIAN, BIG_ENDIAN].map((text) => segment(0xe1, text))),
      6,
    ],
    ['the EXIF and XMP of an AVIF', avif],
    ['what follows an AVIF', async () => bytes(await avif(), box('mpvd', HERE), HERE)],
    ['the directories and XMP of a TIFF', tiff, 6],
    ['the IPTC and position of a TIFF of another byte order', () => Promise.resolve(GREY_TIFF), 1],
    ['what no directory of a TIFF names', async () => bytes(await tiff(), HERE), 6],
    [
      'a comment of a GIF',
      async () => beforePictures(await gif(), bytes('!\xfe', Buffer.from([HERE.length]), HERE, '\0')),
    ],
    ['the XMP of a GIF', async () => beforePictures(await gif(), XMP_OF_GIF)],
    ['what follows a GIF', async () => bytes(await gif(), HERE)],
  ])('is removed from %s', async (_where, read, ...[orientation]) => {
    const original = await read();
    expect(original.includes(HERE)).toBe(true);
    const file = Buffer.from(original);
    placeRemoverOf(file)?.clean(file);
    for (const trace of [HERE, 'Camera', 'GPS', '\x00\x00\x00\x33\x00\x00\x00\x01']) {
      expect(file.includes(trace, 'latin1')).toBe(false);
    }
    expect(file).toHaveLength(original.length);
    const [before, now] = [await sharp(original).metadata(), await sharp(file).metadata()];
    expect([now.orientation, isEmpty(now.xmp), isEmpty(now.iptc)]).toEqual([orientation, true, true]);
    expect([now.width, now.height, now.format]).toEqual([before.width, before.height, before.format]);
    const pixels = (bytes: Buffer) => sharp(bytes, { failOn: 'none', autoOrient: true }).raw().toBuffer();
    expect(await pixels(file)).toEqual(await pixels(original));
    if (before.format === 'png') expect(isIntact(file)).toBe(true);
  });

  it.each<[what: string, file: () => Promise<Buffer>]>([
    ['a JPEG with a profile', () => picture(40, 30).withIccProfile('p3').jpeg().toBuffer()],
    [
      'a progressive JPEG in CMYK',
      () => picture(40, 30).toColourspace('cmyk').jpeg({ progressive: true }).toBuffer(),
    ],
    ['a PNG with a profile', () => picture(40, 30).withIccProfile('p3').png().toBuffer()],
    ['an animated WebP', () => animation(['#0f0', '#f00'], 'webp')],
    ['a WebP with a profile', () => picture(40, 30).withIccProfile('p3').webp().toBuffer()],
    ['an animated GIF', gif],
    ['an AVIF', () => picture(40, 30).withIccProfile('p3').avif().toBuffer()],
    [
      'a TIFF in tiles',
      () => picture(40, 30).withIccProfile('p3').tiff({ tile: true, compression: 'lzw' }).toBuffer(),
    ],
  ])('is not in %s, which stays as it is but for its empty EXIF', async (_what, read) => {
    const original = await read();
    const file = Buffer.from(original);
    placeRemoverOf(file)?.clean(file);
    const { exif: _before, ...before } = await sharp(original).metadata();
    const { exif: _now, ...now } = await sharp(file).metadata();
    expect(now).toEqual(before);
    expect(await sharp(file, { pages: -1 }).raw().toBuffer()).toEqual(
      await sharp(original, { pages: -1 }).raw().toBuffer(),
    );
  });

  it.each(['RIFF....AVI ', '%PDF-1.7', 'Hey, free for all', 'so, ftypheic', ''])(
    'is not looked for in %j',
    (start) => {
      expect(placeRemoverOf(Buffer.from(start))).toBeUndefined();
    },
  );

  it('stays in raw files of cameras, which cannot be developed without their metadata', () => {
    expect(placeRemoverOf(GREY_TIFF, 'image/x-adobe-dng')).toBeUndefined();
    expect(placeRemoverOf(GREY_TIFF, 'image/tiff')).toBeDefined();
  });

  it('is removed in a short time, wherever a file ends', async () => {
    for (const read of [
      () => exif(picture(40, 30)).jpeg(),
      () => exif(picture(40, 30)).png(),
      () => exif(picture(40, 30)).webp(),
      () => exif(picture(40, 30)).withXmp(XMP).avif(),
    ]) {
      const whole = await read().toBuffer();
      for (let length = 12; length < whole.length; length += 1) {
        const file = Buffer.from(whole.subarray(0, length));
        placeRemoverOf(file)?.clean(file);
        expect(file.includes(HERE)).toBe(false);
      }
    }
  });
});

/** Whether each chunk of a PNG has the checksum that it says. */
function isIntact(file: Buffer): boolean {
  for (let at = 8; file.toString('latin1', at + 4, at + 8) !== 'IEND';) {
    const crcAt = at + 8 + file.readUInt32BE(at);
    if (file.readUInt32BE(crcAt) !== crc32(file.subarray(at + 4, crcAt))) return false;
    at = crcAt + 4;
  }
  return true;
}
