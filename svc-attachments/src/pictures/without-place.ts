import { cleanGif } from './without-place/gif.ts';
import { cleanJpeg } from './without-place/jpeg.ts';
import { cleanMedia } from './without-place/media.ts';
import { cleanPng, PNG_SIGNATURE } from './without-place/png.ts';
import { cleanTiff } from './without-place/tiff.ts';
import { cleanWebp } from './without-place/webp.ts';

/**
 * What removes the place from files of a format. Each overwrites with zeros, in the file itself, everything that is not
 * known to change what is seen or heard: EXIF but for the orientation, with its maker notes; XMP; IPTC; comments;
 * subtitles; data that nothing shown names; what follows the picture. Size, pixels and positions stay. Each reads a
 * file once, in a time in proportion to its size, whatever it says of itself.
 */
interface PlaceRemover {
  /** @param start the first twelve bytes of a file, as Latin-1 */
  begins: (start: string) => boolean;
  /**
   * Returns how many parts a decoder goes over one after the other: scans, frames, pages or items.
   * @throws UnreadablePicture
   */
  clean: (file: Buffer) => number;
  /** More than sound files have, and so few that a decoder needs no time for them. */
  maxParts: number;
}

const FIRST_BOXES = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot', 'uuid', 'styp']);

export const PLACE_REMOVERS = {
  jpeg: { begins: (start) => start.startsWith('\xff\xd8\xff'), clean: cleanJpeg, maxParts: 100 },
  png: { begins: (start) => start.startsWith(PNG_SIGNATURE), clean: cleanPng, maxParts: 1 },
  webp: { begins: (start) => /^RIFF[^]{4}WEBP/.test(start), clean: cleanWebp, maxParts: 10_000 },
  gif: { begins: (start) => /^GIF8[79]a/.test(start), clean: cleanGif, maxParts: 10_000 },
  tiff: {
    begins: (start) => start.startsWith('II*\0') || start.startsWith('MM\0*'),
    clean: cleanTiff,
    maxParts: 10_000,
  },
  // HEIC, AVIF, MP4, MOV. Its first box has less than 128 MB, or is no text.
  media: {
    begins: (start) => start.charCodeAt(0) < 8 && FIRST_BOXES.has(start.slice(4, 8)),
    clean: cleanMedia,
    maxParts: 1000,
  },
} satisfies Record<string, PlaceRemover>;

/** Raw files of cameras have the structure of TIFF or HEIC, but cannot be developed without their metadata. */
const RAW = /^image\/x-/;

/**
 * What removes the place from a file; undefined for what is no picture or video.
 * @param start its first bytes
 * @param type as found in them, if it was looked for
 */
export function placeRemoverOf(start: Buffer, type: string | null = null): PlaceRemover | undefined {
  if (type !== null && RAW.test(type)) return undefined;
  const text = start.toString('latin1', 0, 12);
  return Object.values(PLACE_REMOVERS).find(({ begins }) => begins(text));
}

/**
 * Removes the place from a file, in the file itself.
 * @throws UnreadablePicture
 */
export function withoutPlace(file: Buffer): Buffer {
  placeRemoverOf(file)?.clean(file);
  return file;
}
