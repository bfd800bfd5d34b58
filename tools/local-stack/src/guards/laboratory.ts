import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyCheckout } from '../build/other-checkout.ts';
import { listPackages } from '../build/packages.ts';
import { type FailuresOfJest, failuresOfJest } from '../checks/tally.ts';
import { attempt, type Outcome } from '../processes/run-command.ts';
import type { Guard } from './guard.ts';

/** A mutated program may wait for ever for what a guard would have refused. */
const LONGEST_MS = 180_000;

/** What a test says, with every check in its place or without one. */
export interface Verdict {
  /** It passes with every check, and fails without one. */
  isExpected: boolean;
  /** Which test caught the removal, or what is wrong. */
  says: string;
  /** What the tests printed. */
  output: string;
}

interface TestRun {
  failures: FailuresOfJest;
  output: string;
}

interface LaboratoryOptions {
  /** Where the copy goes; does not exist yet. */
  folder: string;
  /** What suites need to know of their backends. */
  backends: NodeJS.ProcessEnv;
  /** Makes a database of the migrations of a checkout; gives its `TEST_DATABASE_ADMIN_URL`. */
  createTemplate: (checkout: string) => Promise<string>;
  signal: AbortSignal;
}

/** A copy of this checkout in which guards are removed, one after the other; this checkout itself is only read. */
export class Laboratory {
  private readonly options: LaboratoryOptions;
  private readonly packages = listPackages();
  /** Where a build with its guards waits while another one is in its place. */
  private readonly keptBuild: string;

  private constructor(options: LaboratoryOptions) {
    this.options = options;
    this.keptBuild = join(options.folder, 'kept-build');
  }

  static async open(options: LaboratoryOptions): Promise<Laboratory> {
    await copyCheckout(options.folder, options.signal);
    return new Laboratory(options);
  }

  /** Runs a test with every check in its place: if it fails now, it would seem to catch anything. */
  async runUnchanged(test: string): Promise<Verdict> {
    const { failures, output } = await this.runTest(test, this.options.backends);
    const { passed, failed, broken } = failures;
    return {
      isExpected: passed > 0 && failed + broken === 0,
      says: `${passed} passed, ${failed} failed`,
      output,
    };
  }

  /** Removes a guard, runs its test, and puts the guard back. */
  async tryWithout(guard: Guard): Promise<Verdict> {
    const { file, remove, put = '', test } = guard;
    const path = join(this.options.folder, file);
    const source = readFileSync(path, 'utf8');
    // Not as a pattern: `$` means itself.
    writeFileSync(
      path,
      source.replace(remove, () => put),
    );
    try {
      const built = await this.rebuild(guard);
      if (built.code !== 0) return missed('does not compile without it', built.output);
      const backends = isMigration(file)
        ? {
            ...this.options.backends,
            TEST_DATABASE_ADMIN_URL: await this.options.createTemplate(this.options.folder),
          }
        : this.options.backends;
      const { failures, output } = await this.runTest(test, backends);
      return judge(failures, test, output);
    } catch (error) {
      this.options.signal.throwIfAborted();
      return missed(`could not be tried: ${error instanceof Error ? error.message : String(error)}`, '');
    } finally {
      writeFileSync(path, source);
      this.restoreBuild(file);
    }
  }

  /** The package whose build other programs run, when the guard stands in such a one. */
  private builtPackageOf({ file, test }: Guard): string | undefined {
    const folder = this.packageOf(file);
    const isRunBuilt =
      isMigration(file) || (folder === 'packages/service-kit' && folder !== this.packageOf(test));
    return isRunBuilt ? folder : undefined;
  }

  private async rebuild(guard: Guard): Promise<Outcome> {
    const folder = this.builtPackageOf(guard);
    if (folder === undefined) return { code: 0, output: '' };
    cpSync(join(this.options.folder, folder, 'dist'), this.keptBuild, { recursive: true });
    // What only the guard used is left over.
    const lenient = ['--noUnusedLocals', 'false', '--noUnusedParameters', 'false'];
    return attempt(
      join(this.options.folder, 'node_modules/.bin/tsc'),
      ['-p', 'tsconfig.build.json', ...lenient],
      { cwd: join(this.options.folder, folder), signal: this.options.signal },
    );
  }

  private restoreBuild(file: string): void {
    if (!existsSync(this.keptBuild)) return;
    const dist = join(this.options.folder, this.packageOf(file), 'dist');
    rmSync(dist, { recursive: true });
    renameSync(this.keptBuild, dist);
  }

  private async runTest(test: string, backends: NodeJS.ProcessEnv): Promise<TestRun> {
    const report = join(this.options.folder, 'report.json');
    rmSync(report, { force: true });
    const jest = join(this.options.folder, 'node_modules/.bin/jest');
    const flags = [
      '--json',
      `--outputFile=${report}`,
      '--forceExit',
      '--runTestsByPath',
      join(this.options.folder, test),
    ];
    const { output } = await attempt(process.execPath, ['--experimental-vm-modules', jest, ...flags], {
      cwd: join(this.options.folder, this.packageOf(test)),
      env: { ...process.env, ...backends },
      signal: AbortSignal.any([this.options.signal, AbortSignal.timeout(LONGEST_MS)]),
    });
    const found: unknown = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
    return { failures: failuresOfJest(found), output };
  }

  private packageOf(file: string): string {
    const folder = this.packages.find(({ path }) => file.startsWith(`${path}/`));
    if (!folder) throw new Error(`${file} is in no package`);
    return folder.path;
  }
}

/** A suite that fails as a whole shows that the program does not run, which does not say whether it is checked. */
function judge({ passed, failed, broken, first }: FailuresOfJest, test: string, output: string): Verdict {
  if (broken > 0 || (passed === 0 && failed > 1))
    return missed(`does not run without it, says ${test}`, output);
  if (failed === 0) return missed(passed === 0 ? `is not tested by ${test}` : 'SURVIVED', output);
  return { isExpected: true, says: `caught by ${test}, "${first}"`, output };
}

const missed = (says: string, output: string): Verdict => ({ isExpected: false, says, output });

const isMigration = (file: string): boolean => file.includes('/database/migrations/');
