import { describe, expect, it } from '@jest/globals';
import { attachmentDisposition } from './content-disposition.ts';

/** The name a browser uses: the extended parameter (RFC 6266, 4.3). */
function savedName(header: string): string {
  const encoded = /filename\*=UTF-8''([!#$&+.^_`|~0-9A-Za-z%-]+)$/.exec(header)?.[1];
  if (encoded === undefined) throw new Error(`no extended file name in ${header}`);
  return decodeURIComponent(encoded);
}

describe('attachmentDisposition', () => {
  it.each([
    'boiler.jpg',
    'Größe & Preis (2).pdf',
    'フライヤー.png',
    '😀😀.txt',
    `it's "quoted"; x=y.txt`,
    '100%25.txt',
    '*.csv',
    'and so on...',
    ' leading and trailing ',
  ])('keeps the original name %j', (name) => {
    expect(savedName(attachmentDisposition(name))).toBe(name);
  });

  it.each([
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['C:\\Windows\\win.ini', 'C:_Windows_win.ini'],
    ['..', '_'],
    ['a\r\nSet-Cookie: sid=1', 'a__Set-Cookie: sid=1'],
    ['nul\0.txt', 'nul_.txt'],
    ['invoice\u202efdp.exe', 'invoice_fdp.exe'],
    ['half \ud800.txt', 'half _.txt'],
  ])('sanitizes %j', (name, saved) => {
    expect(savedName(attachmentDisposition(name))).toBe(saved);
  });

  it('is one line of printable ASCII and always an attachment', () => {
    for (const name of ['a\r\nb', 'ä"\\%.txt', '\u{1f600}', '</script>', 'x\u0000\u007f']) {
      expect(attachmentDisposition(name)).toMatch(
        /^attachment; filename="[\x20\x21\x23-\x5b\x5d-\x7e]*"; [\x21-\x7e]+$/,
      );
    }
  });

  it('gives old clients an ASCII name without quotes or percent signs', () => {
    expect(attachmentDisposition('50% "größer".txt')).toContain('filename="50_ _gr__er_.txt"');
  });
});
