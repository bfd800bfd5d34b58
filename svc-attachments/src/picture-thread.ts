/** The thread of `pictures/in-thread.ts`: does a task with one file and sends the result back. */
import { isUint8Array } from 'node:util/types';
import { parentPort, workerData } from 'node:worker_threads';
import type { PictureTask } from './pictures/in-thread.ts';
import { PictureRefused } from './pictures/picture-refused.ts';

/** Loaded when needed, because the decoders take time. */
const TASKS: Record<PictureTask, (file: Buffer) => Promise<Buffer>> = {
  place: async (file) => (await import('./pictures/without-place.ts')).withoutPlace(file),
  thumbnail: async (file) => (await import('./thumbnails/thumbnail-image.ts')).makeThumbnail(file),
  photo: async (file) => (await import('./report-photos/photo-image.ts')).makePhoto(file),
};

/** Decoders complain about each part of a broken file. */
const MAX_CAUSE = 500;

interface Job {
  task: PictureTask;
  file: Uint8Array<ArrayBuffer>;
}
const isTask = (task: unknown): task is PictureTask => typeof task === 'string' && Object.hasOwn(TASKS, task);
const isOwn = (file: unknown): file is Job['file'] =>
  isUint8Array(file) && file.buffer instanceof ArrayBuffer;
const isJob = (job: unknown): job is Job =>
  typeof job === 'object' &&
  job !== null &&
  'task' in job &&
  'file' in job &&
  isTask(job.task) &&
  isOwn(job.file);

const job: unknown = workerData;
if (!isJob(job)) throw new TypeError('no task with a file');
const { task, file } = job;
try {
  const bytes = await TASKS[task](Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  // What a decoder has allocated is copied; only memory of our own can be given away.
  parentPort?.postMessage({ bytes }, bytes.buffer === file.buffer ? [file.buffer] : []);
} catch (error) {
  if (!(error instanceof PictureRefused)) throw error;
  parentPort?.postMessage({ refusal: error.message, cause: String(error.cause).slice(0, MAX_CAUSE) });
}
