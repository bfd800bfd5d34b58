import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** A red picture whose left half is blue. */
export const redAndBlue = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#f00' } }).composite([
    {
      input: { create: { width: Math.ceil(width / 2), height, channels: 3, background: '#00f' } },
      left: 0,
      top: 0,
    },
  ]);

/** Red, green and blue of a pixel. */
export async function colourAt(image: Buffer, left: number, top: number): Promise<number[]> {
  const pixel = sharp(image).removeAlpha().extract({ left, top, width: 1, height: 1 });
  return [...(await pixel.raw().toBuffer())];
}

/** An animation of a frame in each colour. */
export async function animation(colours: string[], format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = colours.map((background) =>
    sharp({ create: { width: 300, height: 200, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
}

/**
 * A small PNG of one colour with the number of pixels in its header.
 * @param depth bits for each channel: 1 of grey, or 16 of colours with transparency
 */
export function flatPng(width: number, height: number, depth: 1 | 16 = 1, isInterlaced = false): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, depth === 1 ? 0 : 6, 0, 0, Number(isInterlaced)], 8);
  // What is refused by its header needs no pixels.
  const pixels = depth === 1 ? (1 + Math.ceil(width / 8)) * height : 1000;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(pixels))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A chunk of a PNG. */
export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A small grey progressive JPEG with so many scans, each of which goes over all its pixels. */
export function greyJpeg(width: number, height: number, scans: number): Buffer {
  const hex = (text: string) => Buffer.from(text, 'hex');
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const frame = hex('ffc2000b0800000000' + '01011100');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  /** The symbol is the code 00. */
  const code = (kind: string, symbol: string) => hex(`ffc40014${kind}0001${'00'.repeat(14)}${symbol}`);
  const first = Buffer.concat([hex('ffda0008010100000000'), Buffer.alloc(Math.ceil(blocks / 4))]);
  // Each time, 32,767 blocks end at once.
  const next = hex('ffda00080101' + '00013f00' + '3fff00'.repeat(Math.ceil(blocks / 32_767)));
  return Buffer.concat([
    hex('ffd8ffdb004300' + '01'.repeat(64)),
    frame,
    code('00', '00'),
    code('10', 'e0'),
    first,
    ...Array<Buffer>(scans - 1).fill(next),
    hex('ffd9'),
  ]);
}
