import { afterEach, expect, it, jest } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import sharp from 'sharp';
import { greyJpeg, redAndBlue } from '../../test/drawn-pictures.ts';
import { inProcess, LIMITS } from './in-process.ts';

afterEach(() => void jest.restoreAllMocks());

const TOO_MUCH = {
  name: 'PictureRefused',
  message: 'Reading this file takes too much time or memory. Please choose another one.',
};
const jpeg = () => redAndBlue(40, 30).jpeg().toBuffer();
/** Takes a second of processor time, also on a fast machine: the decoder goes over all pixels a hundred times. */
const slow = () => greyJpeg(9000, 9000, 100);

it.each(['thumbnail', 'photo'] as const)('a %s is made in a process', async (task) => {
  expect(await sharp(await inProcess(task, await jpeg())).metadata()).toMatchObject({
    width: 40,
    height: 30,
  });
});

it.each([0, 100])('a file of %d bytes is refused with the sentence for the person', async (length) => {
  await expect(inProcess('photo', Buffer.alloc(length))).rejects.toMatchObject({
    name: 'PictureRefused',
    message: expect.stringMatching(/^This file cannot be read as a photo/),
  });
});

it('a file that takes too long is refused, and its process is killed while the decoder works', async () => {
  await expect(inProcess('thumbnail', slow(), { ...LIMITS, seconds: 0.5 })).rejects.toMatchObject(TOO_MUCH);
}, 60_000);

it('a file that takes too much memory is refused, and its process is killed', async () => {
  await expect(
    inProcess('photo', greyJpeg(7000, 7000, 3), { ...LIMITS, bytes: 120_000_000 }),
  ).rejects.toMatchObject(TOO_MUCH);
}, 60_000);

it('whoever waits longer than the machine allows is told to retry', async () => {
  const limit = jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort());
  await expect(inProcess('photo', await jpeg())).rejects.toMatchObject({ status: 503 });
  expect(limit.mock.calls).toEqual([[20_000]]);
});

it.each([
  ['before it has the file', 0.5],
  ['while it decodes', 1],
])(
  'a process ends with the service that it works for, %s',
  async (_when, part) => {
    const file = slow();
    const args = [
      join(import.meta.dirname, '../picture-process.ts'),
      'thumbnail',
      String(file.length),
      '60',
      '1e9',
    ];
    const decoding = spawn(process.execPath, args, { env: {} });
    let output = 0;
    decoding.stdout.on('data', ({ length }: Buffer) => (output += length));
    decoding.stdin.end(file.subarray(0, file.length * part));
    const ending: unknown[] = await once(decoding, 'close');
    expect([...ending, output]).toEqual([null, 'SIGKILL', 0]);
  },
  60_000,
);
