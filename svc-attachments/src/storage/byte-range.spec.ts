import { describe, expect, it } from '@jest/globals';
import { requestedBytes } from './byte-range.ts';

const SIZE = 1000;
const ETAG = '"1-2-1000"';
const asked = (range: string | undefined, ifRange?: string, size = SIZE) =>
  requestedBytes({ range, 'if-range': ifRange }, size, ETAG);

describe('requested bytes', () => {
  it.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=0-499', { start: 0, end: 499 }],
    ['bytes=500-', { start: 500, end: 999 }],
    ['bytes=-1', { start: 999, end: 999 }],
    ['bytes=990-5000', { start: 990, end: 999 }],
    ['BYTES=1-2', { start: 1, end: 2 }],
    ['bytes=0-9,5-20', { start: 0, end: 20 }],
  ])('of %s are one range', (range, expected) => {
    expect(asked(range)).toEqual(expected);
  });

  it.each([
    undefined,
    'bytes=',
    'bytes=a-b',
    'bytes=0x1-2',
    'bytes=1',
    'items=0-1',
    'kilobytes=0-1',
    'bytes=0-1,10-11',
  ])('of %s are all', (range) => {
    expect(asked(range)).toBe('all');
  });

  it.each(['bytes=1000-', 'bytes=5000-6000', 'bytes=9-8', 'bytes=-0'])(
    'of %s are not in the file',
    (range) => {
      expect(asked(range)).toBe('unsatisfiable');
    },
  );

  it('are never in an empty file', () => {
    expect(asked('bytes=0-', undefined, 0)).toBe('unsatisfiable');
  });

  it('are the whole file unless If-Range names the current version', () => {
    expect(asked('bytes=1-2', ETAG)).toEqual({ start: 1, end: 2 });
    for (const other of ['"other"', `W/${ETAG}`, 'Sat, 21 Nov 2026 12:00:00 GMT', '1-2-1000', '']) {
      expect(asked('bytes=1-2', other)).toBe('all');
    }
  });
});
