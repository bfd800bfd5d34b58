import { globSync } from 'node:fs';
import type { CommandContext } from '../command-context.ts';
import { describeFailure } from '../failure.ts';
import { root } from '../machine/folders.ts';
import { readPort } from '../machine/preconditions.ts';
import { runInForeground } from '../processes/run-command.ts';
import { start } from './start.ts';

/** `mainstay dev`: the whole system, and each front end on a development server that reloads on changes. */
export async function dev(context: CommandContext): Promise<number> {
  const { progress, signal } = context;
  const system = `http://localhost:${readPort(process.env['PORT'])}`;
  const env = { ...process.env, MAINSTAY_URL: process.env['MAINSTAY_URL'] ?? system };
  progress.say(
    'Shell http://localhost:3000, public pages http://localhost:3010/r/<code>, remotes alone on the ports of their webpack.dev.ts, once they are built.',
  );
  for (const app of ['shell', 'intake', ...globSync('mf-*', { cwd: root }).sort()]) {
    runInForeground('npm', ['run', '--silent', 'dev', '-w', app], {
      cwd: root,
      env,
      signal,
      isGroup: true,
    }).then(
      () => signal.aborted || progress.say(`${app} is no longer served.`),
      (error: unknown) => progress.say(`${app} is not served: ${describeFailure(error)}`),
    );
  }
  return start(context);
}
