import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownFolder, root } from '../machine/folders.ts';
import { run } from '../processes/run-command.ts';
import type { Progress } from '../progress.ts';
import { fingerprintOfPackages, fingerprintOfResult, fingerprintOfSources } from './fingerprint.ts';
import { listPackages, type Package, withDependencies } from './packages.ts';

const AT_ONCE = 2;
/** Files other than its sources and limits that change the result of a build. */
const globalInputs = ['tsconfig.base.json', 'tsconfig.service.json', 'tsconfig.web.json'];

/**
 * Builds the packages at `paths` (all, if absent) that are not up to date, after those they use, two at once. A package
 * is up to date when its sources, those of the packages it uses, the request limits it imports and the external
 * packages of the lockfile are the same as at its last build.
 * @throws Failure with the end of the output of a failed build.
 */
export async function build(progress: Progress, signal: AbortSignal, paths?: string[]): Promise<void> {
  const packages = listPackages();
  const partsOf = (pkg: Package) => withDependencies(pkg, packages).filter(({ scripts }) => scripts['build']);
  const wanted = packages.filter(({ path, scripts }) => scripts['build'] && (paths?.includes(path) ?? true));
  let waiting = [...new Set(wanted.flatMap(partsOf))];
  while (waiting.length > 0) {
    const left = waiting;
    const ready = left.filter((pkg) => partsOf(pkg).every((part) => part === pkg || !left.includes(part)));
    const queue = ready.values();
    const work = async () => {
      for (const pkg of queue) await buildPackage(pkg, packages, progress, signal);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    waiting = left.filter((pkg) => !ready.includes(pkg));
  }
}

async function buildPackage(
  pkg: Package,
  packages: Package[],
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const { path } = pkg;
  const dist = join(root, path, 'dist');
  const stamp = stampFile(path);
  const inputs = fingerprintOfInputs(withDependencies(pkg, packages));
  const isStamped = existsSync(dist) && existsSync(stamp);
  if (isStamped && readFileSync(stamp, 'utf8') === `${inputs} ${fingerprintOfResult(dist)}`) return;
  await progress.step(`Building ${path}`, async () => {
    rmSync(stamp, { force: true });
    // The output of a removed source must not stay: a service loads all migrations in its folder, for example.
    rmSync(dist, { recursive: true, force: true });
    await run('npm', ['run', '--silent', 'build'], {
      cwd: join(root, path),
      signal,
      failure: `${path} does not build.`,
    });
    mkdirSync(join(ownFolder, 'builds'), { recursive: true });
    writeFileSync(stamp, `${inputs} ${fingerprintOfResult(dist)}`);
  });
}

/** Identifies the last build of a package: the same for the same inputs. */
export const buildOf = (path: string): string => readFileSync(stampFile(path), 'utf8').split(' ')[0] ?? '';

const stampFile = (path: string): string => join(ownFolder, 'builds', path.replaceAll('/', '-'));

function fingerprintOfInputs(parts: Package[]): string {
  const paths = [...parts.flatMap(({ path, limits }) => [path, ...limits]), ...globalInputs];
  return createHash('sha256')
    .update(fingerprintOfSources(root, paths))
    .update(fingerprintOfPackages(readFileSync(join(root, 'package-lock.json'), 'utf8')))
    .digest('hex');
}
