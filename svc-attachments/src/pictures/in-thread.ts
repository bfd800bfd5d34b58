import { once } from 'node:events';
import { extname, join } from 'node:path';
import { isUint8Array } from 'node:util/types';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { PictureRefused } from './picture-refused.ts';
import { tooBusy } from './turns.ts';

/** What the thread sends back. */
const resultSchema = z.union([
  z.object({ bytes: z.custom<Uint8Array<ArrayBuffer>>(isUint8Array) }),
  z.object({ refusal: z.string() }),
]);

/** Also in `dist`. */
const THREAD = join(import.meta.dirname, `place-thread${extname(import.meta.filename)}`);

/** Milliseconds for each started {@link LARGE} bytes of a file: ten times what the worst one needs. */
const TIME_LIMIT_MS = 10_000;
const LARGE = 10_000_000;

/**
 * Removes the place from a file in a thread of its own, so that no other request waits. The thread takes the bytes over
 * instead of copying them, so `file` is empty afterwards.
 * @throws PictureRefused, and Problem 503 when the machine is too busy
 */
export async function withoutPlaceInThread(file: Buffer<ArrayBuffer>): Promise<Buffer> {
  const signal = AbortSignal.timeout(TIME_LIMIT_MS * Math.ceil(file.length / LARGE));
  const thread = new Worker(THREAD, { workerData: file, transferList: [file.buffer] });
  try {
    const messages: unknown[] = await once(thread, 'message', { signal });
    const result = resultSchema.parse(messages[0]);
    if ('refusal' in result) throw new PictureRefused(result.refusal);
    return Buffer.from(result.bytes.buffer, result.bytes.byteOffset, result.bytes.byteLength);
  } catch (error) {
    if (signal.aborted) throw tooBusy();
    throw error;
  } finally {
    await thread.terminate();
  }
}
