import { crc32 } from 'node:zlib';

/** Data of applications in a JPEG that change what is seen: units, the colour profile, further pictures, HDR, colour space. */
const KEPT_SEGMENTS: readonly [marker: number, beginning: string][] = [
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xe2, 'MPF\0'],
  [0xe2, 'urn:iso:std:iso:ts:21496:-1\0'],
  [0xee, 'Adobe'],
];
const EXIF = 'Exif\0\0';

/** Optional chunks of a PNG that change what is seen: transparency, colours, size, animation. */
const KEPT_CHUNKS = new Set(
  'tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI mDCv cLLi bKGD hIST pHYs sPLT acTL fcTL fdAT iDOT'.split(' '),
);

const KEPT_RIFF = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);

/** Of a WebP: the position of the flags that say which chunks follow, and those of EXIF and XMP. */
const [WEBP_FLAGS, METADATA_FLAGS] = [20, 0x0c];

const PNG_SIGNATURE = '\x89PNG\r\n\x1a\n';

/** An EXIF block with nothing but an orientation, which is at {@link ORIENTATION_AT}. */
const ORIENTATION_ONLY = Buffer.from('49492a00080000000100120103000100000000000000' + '00000000', 'hex');
const ORIENTATION_AT = 18;

/** What removes the place from a file that begins with these bytes; undefined for what is no JPEG, PNG or WebP. */
export function placeRemoverOf(start: Buffer): ((file: Buffer) => void) | undefined {
  const text = start.toString('latin1', 0, 12);
  if (text.startsWith('\xff\xd8\xff')) return cleanJpeg;
  if (text.startsWith(PNG_SIGNATURE)) return cleanPng;
  return /^RIFF[^]{4}WEBP$/.test(text) ? cleanWebp : undefined;
}

/*
 * Each overwrites with zeros, in the file itself, everything that is not known to change what is seen: EXIF but for the
 * orientation, with its maker notes; XMP; IPTC; comments; what follows the picture. Size, pixels and positions stay.
 */

function cleanJpeg(jpeg: Buffer): void {
  for (let at = jpeg.indexOf(0xff); at >= 0 && at + 1 < jpeg.length; at = jpeg.indexOf(0xff, at)) {
    const marker = jpeg.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
    } else if (marker === 0xd9) {
      at = endOfTrailer(jpeg, at + 2);
    } else if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2;
    } else {
      const length = at + 4 <= jpeg.length ? jpeg.readUInt16BE(at + 2) : 2;
      const end = Math.max(at + 2, at + 2 + length);
      if ((marker >= 0xe0 && marker <= 0xef) || marker === 0xfe)
        cleanSegment(marker, jpeg.subarray(at + 4, end));
      at = end;
    }
  }
}

/** Clears what follows a picture up to the end of the file, such as a video, unless it is a further JPEG. */
function endOfTrailer(jpeg: Buffer, at: number): number {
  let next = at;
  while (jpeg[next] === 0) next += 1;
  if (jpeg.toString('latin1', next, next + 3) === '\xff\xd8\xff') return next;
  jpeg.fill(0, at);
  return jpeg.length;
}

function cleanSegment(marker: number, data: Buffer): void {
  const beginning = data.toString('latin1', 0, 40);
  if (marker === 0xe1 && beginning.startsWith(EXIF) && keepOrientation(data.subarray(EXIF.length))) return;
  const isKept = KEPT_SEGMENTS.some((kept) => kept[0] === marker && beginning.startsWith(kept[1]));
  if (!isKept) data.fill(0);
}

function cleanPng(png: Buffer): void {
  for (let at = PNG_SIGNATURE.length, end; at + 8 <= png.length; at = end) {
    const type = png.toString('latin1', at + 4, at + 8);
    const crcAt = at + 8 + png.readUInt32BE(at);
    end = crcAt + 4;
    if (type === 'IEND') png.fill(0, Math.min(end, png.length));
    // An upper-case letter says that nothing can be decoded without the chunk.
    if (type === 'IEND' || KEPT_CHUNKS.has(type) || /^[A-Z]/.test(type)) continue;
    const data = png.subarray(at + 8, crcAt);
    if (type !== 'eXIf' || !keepOrientation(data)) {
      data.fill(0);
      png.write('voId', at + 4, 'latin1');
    }
    if (end <= png.length) png.writeUInt32BE(crc32(png.subarray(at + 4, crcAt)), crcAt);
  }
}

function cleanWebp(webp: Buffer): void {
  const end = 8 + webp.readUInt32LE(4);
  if (end < webp.length) webp.fill(0, end);
  if (webp.toString('latin1', 12, 16) === 'VP8X' && webp.length > WEBP_FLAGS) {
    webp.writeUInt8(webp.readUInt8(WEBP_FLAGS) & ~METADATA_FLAGS, WEBP_FLAGS);
  }
  cleanRiff(webp, webp.subarray(12, end));
}

function cleanRiff(webp: Buffer, chunks: Buffer): void {
  for (let at = 0, end; at + 8 <= chunks.length; at = end) {
    const type = chunks.toString('latin1', at, at + 4);
    const size = chunks.readUInt32LE(at + 4);
    end = at + 8 + size + (size % 2);
    const data = chunks.subarray(at + 8, end);
    // A frame of an animation has chunks of its own.
    if (type === 'ANMF') cleanRiff(webp, data.subarray(16));
    if (KEPT_RIFF.has(type)) continue;
    const tiff = data.toString('latin1', 0, EXIF.length) === EXIF ? data.subarray(EXIF.length) : data;
    if (type === 'EXIF' && keepOrientation(tiff)) {
      webp.writeUInt8(webp.readUInt8(WEBP_FLAGS) | 0x08, WEBP_FLAGS);
    } else {
      data.fill(0);
      chunks.write('VOID', at, 'latin1');
    }
  }
}

/** Clears an EXIF block but for its orientation. Returns false when it had none, and is empty now. */
function keepOrientation(exif: Buffer): boolean {
  const orientation = orientationOf(exif);
  exif.fill(0);
  if (orientation === undefined || exif.length < ORIENTATION_ONLY.length) return false;
  ORIENTATION_ONLY.copy(exif);
  exif.writeUInt16LE(orientation, ORIENTATION_AT);
  return true;
}

/** From 1 to 8, as the first directory of an EXIF block says. */
function orientationOf(exif: Buffer): number | undefined {
  const isLittle = exif.toString('latin1', 0, 4) === 'II*\0';
  if (!isLittle && exif.toString('latin1', 0, 4) !== 'MM\0*') return undefined;
  const numberAt = (at: number, bytes: number): number => {
    if (at + bytes > exif.length) return 0;
    return isLittle ? exif.readUIntLE(at, bytes) : exif.readUIntBE(at, bytes);
  };
  const directory = numberAt(4, 4);
  for (let entry = 0; entry < numberAt(directory, 2); entry += 1) {
    const at = directory + 2 + entry * 12;
    if (numberAt(at, 2) !== 0x0112) continue;
    const orientation = numberAt(at + 8, 2);
    return orientation >= 1 && orientation <= 8 ? orientation : undefined;
  }
  return undefined;
}
