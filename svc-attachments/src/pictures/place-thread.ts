/** The thread of `in-thread.ts`: removes the place from a file and sends the file back. */
import { isUint8Array } from 'node:util/types';
import { parentPort, workerData } from 'node:worker_threads';
import { PictureRefused } from './picture-refused.ts';
import { withoutPlace } from './without-place.ts';

const file: unknown = workerData;
if (!isUint8Array(file) || !(file.buffer instanceof ArrayBuffer)) throw new TypeError('no file of its own');
try {
  withoutPlace(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  parentPort?.postMessage({ bytes: file }, [file.buffer]);
} catch (error) {
  if (!(error instanceof PictureRefused)) throw error;
  parentPort?.postMessage({ refusal: error.message });
}
