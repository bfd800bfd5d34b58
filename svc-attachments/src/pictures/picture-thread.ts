/** The thread of `in-thread.ts`: does a task with one file and sends the result back. */
import { isUint8Array } from 'node:util/types';
import { parentPort, workerData } from 'node:worker_threads';
import type { PictureTask } from './in-thread.ts';
import { PictureRefused } from './picture-refused.ts';

/** Loaded when needed, because the decoders take time. */
const TASKS: Record<PictureTask, (file: Buffer) => Promise<Buffer>> = {
  place: async (file) => (await import('./without-place.ts')).withoutPlace(file),
  thumbnail: async (file) => (await import('../thumbnails/thumbnail-image.ts')).makeThumbnail(file),
  photo: async (file) => (await import('../report-photos/photo-image.ts')).makePhoto(file),
};

/** Decoders complain about each part of a broken file. */
const MAX_CAUSE = 500;

const isTask = (task: unknown): task is PictureTask => typeof task === 'string' && Object.hasOwn(TASKS, task);

const { task, file }: Record<string, unknown> = workerData;
if (!isTask(task) || !isUint8Array(file) || !(file.buffer instanceof ArrayBuffer)) {
  throw new TypeError('no task with a file');
}
try {
  const bytes = await TASKS[task](Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  // What a decoder has allocated is copied; only memory of our own can be given away.
  parentPort?.postMessage({ bytes }, bytes.buffer === file.buffer ? [file.buffer] : []);
} catch (error) {
  if (!(error instanceof PictureRefused)) throw error;
  parentPort?.postMessage({ refusal: error.message, cause: String(error.cause).slice(0, MAX_CAUSE) });
}
