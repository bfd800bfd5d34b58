import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changedDeployables } from '../build/changed-deployables.ts';
import { fingerprintOfPackages } from '../build/fingerprint.ts';
import { listPackages } from '../build/packages.ts';
import type { CommandContext } from './command-context.ts';
import { Failure } from '../failure.ts';
import { root } from '../machine/folders.ts';
import { attempt } from '../processes/run-command.ts';

/**
 * `mainstay changed <commit>`: the folders of the deployables that differ from that commit, as a JSON list on one line; all of
 * them when there is no such commit, or when an external package has changed.
 */
export async function changed({ args: [base], signal }: CommandContext): Promise<number> {
  if (!base) throw new Failure('Give the commit to compare with: mainstay changed <commit>.');
  const git = (...command: string[]) => attempt('git', command, { cwd: root, signal });
  const diff = await git('diff', '--name-only', '-z', '--end-of-options', base, 'HEAD');
  const lock = await git('show', `${base}:package-lock.json`);
  const isKnown = diff.code === 0 && lock.code === 0 && hasSamePackages(lock.output);
  const files = isKnown ? diff.output.split('\0').filter(Boolean) : undefined;
  console.log(JSON.stringify(changedDeployables(files, listPackages())));
  return 0;
}

const hasSamePackages = (lock: string): boolean =>
  fingerprintOfPackages(lock) ===
  fingerprintOfPackages(readFileSync(join(root, 'package-lock.json'), 'utf8'));
