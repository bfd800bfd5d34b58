import { afterEach, expect, it, jest } from '@jest/globals';
import { redAndBlue } from '../../test/drawn-pictures.ts';
import { withoutPlaceInThread } from './in-thread.ts';

afterEach(() => void jest.restoreAllMocks());

const jpeg = async () =>
  Buffer.from(new Uint8Array(await redAndBlue(40, 30).withXmp('<x>51.5N</x>').jpeg().toBuffer()).buffer);

it('a file loses its place in a thread, which takes its bytes over instead of copying them', async () => {
  const file = await jpeg();
  const { length } = file;
  const cleaned = await withoutPlaceInThread(file);
  expect([file.length, cleaned.length, cleaned.includes('51.5N')]).toEqual([0, length, false]);
});

it('whoever waits for a thread longer than the machine allows is told to retry, and the next file has another', async () => {
  const limit = jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort());
  await expect(withoutPlaceInThread(await jpeg())).rejects.toMatchObject({ status: 503 });
  expect(limit.mock.calls).toEqual([[10_000]]);
  expect((await withoutPlaceInThread(await jpeg())).length).toBeGreaterThan(0);
});
