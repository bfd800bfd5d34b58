import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintOfPackages } from '../build/fingerprint.ts';
import { listPackages, withDependencies } from '../build/packages.ts';
import type { CommandContext } from '../command-context.ts';
import { Failure } from '../failure.ts';
import { root } from '../machine/folders.ts';
import { attempt } from '../processes/run-command.ts';

const frontEnd = /^(shell|intake|mf-.+)$/;
/** Packages that are released on their own. */
const deployable = /^(shell|intake|mf-.+|svc-.+|gateway|tools\/backup)$/;
/** Files that are part of every deployable. */
const forAll = /^(tsconfig\.[a-z]+\.json|docker-compose\.yml|[a-z.]*Dockerfile|\.dockerignore)$/;
/** A service's contract, which front ends include in their builds. */
const contract = /^svc-[a-z-]+\/openapi\.(d|limits)\.ts$/;

/**
 * `mainstay changed <commit>`: the folders of the deployables that differ from that commit, as a JSON list on one line;
 * all of them when there is no such commit, or when an external package has changed.
 */
export async function changed({ args: [base], signal }: CommandContext): Promise<number> {
  if (!base) throw new Failure('Give the commit to compare with: mainstay changed <commit>.');
  const git = (...command: string[]) => attempt('git', command, { cwd: root, signal });
  const diff = await git('diff', '--name-only', '-z', '--end-of-options', base, 'HEAD');
  const lock = await git('show', `${base}:package-lock.json`);
  const isKnown = diff.code === 0 && lock.code === 0 && hasSamePackages(lock.output);
  console.log(
    JSON.stringify(changedDeployables(isKnown ? diff.output.split('\0').filter(Boolean) : undefined)),
  );
  return 0;
}

const hasSamePackages = (lock: string): boolean =>
  fingerprintOfPackages(lock) ===
  fingerprintOfPackages(readFileSync(join(root, 'package-lock.json'), 'utf8'));

/**
 * The folders of the deployables that a change affects: their own sources, those of the packages in their builds, or
 * files that are part of all.
 * @param files paths below the checkout; undefined when unknown, which affects all of them.
 */
export function changedDeployables(files: readonly string[] | undefined): string[] {
  const packages = listPackages();
  return packages
    .filter((pkg) => {
      const folders = withDependencies(pkg, packages).map(({ path }) => `${path}/`);
      const isInput = (file: string) =>
        forAll.test(file) ||
        folders.some((folder) => file.startsWith(folder)) ||
        (frontEnd.test(pkg.path) && contract.test(file));
      return deployable.test(pkg.path) && (files?.some(isInput) ?? true);
    })
    .map(({ path }) => path);
}
