import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { Failure } from '../failure.ts';

/** The user a process runs as; only root can choose. */
export interface SystemUser {
  uid: number;
  gid: number;
}

interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  user?: SystemUser | undefined;
  signal?: AbortSignal | undefined;
  /** The error message; the end of the output is shown above it. */
  failure?: string;
}

const SHOWN_LINES = 40;

/**
 * Runs a command to its end.
 * @returns stdout and stderr
 * @throws Failure on a non-zero exit
 */
export async function run(command: string, args: string[], options: RunOptions = {}): Promise<string> {
  const { code, output } = await attempt(command, args, options);
  if (code !== 0) {
    const sentence = options.failure ?? `${command} ${args.join(' ')} failed with exit code ${code}.`;
    throw new Failure(sentence, { output: output.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n') });
  }
  return output;
}

/** Like {@link run}, but returns the exit code instead of throwing. An abort kills the command and its children. */
export async function attempt(
  command: string,
  args: string[],
  { cwd, env, user, signal }: RunOptions = {},
): Promise<{ code: number; output: string }> {
  signal?.throwIfAborted();
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...user,
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const abort = () => killGroup(child.pid, 'SIGKILL');
  signal?.addEventListener('abort', abort);
  try {
    const code = await new Promise<number>((resolve, reject) => {
      child.on('error', (error) => reject(new Failure(`${command} does not start: ${error.message}`)));
      child.on('close', (exitCode) => resolve(exitCode ?? 1));
    });
    signal?.throwIfAborted();
    return { code, output: Buffer.concat(chunks).toString('utf8') };
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/**
 * The command uses the terminal while it runs, and is stopped by the signal; with `isGroup`, so is everything it
 * started, but then it has no keyboard.
 * @returns its exit code.
 */
export function runInForeground(
  command: string,
  args: string[],
  { cwd, env, signal, isGroup = false }: Pick<RunOptions, 'cwd' | 'env' | 'signal'> & { isGroup?: boolean },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', env, cwd, detached: isGroup });
    signal?.addEventListener('abort', () => (isGroup ? killGroup(child.pid, 'SIGTERM') : child.kill()));
    child.on('error', (error) => reject(new Failure(`${command} does not start: ${error.message}`)));
    child.on('exit', (code, killedBy) => resolve(code ?? 128 + (killedBy ? constants.signals[killedBy] : 0)));
  });
}

/** Signals a detached child and everything it started. It is not an error if the group has ended. */
export function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // Already ended.
  }
}
