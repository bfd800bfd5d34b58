import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkIsFree, folderOf, freeDevPort, lockedVersions } from './checkout.ts';
import { describeDomain, type Part, type Wish } from './domain.ts';
import { renderTemplates } from './render.ts';

/**
 * Runs a command in the checkout.
 * @throws Error when it fails
 */
type RunCommand = (command: string, ...args: string[]) => void;

/**
 * Creates the folders of a new domain, installs their dependencies, and writes the service's OpenAPI documents. An
 * error leaves the checkout unchanged.
 * @returns the folders' names
 * @throws Refusal when the name cannot be used
 */
export async function makeDomain(wish: Wish, checkout: string, run: RunCommand): Promise<string[]> {
  const domain = describeDomain(wish);
  const parts: Part[] = wish.only ? [wish.only] : ['remote', 'service'];
  checkIsFree(checkout, domain, parts);
  const hasService = parts.includes('service');
  const facts = {
    hasService,
    timestamp: Date.now(),
    devPort: freeDevPort(checkout),
    versions: lockedVersions(checkout),
  };
  const folders = parts.map((part) => folderOf(part, domain.name));

  const place = join(checkout, '.mainstay');
  mkdirSync(place, { recursive: true });
  const draft = mkdtempSync(join(place, 'new-'));
  const lock = join(checkout, 'package-lock.json');
  const keptLock = join(draft, 'package-lock.json');
  copyFileSync(lock, keptLock);
  let isDone = false;
  try {
    const render = (template: string, part: Part) =>
      renderTemplates(template, join(draft, folderOf(part, domain.name)), checkout, domain, facts);
    if (hasService) await render('service', 'service');
    if (parts.includes('remote')) {
      await render('remote', 'remote');
      await render(hasService ? 'remote-list' : 'remote-blank', 'remote');
    }
    for (const folder of folders) renameSync(join(draft, folder), join(checkout, folder));
    const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
    run('npm', 'install', '--ignore-scripts', ...quiet);
    if (hasService) {
      const folder = folderOf('service', domain.name);
      for (const script of ['build', 'openapi']) run('npm', 'run', '--silent', script, '-w', folder);
      copyFileSync(join(checkout, folder, 'openapi.json'), join(checkout, folder, 'openapi.released.json'));
    }
    isDone = true;
  } finally {
    if (!isDone) {
      renameSync(keptLock, lock);
      for (const folder of folders) {
        rmSync(join(checkout, folder), { recursive: true, force: true });
        rmSync(join(checkout, 'node_modules/@mainstay', folder), { force: true });
      }
    }
    rmSync(draft, { recursive: true, force: true });
  }
  return folders;
}
