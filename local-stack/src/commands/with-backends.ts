import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { prepareCheckout } from '../build/prepare.ts';
import { folderOf, listServices } from '../build/service-files.ts';
import type { CommandContext } from './command-context.ts';
import { Failure } from '../failure.ts';
import { untilAborted } from '../until-aborted.ts';

/**
 * `mainstay with-backends [--durable] -- <command>`: the command with a migrated PostgreSQL and a Redis of its own, which
 * with `--durable` keep acknowledged writes through a crash.
 */
export async function withBackends({ args: given, progress, signal }: CommandContext): Promise<number> {
  const isDurable = given[0] === '--durable';
  const args = isDurable ? given.slice(1) : given;
  const [command, ...commandArgs] = args[0] === '--' ? args.slice(1) : args;
  if (command === undefined) throw new Failure('with-backends needs a command: with-backends -- <command>');
  // A parent process provides the backends already.
  if (process.env['TEST_DATABASE_ADMIN_URL'])
    return runInForeground(command, commandArgs, process.env, signal);

  await prepareCheckout(progress, signal, listServices().map(folderOf));
  const { inThrowAwayFolder } = await import('../system/throw-away.ts');
  const { startTestBackends } = await import('../system/test-backends.ts');
  const say = (text: string) => progress.say(text);
  return inThrowAwayFolder('backends', say, async (stateDir, supervisor) => {
    const backends = await progress.step('Starting a throw-away PostgreSQL and Redis', () =>
      untilAborted(signal, startTestBackends({ stateDir, isDurable, supervisor, progress, signal })),
    );
    return runInForeground(command, commandArgs, { ...process.env, ...backends }, signal);
  });
}

/** The command uses the terminal while it runs. @returns its exit code. */
export function runInForeground(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  cwd = process.cwd(),
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', env, cwd });
    signal.addEventListener('abort', () => child.kill());
    child.on('error', (error) => reject(new Failure(`${command} does not start: ${error.message}`)));
    child.on('exit', (code, killedBy) => resolve(code ?? 128 + (killedBy ? constants.signals[killedBy] : 0)));
  });
}
