import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { fileTypeOf } from './file-type.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');
const LONG_CHUNK = Buffer.concat([Buffer.from('0001ffff69434350', 'hex'), Buffer.alloc(60_000)]);
const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex');
const PDF = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1');
const HTML = Buffer.from('<!doctype html><script>alert(document.cookie)</script>');
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
const SVG_XML = Buffer.from(
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
);
const TEXT = Buffer.from('The oven is cold.');
const EMPTY = Buffer.alloc(0);
const OCTETS = 'application/octet-stream';

describe('the type of a file', () => {
  it.each<[what: string, bytes: Buffer, claim: string | null, type: string | null]>([
    ['a PNG as a PNG', PNG, 'image/png', 'image/png'],
    ['a PNG as nothing', PNG, null, 'image/png'],
    ['a PNG as bytes', PNG, OCTETS, 'image/png'],
    ['a PNG as a PNG in capitals with a parameter', PNG, 'Image/PNG; x=1', 'image/png'],
    ['a JPEG as image/jpg', JPEG, 'image/jpg', 'image/jpeg'],
    ['a JPEG as image/pjpeg', JPEG, 'image/pjpeg', 'image/jpeg'],
    ['a PNG as image/x-png', PNG, 'image/x-png', 'image/png'],
    ['a PNG as image/apng', PNG, 'image/apng', 'image/png'],
    ['a PNG as a PNG with space before a parameter', PNG, 'image/png ; x=1', 'image/png'],
    ['a PNG with a long profile', Buffer.concat([PNG, LONG_CHUNK]), null, 'image/png'],
    ['a PNG as a JPEG', PNG, 'image/jpeg', 'image/png'],
    ['a PNG as a page', PNG, 'text/html', 'image/png'],
    ['a PDF as a PNG', PDF, 'image/png', 'application/pdf'],
    ['a page as a PNG', HTML, 'image/png', OCTETS],
    ['a page as image/jpg', HTML, 'image/jpg', OCTETS],
    ['a page as a PDF', HTML, 'application/pdf', OCTETS],
    ['a page as a video of an invented type', HTML, 'video/x-film', OCTETS],
    ['a page as almost SVG', HTML, 'image/svg+xml2', OCTETS],
    ['text as a type with the name of an image', TEXT, 'text/image/x', 'text/image/x'],
    ['a page as a page', HTML, 'text/html', 'text/html'],
    ['a script in SVG as a PNG', SVG, 'image/png', OCTETS],
    ['SVG as SVG', SVG, 'image/svg+xml', 'image/svg+xml'],
    ['SVG with an XML declaration', SVG_XML, 'image/png', 'application/xml'],
    ['text as text', TEXT, 'text/plain', 'text/plain'],
    ['text as nothing', TEXT, null, null],
    ['nothing as a PNG', EMPTY, 'image/png', OCTETS],
    ['nothing as nothing', EMPTY, null, null],
    ['text as an invalid type', TEXT, '\u202e<b>', '\u202e<b>'],
  ])('%s', async (_what, bytes, claim, type) => {
    expect(await fileTypeOf(bytes, claim)).toBe(type);
  });

  it('is detected or not, whatever follows the signature of a format', async () => {
    const beginnings = [
      PNG,
      JPEG,
      PDF,
      'PK\x03\x04',
      'GIF89a',
      'RIFF....WEBP',
      '\x1a\x45\xdf\xa3',
      'ID3',
      '<?xml ',
      'II*\0',
      '....ftypheic',
    ];
    for (const beginning of beginnings) {
      for (let round = 0; round < 20; round += 1) {
        const bytes = Buffer.concat([Buffer.from(beginning), randomBytes(round * 40)]);
        const type = await fileTypeOf(bytes, null);
        expect(type === null || type.includes('/')).toBe(true);
      }
    }
  });
});
