/** The process of `pictures/in-process.ts`: reads a file from its input, and writes the picture that is made of it. */
import type { PictureTask } from './pictures/in-process.ts';
import { PictureRefused, REFUSED } from './pictures/picture-refused.ts';

/** How often its use of the machine is looked at. Decoders work in another thread of this process. */
const WATCH_MS = 20;

/** Decoders complain about each part of a broken file. */
const MAX_CAUSE = 500;

/** Each task loads what it needs alone, because that takes time. */
const TASKS: Record<PictureTask, (file: Buffer) => Promise<Buffer>> = {
  thumbnail: async (file) => (await import('./thumbnails/thumbnail-image.ts')).makeThumbnail(file),
  photo: async (file) => (await import('./public-photos/photo-image.ts')).makePhoto(file),
};
const isTask = (task: string): task is PictureTask => Object.hasOwn(TASKS, task);

const [, , task = '', ...numbers] = process.argv;
const [size = 0, seconds = 0, bytes = 0] = numbers.map(Number);
if (!isTask(task)) throw new TypeError(`no task: ${task}`);

// Without a signal, a process that ends waits for its decoder.
const watch = setInterval(() => {
  const { user, system } = process.cpuUsage();
  if (user + system > seconds * 1e6 || process.memoryUsage.rss() > bytes)
    process.kill(process.pid, 'SIGVTALRM');
}, WATCH_MS);

const file = await received(size);
try {
  await end(0, await TASKS[task](file));
} catch (error) {
  if (!(error instanceof PictureRefused)) throw error;
  await end(
    REFUSED,
    JSON.stringify({ refusal: error.message, cause: String(error.cause).slice(0, MAX_CAUSE) }),
  );
}

/** The file. The input stays open until the service no longer wants the picture, or has ended: then this ends too. */
function received(length: number): Promise<Buffer> {
  const whole = Buffer.alloc(length);
  let at = 0;
  return new Promise((resolve) => {
    process.stdin.on('data', (part: Buffer) => {
      at += part.copy(whole, at);
      if (at === length) resolve(whole);
    });
    process.stdin.on('close', () => process.kill(process.pid, 'SIGKILL'));
    // An empty file has no data.
    if (length === 0) resolve(whole);
  });
}

function end(code: number, output: Uint8Array | string): Promise<never> {
  clearInterval(watch);
  return new Promise(() => process.stdout.write(output, () => process.exit(code)));
}
