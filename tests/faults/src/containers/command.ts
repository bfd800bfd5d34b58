import { spawn } from 'node:child_process';

/** What an operator's shell has: no setting of a composition comes from this process's environment. */
const kept =
  /^(PATH|HOME|USER|LANG|TMPDIR|XDG_.*|DOCKER_.*|BUILDKIT_.*|(https?|no|all)_proxy|(HTTPS?|NO|ALL)_PROXY)$/;

export const operatorEnv = (more: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => kept.test(name))),
  ...more,
});

interface CommandOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Ends the command, and rejects. */
  signal?: AbortSignal;
  /** What the command reads. */
  input?: string;
}

/**
 * Runs a command to its end.
 * @returns its standard output
 * @throws Error with its output when it fails
 */
export function run(command: string, args: readonly string[], options: CommandOptions = {}): Promise<string> {
  const { cwd, env = operatorEnv(), signal, input = '' } = options;
  return new Promise((resolve, reject) => {
    // In a group of its own: an interruption at the terminal reaches it only through the signal, and does not
    // stop the clean-up.
    const child = spawn(command, args, {
      ...(cwd !== undefined && { cwd }),
      env,
      detached: true,
    });
    const stop = () => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    };
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop);
    let [output, errors] = ['', ''];
    child.stdout.on('data', (data) => (output += String(data)));
    child.stderr.on('data', (data) => (errors += String(data)));
    // A command that ends before it has read everything is no fault of the pipe.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.on('error', reject);
    child.on('close', (code) => {
      signal?.removeEventListener('abort', stop);
      if (signal?.aborted) reject(new Error('interrupted'));
      else if (code === 0) resolve(output);
      else
        reject(new Error(`${command} ${args.join(' ')} exited with ${code}:\n${lastLines(output + errors)}`));
    });
  });
}

const lastLines = (text: string): string => text.trimEnd().split('\n').slice(-40).join('\n');

export const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');
