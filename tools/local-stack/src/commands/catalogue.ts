import { prepareCheckout } from '../build/prepare.ts';
import type { CommandContext } from '../command-context.ts';
import { root } from '../machine/folders.ts';
import { runInForeground } from '../processes/run-command.ts';

/**
 * `mainstay catalogue`: serves the catalogue and rebuilds it on changes. It needs no system.
 * @returns its exit code
 */
export async function catalogue({ progress, signal }: CommandContext): Promise<number> {
  await prepareCheckout(progress, signal, []);
  progress.say(`Catalogue http://localhost:${process.env['CATALOGUE_PORT'] ?? 3100}, once it is built.`);
  const command = ['run', '--silent', 'dev', '-w', 'tools/catalogue'];
  return runInForeground('npm', command, { cwd: root, signal, isGroup: true });
}
