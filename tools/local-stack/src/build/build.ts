import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.ts';
import { ownFolder, root } from '../machine/folders.ts';
import { run } from '../processes/run-command.ts';
import type { Progress } from '../progress.ts';
import { fingerprintOfPackages, fingerprintOfResult, fingerprintOfSources } from './fingerprint.ts';
import { listPackages, type Package, withDependencies } from './packages.ts';

const AT_ONCE = 2;
/** Files other than its sources and limits that change the result of a build. */
const globalInputs = ['tsconfig.base.json', 'tsconfig.service.json', 'tsconfig.web.json'];

/**
 * Builds requested packages that are not up to date, the packages they use first, at most two at once.
 * A package is up to date when its sources, those of the packages it uses, the request limits it imports and the external
 * packages of the lockfile are the same as at its last build.
 */
export class Builder {
  private readonly packages = listPackages();
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly queue: (() => void)[] = [];
  private free = AT_ONCE;
  private readonly progress: Progress;
  private readonly signal: AbortSignal;

  constructor(progress: Progress, signal: AbortSignal) {
    this.progress = progress;
    this.signal = signal;
  }

  /** Paths of all packages with a build. */
  allPaths(): string[] {
    return this.packages.filter(isBuilt).map(({ path }) => path);
  }

  /**
   * Builds the packages at `paths` and those they use; urgent ones before all that wait.
   * @throws Failure with the end of the output of a failed build.
   */
  async build(paths: string[], isUrgent = false): Promise<void> {
    await Promise.all(paths.map((path) => this.buildOnce(path, isUrgent)));
  }

  private buildOnce(path: string, isUrgent: boolean): Promise<void> {
    const known = this.underWay.get(path);
    if (known) return known;
    const building = this.buildPackage(path, isUrgent);
    this.underWay.set(path, building);
    return building;
  }

  private async buildPackage(path: string, isUrgent: boolean): Promise<void> {
    const pkg = this.packages.find((candidate) => candidate.path === path);
    if (!pkg || !isBuilt(pkg)) throw new Failure(`${path} is not a package that is built.`);
    const inputs = withDependencies(pkg, this.packages);
    const built = inputs.filter((used) => used !== pkg && isBuilt(used));
    await this.build(
      built.map((used) => used.path),
      isUrgent,
    );

    const sources = fingerprintOfInputs(inputs);
    if (isUpToDate(path, sources)) return;
    await this.inTurn(isUrgent, () =>
      this.progress.step(`Building ${path}`, async () => {
        const dist = join(root, path, 'dist');
        rmSync(stampFile(path), { force: true });
        // The output of a removed source must not stay: a service loads all migrations in its folder, for example.
        rmSync(dist, { recursive: true, force: true });
        mkdirSync(join(ownFolder, 'logs'), { recursive: true });
        await run('npm', ['run', '--silent', 'build'], {
          cwd: join(root, path),
          signal: this.signal,
          logFile: join(ownFolder, 'logs', `build-${path.replaceAll('/', '-')}.log`),
          failure: `${path} does not build.`,
        });
        mkdirSync(join(ownFolder, 'builds'), { recursive: true });
        writeFileSync(stampFile(path), JSON.stringify({ sources, result: fingerprintOfResult(dist) }));
      }),
    );
  }

  private async inTurn(isUrgent: boolean, work: () => Promise<void>): Promise<void> {
    if (this.free > 0) this.free -= 1;
    else
      await new Promise<void>((resolve) =>
        isUrgent ? this.queue.unshift(resolve) : this.queue.push(resolve),
      );
    try {
      await work();
    } finally {
      const next = this.queue.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}

/** Identifies a build of a package: the same for the same sources. */
export function fingerprintOf(path: string): string {
  const packages = listPackages();
  const pkg = packages.find((candidate) => candidate.path === path);
  return pkg ? fingerprintOfInputs(withDependencies(pkg, packages)) : '';
}

const fingerprintOfInputs = (inputs: Package[]): string =>
  [
    fingerprintOfSources(root, [...inputs.flatMap(({ path, limits }) => [path, ...limits]), ...globalInputs]),
    fingerprintOfPackages(readFileSync(join(root, 'package-lock.json'), 'utf8')),
  ].join('-');

const isBuilt = (pkg: Package): boolean => pkg.scripts['build'] !== undefined && pkg.path !== '.';

const stampFile = (path: string): string => join(ownFolder, 'builds', `${path.replaceAll('/', '-')}.json`);

function isUpToDate(path: string, sources: string): boolean {
  const dist = join(root, path, 'dist');
  if (!existsSync(stampFile(path)) || !existsSync(dist)) return false;
  const stamp = readFileSync(stampFile(path), 'utf8');
  return stamp === JSON.stringify({ sources, result: fingerprintOfResult(dist) });
}
