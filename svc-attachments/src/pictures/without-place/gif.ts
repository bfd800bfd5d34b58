/** What introduces a picture, an extension, and the end. */
const [PICTURE, EXTENSION, END] = [0x2c, 0x21, 0x3b];

/** The labels of two extensions: of time and transparency, and of an application. A comment has another. */
const [CONTROL, APPLICATION, COMMENT] = [0xf9, 0xff, 0xfe];

/** Applications that change what is seen: how often an animation is repeated, and the colour profile. */
const KEPT_APPLICATIONS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']);

/** Extensions with contents become comments of zeros. Returns how many pictures there are. */
export function cleanGif(gif: Buffer): number {
  const byteAt = (at: number) => gif[at] ?? 0;
  const paletteBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  /** The position after the blocks that begin here, and their end, an empty block. */
  const endOfBlocks = (from: number) => {
    let at = from;
    while (byteAt(at) > 0) at += 1 + byteAt(at);
    return Math.min(at + 1, gif.length);
  };
  let pictures = 0;
  let at = 13 + paletteBytes(byteAt(10));
  while (at < gif.length) {
    const introducer = byteAt(at);
    if (introducer === PICTURE) {
      pictures += 1;
      at = endOfBlocks(at + 11 + paletteBytes(byteAt(at + 9)));
    } else if (introducer === EXTENSION) {
      const end = endOfBlocks(at + 2);
      const label = byteAt(at + 1);
      const application = label === APPLICATION ? gif.toString('latin1', at + 3, at + 14) : '';
      if (label !== CONTROL && !KEPT_APPLICATIONS.has(application)) {
        gif[at + 1] = COMMENT;
        writeEmptyBlocks(gif, at + 2, end - 1);
      }
      at = end;
    } else if (introducer === 0) {
      at += 1;
    } else {
      gif.fill(0, introducer === END ? at + 1 : at);
      return pictures;
    }
  }
  return pictures;
}

/** New blocks, because the lengths of those of XMP are letters of its text. */
function writeEmptyBlocks(gif: Buffer, from: number, end: number): void {
  gif.fill(0, from, end);
  for (let at = from, size; at < end; at += size) {
    // The last one has at least one byte.
    size = end - at === 257 ? 255 : Math.min(256, end - at);
    gif[at] = size - 1;
  }
}
