import { prepareCheckout } from '../build/prepare.ts';
import { folderOf, listServices } from '../build/service-files.ts';
import type { CommandContext } from '../command-context.ts';
import { Failure } from '../failure.ts';
import { runInForeground } from '../processes/run-command.ts';
import { onThrowAwayBackends } from '../system/throw-away.ts';

/**
 * `mainstay with-backends [--durable] -- <command>`: the command with a migrated PostgreSQL and a Redis of its own,
 * which with `--durable` keep acknowledged writes through a crash.
 */
export async function withBackends(context: CommandContext): Promise<number> {
  const { args: given, progress, signal } = context;
  const isDurable = given[0] === '--durable';
  const args = isDurable ? given.slice(1) : given;
  const [command, ...commandArgs] = args[0] === '--' ? args.slice(1) : args;
  if (command === undefined) throw new Failure('with-backends needs a command: with-backends -- <command>');
  // A parent process provides the backends already.
  if (process.env['TEST_DATABASE_ADMIN_URL']) return runInForeground(command, commandArgs, { signal });

  await prepareCheckout(progress, signal, listServices().map(folderOf));
  const options = { isDurable, title: 'Starting a throw-away PostgreSQL and Redis' };
  return onThrowAwayBackends('backends', context, options, (backends) =>
    runInForeground(command, commandArgs, { env: { ...process.env, ...backends }, signal }),
  );
}
