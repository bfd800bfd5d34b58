import sharp from 'sharp';
import type { PLACE_REMOVERS } from '../src/pictures/without-place.ts';
import { deflateSync } from 'node:zlib';
import { chunk, flatPng, greyJpeg } from './drawn-pictures.ts';
import { box, bytes, hex, number, pictures, track } from './media-files.ts';

type Bytes = Buffer | string;

/** The maximum size of a file, unless MAX_ATTACHMENT_BYTES says otherwise. */
const SIZE = 10_485_760;

/** A file that begins so and repeats `part` up to the largest size. */
const filled = (start: Bytes, part: Bytes, end: Bytes = '') =>
  bytes(start, Buffer.alloc(SIZE - bytes(start).length - bytes(end).length, bytes(part)), end);

/**
 * Boxes in boxes, each of the rest of the file.
 * @param step the bytes of each before the next one
 */
const nested = (start: Buffer, step: number, begin: (file: Buffer, at: number) => void) => {
  const file = bytes(start, Buffer.alloc(SIZE - start.length));
  for (let at = start.length; at + step <= SIZE; at += step) begin(file, at);
  return file;
};
const little = (value: number) => number(value).reverse();

/** A directory that says it has 65,535 entries, and ends. */
const LYING = '49492a00 08000000 ffff';
const PNG = flatPng(8, 8).subarray(0, 33);
const WEBP = bytes('RIFF', little(SIZE - 8), 'WEBPVP8X', little(10), hex('02000000 070000 070000'));
/** A frame of a WebP, of one pixel. */
const FRAME = bytes(
  'ANMF',
  little(40),
  Buffer.alloc(16),
  'VP8L',
  little(15),
  hex('2f000000000710fd8ffe0722a2ff0100'),
);
const HEIC = box('ftyp', 'heic', number(0), 'mif1');
const jpegWith = async (segment: Bytes) => {
  const jpeg = await sharp(flatPng(8, 8)).jpeg().toBuffer();
  return filled(jpeg.subarray(0, 2), segment, jpeg.subarray(2));
};
/**
 * The items of a HEIC: a picture whose data `iloc` names.
 * @param sizes of its fields
 */
const items = (sizes: string, item: Bytes) => {
  const list = box('iinf', number(0), hex('0001'), box('infe', hex('02000000 0001 0000'), 'hvc1\0'));
  const start = bytes(number(0), hex(sizes), hex('ffff'));
  const left = SIZE - HEIC.length - pictures(list, box('iloc', start)).length;
  return bytes(HEIC, pictures(list, box('iloc', start, Buffer.alloc(left, bytes(item)))));
};
/** A film that has as many chunks as there is room for, each of `samples` samples of `size` bytes. */
const film = (size: number, samples: number) => {
  const of = (chunks: Bytes) => {
    const tables = [
      box('stsz', number(0), number(size), number(1)),
      box('stsc', number(0), number(1), number(1), number(samples), number(1)),
      box('stco', number(0), number(1), chunks),
    ];
    return bytes(HEIC, box('moov', track('vide', tables)));
  };
  return of(Buffer.alloc(SIZE - of('').length));
};

/** A film in fragments of one track, whose samples have a byte each. */
const fragments = (run: Bytes) => {
  const extension = box('mvex', box('trex', number(0), number(0), number(0), number(0), number(1)));
  const start = bytes(HEIC, box('moov', track('vide', []), extension));
  return filled(start, box('moof', box('traf', box('tfhd', number(0), number(0)), run)));
};

const TIFF = bytes('MM\0*', number(8));
/** A directory of a TIFF with as many entries as it can have, all of which are kept. */
const MANY_ENTRIES = bytes(
  hex('ffff'),
  Buffer.alloc(65_535 * 12, hex('0100 0004 00000001 00000001')),
  number(0),
);

/**
 * For each format from which the place is removed, the files that cost the most, up to the largest size: a reader that
 * trusts what they say of themselves would need minutes, or end the process.
 */
export const WORST_FILES: Record<
  keyof typeof PLACE_REMOVERS,
  Record<string, () => Buffer | Promise<Buffer>>
