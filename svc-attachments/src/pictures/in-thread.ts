import { once } from 'node:events';
import { extname, join } from 'node:path';
import { isUint8Array } from 'node:util/types';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { PictureRefused } from './picture-refused.ts';

/** What is done with a file, and the maximum time in milliseconds, of which the largest files need a fraction. */
const TIME_LIMITS_MS = {
  /** Removes the place, in the file itself. */
  place: 5000,
  thumbnail: 20_000,
  photo: 20_000,
};
export type PictureTask = keyof typeof TIME_LIMITS_MS;

/** What the thread sends back. */
const resultSchema = z.union([
  z.object({ bytes: z.custom<Uint8Array<ArrayBuffer>>(isUint8Array) }),
  z.object({ refusal: z.string(), cause: z.string() }),
]);

/** Also in `dist`. */
const THREAD = join(import.meta.dirname, `../picture-thread${extname(import.meta.filename)}`);

/**
 * Reads a file that somebody uploaded in a thread of its own, which is ended afterwards: no file occupies the process,
 * outlives its time, or meets what another one has left. The thread takes the bytes over, so `file` is empty
 * afterwards.
 * @throws PictureRefused
 */
export async function inThread(task: PictureTask, file: Buffer<ArrayBuffer>): Promise<Buffer> {
  const signal = AbortSignal.timeout(TIME_LIMITS_MS[task]);
  const thread = new Worker(THREAD, { workerData: { task, file }, transferList: [file.buffer] });
  try {
    const messages: unknown[] = await once(thread, 'message', { signal });
    const result = resultSchema.parse(messages[0]);
    if ('refusal' in result) throw new PictureRefused(result.refusal, { cause: result.cause });
    return Buffer.from(result.bytes.buffer, result.bytes.byteOffset, result.bytes.byteLength);
  } catch (error) {
    if (signal.aborted)
      throw new PictureRefused('Reading this file takes too long. Please choose another one.');
    throw error;
  } finally {
    await thread.terminate();
  }
}
