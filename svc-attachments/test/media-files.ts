/** Files of videos and pictures that are boxes in boxes (ISO base media), by hand. */

type Bytes = Buffer | string;

/** Bytes; a text is Latin-1. */
export const bytes = (...parts: Bytes[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));

export const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

/** Four bytes, the highest first. */
export const number = (value: number): Buffer => {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(value);
  return buffer;
};

export const box = (type: string, ...content: Bytes[]): Buffer => {
  const inside = bytes(...content);
  return bytes(number(8 + inside.length), type, inside);
};

/** What a track, or a `meta`, is for. */
export const handler = (kind: string): Buffer =>
  box('hdlr', number(0), number(0), kind, Buffer.alloc(12), 'name\0');

/** The `meta` of pictures. */
export const pictures = (...content: Bytes[]): Buffer => box('meta', number(0), handler('pict'), ...content);

/** A track: what it is for, and where its data is. */
export const track = (kind: string, tables: Buffer[], ...more: Buffer[]): Buffer =>
  box(
    'trak',
    box('tkhd', number(0), Buffer.alloc(80)),
    box('mdia', handler(kind), box('minf', box('stbl', ...tables))),
    ...more,
  );
