import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { prepareCheckout } from '../build/prepare.ts';
import type { CommandContext } from './command-context.ts';
import { root } from '../machine/folders.ts';

/** `mainstay new …`: a new domain's folders; new-domain/ makes them. @returns its exit code */
export async function newDomain({ args, progress, signal }: CommandContext): Promise<number> {
  await prepareCheckout(progress, signal, ['packages/service-kit']);
  const script = join(root, 'new-domain/src/main.ts');
  const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit', cwd: root });
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('exit', (code) => done(code ?? 1));
  });
}
