import { join } from 'node:path';
import type { CommandContext } from '../command-context.ts';
import { root } from '../machine/folders.ts';
import { runInForeground } from '../processes/run-command.ts';
import { stateFolder } from '../system/state-folder.ts';

/** `mainstay remote …`: the registry's own command line, by default on the registry of `mainstay start`. */
export function remote({ args }: CommandContext): Promise<number> {
  const stateDir = stateFolder();
  return runInForeground(process.execPath, [join(root, 'gateway/src/registry.ts'), ...args], {
    // The user's current folder: npm itself changes to the checkout's root.
    cwd: process.env['INIT_CWD'] || process.cwd(),
    env: { ...process.env, REGISTRY_DIR: process.env['REGISTRY_DIR'] || join(stateDir, 'registry') },
  });
}
