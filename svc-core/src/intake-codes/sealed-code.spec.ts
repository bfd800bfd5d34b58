import { expect, it } from '@jest/globals';
import { sealedCode } from './sealed-code.ts';

const [current, before] = ['a'.repeat(32), 'b'.repeat(32)];

it('is opened also after the secret was rotated, until the old one is removed', () => {
  const code = 'gig2cxcctabf4nawnhh5fl5jxa';
  const sealed = sealedCode([before]).encode(code);
  expect(sealed).not.toContain(code);
  expect(sealedCode([current, before]).parse(sealed)).toBe(code);
  expect(() => sealedCode([current]).parse(sealed)).toThrow(expect.objectContaining({ status: 409 }));
});
