import { EXIF, exifCleaner } from './exif.ts';

const KEPT_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);

/** In a frame of an animation, which has no frames of its own. */
const KEPT_IN_FRAME = new Set(['VP8 ', 'VP8L', 'ALPH']);

/** Bytes of a frame's position, size and time before its chunks. */
const FRAME_HEADER_BYTES = 16;

/** The position of the flags that say which chunks follow, and those of EXIF and XMP. */
const [FLAGS, METADATA_FLAGS, EXIF_FLAG] = [20, 0x0c, 0x08];

/** Returns how many frames there are. */
export function cleanWebp(webp: Buffer): number {
  const end = 8 + webp.readUInt32LE(4);
  if (end < webp.length) webp.fill(0, end);
  const hasFlags = webp.toString('latin1', 12, 16) === 'VP8X' && webp.length > FLAGS;
  if (hasFlags) webp.writeUInt8(webp.readUInt8(FLAGS) & ~METADATA_FLAGS, FLAGS);
  const cleanExif = exifCleaner();
  let frames = 0;
  for (const { type, data, clear } of chunksIn(webp.subarray(12, end))) {
    if (type === 'ANMF') {
      frames += 1;
      for (const part of chunksIn(data.subarray(FRAME_HEADER_BYTES))) {
        if (!KEPT_IN_FRAME.has(part.type)) part.clear();
      }
    }
    if (KEPT_CHUNKS.has(type)) continue;
    const tiff = data.toString('latin1', 0, EXIF.length) === EXIF ? data.subarray(EXIF.length) : data;
    if (type !== 'EXIF' || !cleanExif(tiff)) clear();
    else if (hasFlags) webp.writeUInt8(webp.readUInt8(FLAGS) | EXIF_FLAG, FLAGS);
  }
  return frames;
}

interface Chunk {
  type: string;
  data: Buffer;
  clear: () => void;
}

function* chunksIn(bytes: Buffer): Generator<Chunk> {
  for (let at = 0, end; at + 8 <= bytes.length; at = end) {
    const start = at;
    const size = bytes.readUInt32LE(at + 4);
    end = at + 8 + size + (size % 2);
    const data = bytes.subarray(at + 8, end);
    const clear = () => {
      data.fill(0);
      bytes.write('VOID', start, 'latin1');
    };
    yield { type: bytes.toString('latin1', at, at + 4), data, clear };
  }
}
