import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkIsFree, freeDevPort, lockedVersions, roomOf } from './checkout.ts';
import { describeDomain, type Part, type Wish } from './domain.ts';
import { renderTemplates } from './render.ts';

/** Runs a command in the checkout. @throws Error when it fails */
export type RunCommand = (command: string, ...args: string[]) => void;

/**
 * Makes the folders of a new domain, installs what they need, and writes the service's OpenAPI documents. An error leaves the
 * checkout as it was.
 * @returns the folders' names
 * @throws Refusal when the name cannot be had
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
  const rooms = parts.map((part) => roomOf(part, domain.name));

  const place = join(checkout, '.mainstay');
  mkdirSync(place, { recursive: true });
  const draft = mkdtempSync(join(place, 'new-'));
  const lock = join(checkout, 'package-lock.json');
  const keptLock = join(draft, 'package-lock.json');
  copyFileSync(lock, keptLock);
  let isDone = false;
  try {
    const render = (template: string, part: Part) =>
      renderTemplates(template, join(draft, roomOf(part, domain.name)), checkout, domain, facts);
    if (hasService) await render('service', 'service');
    if (parts.includes('remote')) {
      await render('remote', 'remote');
      await render(hasService ? 'remote-list' : 'remote-blank', 'remote');
    }
    for (const room of rooms) renameSync(join(draft, room), join(checkout, room));
    run(
      'npm',
      'install',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--prefer-offline',
      '--loglevel=error',
    );
    if (hasService) {
      const room = roomOf('service', domain.name);
      run('npm', 'run', '--silent', 'build', '-w', room);
      run('npm', 'run', '--silent', 'openapi', '-w', room);
      copyFileSync(join(checkout, room, 'openapi.json'), join(checkout, room, 'openapi.released.json'));
    }
    isDone = true;
  } finally {
    if (!isDone) {
      renameSync(keptLock, lock);
      for (const room of rooms) {
        rmSync(join(checkout, room), { recursive: true, force: true });
        rmSync(join(checkout, 'node_modules/@mainstay', room), { force: true });
      }
    }
    rmSync(draft, { recursive: true, force: true });
  }
  return rooms;
}
