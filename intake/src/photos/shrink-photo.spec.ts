import { expect, it } from '@jest/globals';
import { fitted } from './shrink-photo.ts';

it.each([
  [8064, 6048, 2048, 1536],
  [6048, 8064, 1536, 2048],
  [2048, 2048, 2048, 2048],
  [640, 480, 640, 480],
  [20_000, 3, 2048, 1],
])('a picture of %d × %d becomes one of %d × %d', (width, height, shownWidth, shownHeight) => {
  expect(fitted(width, height)).toEqual({ width: shownWidth, height: shownHeight });
});
