import { expect, it } from '@jest/globals';
import { encode } from 'uqr';
import { qrPath } from './qr-path.ts';

const address = 'https://stores.example.com/r/abcdefghijklmnopqrstuvwxyz';

/** The modules that a path paints black. */
function painted({ size, path }: ReturnType<typeof qrPath>): boolean[][] {
  const modules = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let at = 0; at < Number(width); at += 1) modules[Number(y)]?.splice(Number(x) + at, 1, true);
  }
  return modules;
}

it('paints exactly the black modules of the code', () => {
  const { data } = encode(address, { ecc: 'Q', border: 0 });
  const code = qrPath(address);
  expect(code.size).toBe(data.length);
  expect(painted(code)).toEqual(data);
});

it('is small enough for a sticker, and corrects a quarter of its text', () => {
  expect(qrPath(address).size).toBeLessThanOrEqual(41);
  expect(qrPath(address)).not.toEqual(qrPath(address.replace('z', 'y')));
  expect(encode(address, { ecc: 'Q', border: 0 }).version).toBeGreaterThan(
    encode(address, { ecc: 'L', border: 0 }).version,
  );
});
