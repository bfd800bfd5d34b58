import { expect, it } from '@jest/globals';
import { collectGarbage, occupied } from '@mainstay/service-kit/testing';
import { WORST_FILES } from '../test/worst-files.ts';
import { fileTypeOf, SNIFFED_BYTES } from './attachments/file-type.ts';
import { makePhoto } from './public-photos/photo-image.ts';
import { makeThumbnail } from './thumbnails/thumbnail-image.ts';
import { LIMITS } from './pictures/in-process.ts';
import { withoutPlaceInThread } from './pictures/in-thread.ts';
import { PictureRefused } from './pictures/picture-refused.ts';
import { PLACE_REMOVERS, placeRemoverOf } from './pictures/without-place.ts';

/** Milliseconds that other requests wait at most, and seconds of processor time that a file costs at most. */
const [MAX_PIECE_MS, MAX_FILE_S] = [50, 4];

/** A file may be refused. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof PictureRefused)) throw error;
}

/** Seconds of processor time of this process, all threads together. */
async function costOf(work: () => unknown): Promise<number> {
  const begun = process.cpuUsage();
  await Promise.resolve().then(work).catch(unlessRefused);
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1e6;
}

it('there are worst files of each format from which the place is removed', () => {
  expect(Object.keys(WORST_FILES)).toEqual(Object.keys(PLACE_REMOVERS));
});

const files = Object.entries(WORST_FILES).flatMap(([format, made]) =>
  Object.entries(made).map(([what, make]) => ({ format, what, make })),
);
/** A photo has more pixels than a thumbnail. */
const PHOTOS = new Set(['jpeg', 'png', 'webp']);

it.each(files)('nobody waits for the largest $format with $what', async ({ format, make }) => {
  const file = await make();
  const remover = placeRemoverOf(file);
  expect(Object.entries(PLACE_REMOVERS).find(([, one]) => one === remover)?.[0]).toBe(format);
  collectGarbage();
  const type = await occupied(() => fileTypeOf(file.subarray(0, SNIFFED_BYTES), null));
  expect(type.longest).toBeLessThan(MAX_PIECE_MS);
  // Both begin with removing the place.
  expect(await costOf(() => (PHOTOS.has(format) ? makePhoto : makeThumbnail)(file))).toBeLessThan(MAX_FILE_S);
  expect(MAX_FILE_S).toBeLessThan(LIMITS.seconds);
});

it('nobody waits while the place is removed in a thread', async () => {
  const file = Buffer.from(new Uint8Array((await WORST_FILES.media['empty boxes']?.()) ?? []).buffer);
  collectGarbage();
  const { longest } = await occupied(() => withoutPlaceInThread(file).catch(unlessRefused));
  expect(longest).toBeLessThan(MAX_PIECE_MS);
});