> = {
  jpeg: {
    'EXIF whose directories lie': () => jpegWith(hex(`ffe10012 457869660000 ${LYING}`)),
    'empty segments': () => jpegWith(hex('ffe10002')),
    'empty comments': () => jpegWith(hex('fffe0002')),
    markers: () => filled(hex('ffd8ff'), hex('ffd8')),
    'fill bytes': () => filled(hex('ffd8ff'), hex('ff')),
    'pictures that end at once': () => filled('', hex('ffd8ffd9')),
    'scans of many pixels': () => greyJpeg(7000, 7000, 20_000),
    'as many scans as are decoded': () => greyJpeg(7000, 7000, 100),
    'ends with zeros behind them': () => filled(hex('ffd8ff'), hex('ffd9 00000000000000 ffd8ff')),
  },
  png: {
    'EXIF whose directories lie': () => filled(PNG, hex(`0000000a 65584966 ${LYING} 00000000`)),
    'empty chunks': () => filled(PNG, hex('00000000 74455874 00000000')),
    'empty chunks that are kept': () => filled(PNG, hex('00000000 49444154 35af061e')),
    'texts that are compressed': () => {
      const text = chunk('zTXt', bytes('k\0\0', deflateSync(Buffer.alloc(7_900_000))));
      const end = flatPng(8, 8).subarray(PNG.length);
      const count = Math.floor((SIZE - PNG.length - end.length) / text.length);
      return bytes(PNG, Buffer.alloc(count * text.length, text), end);
    },
    'one EXIF': () =>
      bytes(PNG, number(SIZE - PNG.length - 12), 'eXIf', hex(LYING), Buffer.alloc(SIZE - PNG.length - 18)),
  },
  webp: {
    'EXIF whose directories lie': () => filled(WEBP, bytes('EXIF', little(10), hex(LYING))),
    'empty chunks': () => filled(WEBP, bytes('ABCD', little(0))),
    'frames in frames': () =>
      nested(WEBP, 24, (file, at) => {
        file.write('ANMF', at);
        file.writeUInt32LE(SIZE - at - 8, at + 4);
      }),
    'frames of a pixel': () => filled(bytes(WEBP, 'ANIM', little(6), Buffer.alloc(6)), FRAME),
    'small frames': () => filled(WEBP, bytes('ANMF', little(24), Buffer.alloc(16), 'ABCD', little(0))),
  },
  gif: {
    'empty comments': () => filled('GIF89a\x01\0\x01\0\0\0\0', hex('21fe00')),
    'a comment in small blocks': () => filled('GIF89a\x01\0\x01\0\0\0\0\x21\xfe', hex('0141')),
    'pictures of a pixel': () =>
      filled(
        'GIF89a\x01\0\x01\0\x80\0\0\0\0\0\0\0\0',
        hex('2c000000000100010000020244 0100'.replace(' ', '')),
      ),
    'pictures without pixels': () => filled('GIF89a\x01\0\x01\0\0\0\0', hex('2c0000000001000100000200')),
  },
  tiff: {
    'values of the whole file': () =>
      filled(bytes(TIFF, hex('ffff')), bytes(hex('0140 0001'), number(SIZE), number(10))),
    'the same strip again and again': () => {
      const count = 1_000_000;
      const entry = (tag: string, at: number) => bytes(hex(`${tag} 0004`), number(count), number(at));
      const entries = bytes(hex('0002'), entry('0111', 38), entry('0117', 38 + 4 * count), number(0));
      return bytes(TIFF, entries, Buffer.alloc(4 * count), Buffer.alloc(4 * count, number(SIZE)));
    },
    'the same picture again and again': () => {
      const left = SIZE - TIFF.length - 18 - MANY_ENTRIES.length;
      const pictures = bytes(hex('0001 014a 0004'), number(left / 4), number(26 + MANY_ENTRIES.length));
      return bytes(TIFF, pictures, number(0), MANY_ENTRIES, Buffer.alloc(left, number(26)));
    },
    'a directory that follows itself': () => bytes(TIFF, MANY_ENTRIES.subarray(0, -4), number(8)),
  },
  media: {
    'empty boxes': () => filled(HEIC, box('abcd')),
    'boxes in boxes': () =>
      nested(HEIC, 8, (file, at) => {
        file.writeUInt32BE(SIZE - at, at);
        file.write('moov', at + 4);
      }),
    tracks: () => filled(HEIC, box('moov', box('trak', box('mdia')))),
    'places without bytes': () => items('0000', hex('0001 0000 ffff')),
    'places of the whole file': () => items('4400', bytes(hex('0001 0000 0001'), number(0), number(SIZE))),
    'fragments of the whole file': () => fragments(box('trun', number(1), number(SIZE), number(0))),
    'fragments of samples without bytes': () => fragments(box('trun', number(0x200), number(0xffff_ffff))),
    'samples without bytes': () => film(0, 0xffff_ffff),
    'samples of the whole file': () => film(SIZE, 1),
  },
};
