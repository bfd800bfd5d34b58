import { describe, expect, it, jest } from '@jest/globals';
import { occupied } from '@mainstay/service-kit/testing';
import { redAndBlue } from '../../test/drawn-pictures.ts';
import { WORST_FILES } from '../../test/worst-files.ts';
import { fileTypeOf, SNIFFED_BYTES } from '../attachments/file-type.ts';
import { inThread, type PictureTask } from './in-thread.ts';
import { PictureRefused } from './picture-refused.ts';
import { PLACE_REMOVERS, placeRemoverOf } from './without-place.ts';

/** Others wait so long at most, in milliseconds. */
const MAX_PIECE_MS = 50;
const MAX_FILE_MS = 5000;

const TASKS: readonly PictureTask[] = ['place', 'thumbnail', 'photo'];
const owned = (file: Buffer) => Buffer.from(new Uint8Array(file).buffer);

describe('the worst files', () => {
  it('are there for each format from which the place is removed', () => {
    expect(Object.keys(WORST_FILES)).toEqual(Object.keys(PLACE_REMOVERS));
  });

  const files = Object.entries(PLACE_REMOVERS).flatMap(([format, remover]) =>
    Object.entries(Object.entries(WORST_FILES).find(([name]) => name === format)?.[1] ?? {}).map(
      ([what, make]) => ({ format, what, make, remover }),
    ),
  );
  it.each(files)('$format: $what', async ({ make, remover }) => {
    const file = await make();
    expect(placeRemoverOf(file)).toBe(remover);
    const { longest } = await occupied(() => fileTypeOf(file.subarray(0, SNIFFED_BYTES), null));
    expect(longest).toBeLessThan(MAX_PIECE_MS);
    const cleaned = Buffer.from(file);
    const { all } = await occupied(async () => {
      try {
        remover.clean(cleaned);
      } catch (error) {
        if (!(error instanceof PictureRefused)) throw error;
      }
    });
    expect(all).toBeLessThan(MAX_FILE_MS);
    for (const task of TASKS) {
      const copy = owned(file);
      const result = await occupied(() => inThread(task, copy).catch((error: unknown) => {
        if (!(error instanceof PictureRefused)) throw error;
      }));
      console.log(task, result);
      expect(result.longest).toBeLessThan(MAX_PIECE_MS);
    }
  });
});

it('a thread', async () => {
  expect(jest).toBeDefined();
  const t = performance.now();
  const small = owned(await redAndBlue(40, 30).jpeg().toBuffer());
  const b = await inThread('place', small);
  console.log(b.length, small.length, performance.now() - t);
});
