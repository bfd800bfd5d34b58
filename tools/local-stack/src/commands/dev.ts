import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import type { CommandContext } from './command-context.ts';
import { root } from '../machine/folders.ts';
import { readPort } from '../machine/preconditions.ts';
import { killGroup } from '../processes/run-command.ts';
import { start } from './start.ts';

/** Each is served on a port of its own (webpack.dev.ts) and reloads on changes. */
const frontEnds = () => ['shell', 'intake', ...globSync('mf-*', { cwd: root }).sort()];

/** `mainstay dev`: the whole system, and each front end on a development server beside it. */
export async function dev(context: CommandContext): Promise<number> {
  const { progress, signal } = context;
  const system = `http://localhost:${readPort(process.env['PORT'])}`;
  progress.say(
    'Shell http://localhost:3000, public pages http://localhost:3010/r/<code>, remotes alone on the ports of their webpack.dev.ts, once they are built.',
  );
  for (const app of frontEnds()) {
    const env = { ...process.env, MAINSTAY_URL: process.env['MAINSTAY_URL'] ?? system };
    const options = { cwd: root, env, stdio: 'inherit', detached: true } as const;
    const server = spawn('npm', ['run', '--silent', 'dev', '-w', app], options);
    server.on('error', (error) => progress.say(`${app} is not served: ${error.message}`));
    server.on('exit', () => signal.aborted || progress.say(`${app} is no longer served.`));
    signal.addEventListener('abort', () => killGroup(server.pid, 'SIGTERM'));
  }
  return start(context);
}
