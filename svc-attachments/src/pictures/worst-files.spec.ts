import { expect, it } from '@jest/globals';
import { collectGarbage, occupied } from '@mainstay/service-kit/testing';
import { WORST_FILES } from '../../test/worst-files.ts';
import { fileTypeOf, SNIFFED_BYTES } from '../attachments/file-type.ts';
import { inThread, type PictureTask } from './in-thread.ts';
import { PictureRefused } from './picture-refused.ts';
import { PLACE_REMOVERS, placeRemoverOf } from './without-place.ts';

/** Milliseconds that other requests wait at most, and those of processor time that a file costs at most. */
const [MAX_PIECE_MS, MAX_FILE_MS] = [50, 5000];

const TASKS: readonly PictureTask[] = ['place', 'thumbnail', 'photo'];

/** A file may be refused. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof PictureRefused)) throw error;
}

it('there are worst files of each format from which the place is removed', () => {
  expect(Object.keys(WORST_FILES)).toEqual(Object.keys(PLACE_REMOVERS));
});

const files = Object.entries(WORST_FILES).flatMap(([format, made]) =>
  Object.entries(made).map(([what, make]) => ({ format, what, make })),
);
it.each(files)('nobody waits for the largest $format with $what', async ({ format, make }) => {
  const file = await make();
  const remover = placeRemoverOf(file);
  expect(Object.entries(PLACE_REMOVERS).find(([, one]) => one === remover)?.[0]).toBe(format);
  const copy = Buffer.from(file);
  const cleaned = () => Promise.resolve().then(() => remover?.clean(copy));
  const { all } = await occupied(() => cleaned().catch(unlessRefused));
  expect(all).toBeLessThan(MAX_FILE_MS);

  const type = await occupied(() => fileTypeOf(file.subarray(0, SNIFFED_BYTES), null));
  expect(type.longest).toBeLessThan(MAX_PIECE_MS);
  collectGarbage();
  const threads = TASKS.map((task) => ({ task, own: Buffer.from(new Uint8Array(file).buffer) }));
  const { longest } = await occupied(() =>
    Promise.all(threads.map(({ task, own }) => inThread(task, own).catch(unlessRefused))),
  );
  expect(longest).toBeLessThan(MAX_PIECE_MS);
});
