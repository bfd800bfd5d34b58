import { afterEach, expect, it, jest } from '@jest/globals';
import sharp from 'sharp';
import { redAndBlue } from '../../test/drawn-pictures.ts';
import { inThread } from './in-thread.ts';
import { PictureRefused } from './picture-refused.ts';

afterEach(() => void jest.restoreAllMocks());

const jpeg = async () =>
  Buffer.from(new Uint8Array(await redAndBlue(40, 30).withXmp('<x>51.5N</x>').jpeg().toBuffer()).buffer);

it('a file loses its place in a thread, which takes its bytes over instead of copying them', async () => {
  const file = await jpeg();
  const { length } = file;
  const cleaned = await inThread('place', file);
  expect([file.length, cleaned.length, cleaned.includes('51.5N')]).toEqual([0, length, false]);
});

it.each(['thumbnail', 'photo'] as const)('a %s is made in a thread', async (task) => {
  expect(await sharp(await inThread(task, await jpeg())).metadata()).toMatchObject({ width: 40, height: 30 });
});

it('a file that is refused is refused with the sentence for the person', async () => {
  await expect(inThread('photo', Buffer.from(new Uint8Array(100).buffer))).rejects.toMatchObject({
    name: 'PictureRefused',
    message: expect.stringMatching(/^This file cannot be read as a photo/),
  });
});

it('a file that takes too long is refused, its thread is ended, and the next file has another', async () => {
  const limit = jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort());
  const refused = inThread('place', await jpeg());
  await expect(refused).rejects.toThrow(
    new PictureRefused('Reading this file takes too long. Please choose another one.'),
  );
  expect(limit.mock.calls).toEqual([[5000]]);
  expect((await inThread('place', await jpeg())).length).toBeGreaterThan(0);
});
