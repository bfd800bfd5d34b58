import { expect, it } from '@jest/globals';
import { openCode, sealCode, sealedCode } from './sealed-code.ts';

const [current, before] = ['a'.repeat(32), 'b'.repeat(32)];
const code = 'gig2cxcctabf4nawnhh5fl5jxa';

it('is opened with the secret that sealed it, and with no other', () => {
  const sealed = sealCode(current, code);
  expect(openCode(current, sealed)).toBe(code);
  expect(openCode(before, sealed)).toBeNull();
});

it('does not show the code, and is another one each time', () => {
  const sealed = [sealCode(current, code), sealCode(current, code)];
  expect(new Set(sealed).size).toBe(2);
  for (const text of sealed) {
    expect(text).not.toContain(code);
    expect(Buffer.from(text, 'base64url').toString('latin1')).not.toContain(code);
  }
});

it('cannot be altered', () => {
  const bytes = Buffer.from(sealCode(current, code), 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const altered = Buffer.from(bytes);
    altered[at] = (altered[at] ?? 0) ^ 1;
    expect(openCode(current, altered.toString('base64url'))).toBeNull();
  }
});

it('is opened also after the secret was rotated, until the old one is removed', () => {
  const sealed = sealedCode([before]).encode(code);
  expect(sealedCode([current, before]).parse(sealed)).toBe(code);
  expect(() => sealedCode([current]).parse(sealed)).toThrow(expect.objectContaining({ status: 409 }));
});
