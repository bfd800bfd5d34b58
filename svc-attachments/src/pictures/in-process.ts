import { execFile } from 'node:child_process';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { PictureRefused, REFUSED } from './picture-refused.ts';
import { tooBusy } from './turns.ts';

/** What a picture is decoded for. */
export type PictureTask = 'thumbnail' | 'photo';

/**
 * What the process of one picture may take: seconds of processor time, and bytes of memory, of which it has 70 MB
 * before it begins. The largest sound pictures need two thirds.
 */
export const LIMITS = { seconds: 5, bytes: 400_000_000 };

const TOO_MUCH = 'Reading this file takes too much time or memory. Please choose another one.';

/** Milliseconds after which whoever waits gets a response, however busy the machine is. */
const TIME_LIMIT_MS = 20_000;

/** What the process writes at most: a photo. */
const MAX_RESULT_BYTES = 4_000_000;

/** Also in `dist`. */
const PROCESS = join(import.meta.dirname, `../picture-process${extname(import.meta.filename)}`);

/** What the process writes when it refuses a file. */
const refusalSchema = z.object({ refusal: z.string(), cause: z.string() });

const failureSchema = z.object({
  code: z.unknown(),
  signal: z.string().nullish(),
  stdout: z.instanceof(Buffer),
});

/**
 * Decodes a file that somebody uploaded in a process of its own, without the settings of this one: decoders are
 * native code, which no thread can be made to leave. It ends itself at its limits, and with this process.
 * @throws PictureRefused, also when a decoder crashes; Problem 503 when the machine is too busy
 */
export async function inProcess(task: PictureTask, file: Buffer, limits = LIMITS): Promise<Buffer> {
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  const args = [PROCESS, task, ...[file.length, limits.seconds, limits.bytes].map(String)];
  const decoding = promisify(execFile)(process.execPath, ['--max-semi-space-size=2', ...args], {
    encoding: 'buffer',
    env: {},
    killSignal: 'SIGKILL',
    maxBuffer: MAX_RESULT_BYTES,
    signal,
  });
  const { stdin } = decoding.child;
  // How the process ended says more.
  stdin?.on('error', () => undefined);
  // Stays open: the process ends when it closes.
  stdin?.write(file);
  try {
    return (await decoding).stdout;
  } catch (error) {
    if (signal.aborted) throw tooBusy();
    const { data: failure } = failureSchema.safeParse(error);
    if (failure?.code === REFUSED) {
      const { refusal, cause } = refusalSchema.parse(JSON.parse(failure.stdout.toString()));
      throw new PictureRefused(refusal, { cause });
    }
    if (failure?.signal) throw new PictureRefused(TOO_MUCH, { cause: failure.signal });
    throw error;
  }
}
