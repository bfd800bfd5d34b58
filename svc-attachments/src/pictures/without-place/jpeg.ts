import { EXIF, exifCleaner } from './exif.ts';
import { UnreadablePicture } from './kept-parts.ts';

/** Markers. What is before {@link FIRST_WITH_LENGTH} stands alone, as decoders read it: it may not hide a scan. */
const [SCAN, END, FIRST_WITH_LENGTH] = [0xda, 0xd9, 0xc0];

/** More than sound pictures have: a decoder keeps each in a list. */
const MAX_SEGMENTS = 10_000;

/** Data of applications that change what is seen: units, the colour profile, further pictures, HDR, colour space. */
const KEPT_SEGMENTS: readonly [marker: number, beginning: string][] = [
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xe2, 'MPF\0'],
  [0xe2, 'urn:iso:std:iso:ts:21496:-1\0'],
  [0xee, 'Adobe'],
];

/**
 * Returns how many scans a picture has: of further ones in the file, that with the most.
 * @throws UnreadablePicture
 */
export function cleanJpeg(jpeg: Buffer): number {
  const cleanExif = exifCleaner();
  let [scans, segments, most] = [0, 0, 0];
  let isScan = false;
  let end = 0;
  for (let at = jpeg.indexOf(0xff); at >= 0 && at + 1 < jpeg.length; at = jpeg.indexOf(0xff, end)) {
    // Between segments, decoders look for the next one.
    if (!isScan) jpeg.fill(0, end, at);
    const marker = jpeg.readUInt8(at + 1);
    if (marker === 0xff) {
      end = at + 1;
    } else if (marker === END) {
      end = endOfTrailer(jpeg, at + 2);
      [scans, segments, isScan] = [0, 0, false];
    } else if (marker < FIRST_WITH_LENGTH || (marker >= 0xd0 && marker <= 0xd8)) {
      end = at + 2;
    } else {
      segments += 1;
      if (segments > MAX_SEGMENTS) throw new UnreadablePicture();
      const length = at + 4 <= jpeg.length ? jpeg.readUInt16BE(at + 2) : 2;
      end = Math.max(at + 2, at + 2 + length);
      if ((marker >= 0xe0 && marker <= 0xef) || marker === 0xfe)
        cleanSegment(marker, jpeg.subarray(at + 4, end), cleanExif);
      isScan = marker === SCAN;
      if (isScan) scans += 1;
      most = Math.max(most, scans);
    }
  }
  if (!isScan) jpeg.fill(0, Math.min(end, jpeg.length));
  return most;
}

/** Clears what follows a picture up to the end of the file, such as a video, unless it is a further JPEG. */
function endOfTrailer(jpeg: Buffer, at: number): number {
  let next = at;
  while (jpeg[next] === 0) next += 1;
  if (jpeg.toString('latin1', next, next + 3) === '\xff\xd8\xff') return next;
  jpeg.fill(0, at);
  return jpeg.length;
}

function cleanSegment(marker: number, data: Buffer, cleanExif: (exif: Buffer) => boolean): void {
  const beginning = data.toString('latin1', 0, 40);
  if (marker === 0xe1 && beginning.startsWith(EXIF) && cleanExif(data.subarray(EXIF.length))) return;
  const isKept = KEPT_SEGMENTS.some((kept) => kept[0] === marker && beginning.startsWith(kept[1]));
  if (!isKept) data.fill(0);
}
