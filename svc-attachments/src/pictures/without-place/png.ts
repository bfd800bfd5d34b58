import { crc32 } from 'node:zlib';
import { exifCleaner } from './exif.ts';

/** Optional chunks that change what is seen: transparency, colours, size, animation. */
const KEPT_CHUNKS = new Set(
  'tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI mDCv cLLi bKGD hIST pHYs sPLT acTL fcTL fdAT iDOT'.split(' '),
);

export const PNG_SIGNATURE = '\x89PNG\r\n\x1a\n';

/** Returns 1: decoders see the first picture of an animation alone. */
export function cleanPng(png: Buffer): number {
  const cleanExif = exifCleaner();
  for (let at = PNG_SIGNATURE.length, end; at + 8 <= png.length; at = end) {
    const type = png.toString('latin1', at + 4, at + 8);
    const crcAt = at + 8 + png.readUInt32BE(at);
    end = crcAt + 4;
    if (type === 'IEND') png.fill(0, Math.min(end, png.length));
    // An upper-case letter says that nothing can be decoded without the chunk.
    if (type === 'IEND' || KEPT_CHUNKS.has(type) || /^[A-Z]/.test(type)) continue;
    const data = png.subarray(at + 8, crcAt);
    if (type !== 'eXIf' || !cleanExif(data)) {
      data.fill(0);
      png.write('voId', at + 4, 'latin1');
    }
    if (end <= png.length) png.writeUInt32BE(crc32(png.subarray(at + 4, crcAt)), crcAt);
  }
  return 1;
}
