import { globSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepareCheckout } from '../build/prepare.ts';
import { listPackages, type Package } from '../build/packages.ts';
import { obtainBrowsers } from '../checks/browsers.ts';
import { alertsCheck, commandCheck, jestCheck, journeysCheck, openapiCheck } from '../checks/checks.ts';
import { houseCheck } from '../checks/house.ts';
import { importGraph } from '../checks/import-graph.ts';
import { isNightly, leftOut, type PartName, partNames } from '../checks/parts.ts';
import { type Finding, Scoreboard } from '../checks/scoreboard.ts';
import type { CommandContext } from '../command-context.ts';
import { Failure } from '../failure.ts';
import { root } from '../machine/folders.ts';
import { onThrowAwayBackends, onThrowAwaySystem } from '../system/throw-away.ts';

/**
 * Checks at once. With three, connections to PostgreSQL did not open in time on two cores, and tests got 503s. Nightly
 * specs measure time, so nothing runs beside them.
 */
const AT_ONCE = { day: 2, night: 1 };

/** The tags of journeys that measure how long something takes, and of those for the nightly run. */
const TIMED = '@timed';
const NIGHTLY = '@nightly';

/** The reports of all journeys come from one address. */
const ONE_ADDRESS = { INTAKE_PER_ADDRESS_AND_HOUR: '1000', INTAKE_PER_HOUR: '1000' };

type Check = () => Promise<void>;

/**
 * `mainstay test`: all checks and tests, or one part of them; the last line is the count. With `--nightly` also those
 * that need minutes or gigabytes.
 */
export async function test(context: CommandContext): Promise<number> {
  const { values } = parseArgs({
    args: context.args,
    options: {
      only: { type: 'string' },
      nightly: { type: 'boolean', default: false },
    },
  });
  const only = partNames.find((part) => part === values.only);
  if (values.only !== undefined && !only) throw new Failure(`--only takes one of: ${partNames.join(', ')}.`);

  const run = new TestRun(context, values.nightly);
  const isBuilt = await run.prepare();
  const chosen = partNames.filter((part) => (only ? part === only : values.nightly || !isNightly(part)));
  // Without a build, what needs none says more than nothing.
  await run.checks(isBuilt ? chosen : chosen.filter((part) => part === 'static' || part === 'unit'));
  if (!values.nightly && !only)
    console.log(
      `\nLeft out, for npm run test:nightly:\n${leftOut()
        .map((line) => `  ${line}\n`)
        .join('')}`,
    );
  return run.scoreboard.close();
}

class TestRun {
  readonly scoreboard: Scoreboard;
  private readonly context: CommandContext;
  private readonly nightly: boolean;
  /** With `NIGHTLY`, specs repeat what they repeat as often as at night. */
  private readonly size: NodeJS.ProcessEnv;

  constructor(context: CommandContext, nightly: boolean) {
    this.context = context;
    this.nightly = nightly;
    this.size = nightly ? { NIGHTLY: '1' } : {};
    this.scoreboard = new Scoreboard(context.progress);
  }

  /**
   * Installs and builds.
   * @returns whether both succeeded
   */
  async prepare(): Promise<boolean> {
    const { progress, signal } = this.context;
    const begun = Date.now();
    const work = () => prepareCheckout(progress, signal);
    const isDone = await this.scoreboard.prepare('build', 'Dependencies and builds', signal, work);
    this.scoreboard.add('build', begun, { passed: 0, failed: 0 });
    return isDone;
  }

  /** The journeys that measure time come last. */
  async checks(chosen: PartName[]): Promise<void> {
    const packages = listPackages();
    const parts: Record<PartName, () => Check[]> = {
      build: () => [],
      journeys: () => [() => this.journeys()],
      services: () => [() => this.services(packages.filter(needsBackends))],
      attacks: () => [() => this.attacks(packages)],
      unit: () => packages.filter(isUnit).flatMap((pkg) => this.jest('unit', pkg, {})),
      static: () => this.statics(packages),
      browsers: () => [() => this.browsers()],
      timed: () => [],
      catalogue: () => [() => this.withoutSystem('catalogue', 'The catalogue', 'catalogue')],
      'new-domain': () => [() => this.withoutSystem('new-domain', 'A new domain', 'new-domain')],
      skew: () => [() => this.command('skew', 'Mixtures of versions', 'npm', ['run', '--silent', 'skew'])],
    };
    await inParallel(
      chosen.flatMap((part) => parts[part]()),
      this.nightly ? AT_ONCE.night : AT_ONCE.day,
    );
    if (chosen.includes('timed')) await this.timed();
  }

  private statics(packages: Package[]): Check[] {
    const { progress, signal } = this.context;
    const npx = (title: string, args: string[]) => () =>
      this.command('static', title, 'npx', ['--no', '--', ...args]);
    return [
      npx('Lint and types (oxlint)', ['oxlint', '--deny-warnings']),
      npx('Format (prettier)', ['prettier', '--check', '.']),
      () => this.imports(),
      npx('OpenAPI rules (spectral)', [
        'spectral',
        'lint',
        '--fail-severity=warn',
        ...packages.filter(hasOpenApi).map(({ path }) => `${path}/openapi.json`),
      ]),
      () => this.scoreboard.check('static', 'Alerts (promtool)', () => alertsCheck(progress, signal)),
      ...packages
        .filter(hasOpenApi)
        .map(
          (pkg) => () =>
            this.scoreboard.check('static', `OpenAPI document of ${pkg.path}`, () =>
              openapiCheck(pkg, signal),
            ),
        ),
    ];
  }

  /** What is checked of who imports whom, which is read once. */
  private async imports(): Promise<void> {
    const { signal } = this.context;
    let graph = '';
    await this.scoreboard.check('static', 'Import zones (dependency-cruiser)', async () => {
      graph = await importGraph(signal);
      const args = ['depcruise-fmt', '--exit-code', '--output-type', 'err', graph];
      return commandCheck('npx', ['--no', '--', ...args], { signal });
    });
    await this.scoreboard.check('static', 'House', () => houseCheck(graph, signal));
  }

  /** The tests of a package, and, in a process of their own, its nightly ones. */
  private jest(part: PartName, pkg: Package, given: NodeJS.ProcessEnv): Check[] {
    const { signal } = this.context;
    const env = { ...given, ...this.size };
    const hasNightly = globSync('{src,test}/**/*.nightly.spec.*', { cwd: join(root, pkg.path) }).length > 0;
    const check = (title: string, specs: 'every' | 'nightly') => () =>
      this.scoreboard.check(part, title, () => jestCheck(pkg, specs, env, signal));
    return [
      check(`Tests of ${pkg.path}`, 'every'),
      ...(this.nightly && hasNightly ? [check(`Nightly tests of ${pkg.path}`, 'nightly')] : []),
    ];
  }

  private services(packages: Package[]): Promise<void> {
    const { context } = this;
    return this.needing('services', 'PostgreSQL and Redis for the tests', () =>
      onThrowAwayBackends('backends', context, {}, async (backends) => {
        for (const check of packages.flatMap((pkg) => this.jest('services', pkg, backends))) await check();
      }),
    );
  }

  private attacks(packages: Package[]): Promise<void> {
    const { context } = this;
    const attacks = packages.find(({ path }) => path === 'tests/attacks');
    if (!attacks) return Promise.resolve();
    return this.needing('attacks', 'PostgreSQL and Redis for the attacks', () =>
      onThrowAwayBackends('attacks', context, {}, (backends) =>
        this.scoreboard.check('attacks', 'Attacks', () =>
          jestCheck(attacks, 'separate', { ...backends, ...this.size }, context.signal),
        ),
      ),
    );
  }

  private journeys(): Promise<void> {
    const unwanted = this.nightly ? TIMED : `${TIMED}|${NIGHTLY}`;
    return this.onSystem('journeys', (env) =>
      this.playwright('journeys', 'Journeys in Chromium', env, 'journeys', ['--grep-invert', unwanted]),
    );
  }

  private browsers(): Promise<void> {
    const { progress, signal } = this.context;
    return this.onSystem('browsers', async (env) => {
      const firefox = await obtainBrowsers(progress, signal);
      const given = { ...env, FIREFOX_PATH: firefox };
      await this.playwright('browsers', 'Journeys in Firefox and WebKit', given, 'browsers');
    });
  }

  /** Alone, because they measure time. */
  private timed(): Promise<void> {
    return this.onSystem('timed', async (env, pages) => {
      for (const [title, page] of pages) {
        const lighthouse = ['tests/bench/src/lighthouse.ts', '--url', page];
        await this.command('timed', `Lighthouse: ${title}`, process.execPath, lighthouse);
      }
      await this.playwright('timed', 'Journeys that measure time', env, 'journeys', ['--grep', TIMED]);
    });
  }

  /** `work` with a whole system, and the pages for Lighthouse with their titles. */
  private onSystem(
    part: PartName,
    work: (env: NodeJS.ProcessEnv, pages: [string, string][]) => Promise<void>,
  ): Promise<void> {
    return this.needing(part, `A whole system for the ${part}`, () =>
      onThrowAwaySystem(part, this.context, { settings: ONE_ADDRESS }, ({ env, url, code = '' }) =>
        work(env, [
          ['signing in', `${url}/auth`],
          ['reporting by QR code', `${url}/r/${code}`],
        ]),
      ),
    );
  }

  /** Scripts of tests/journeys that start what they need; they get no real address. */
  private withoutSystem(part: PartName, title: string, script: string): Promise<void> {
    return this.playwright(part, title, { MAINSTAY_URL: 'http://localhost' }, script);
  }

  private playwright(
    part: PartName,
    title: string,
    env: NodeJS.ProcessEnv,
    script: string,
    args: string[] = [],
  ): Promise<void> {
    return this.scoreboard.check(part, title, () => journeysCheck(env, this.context.signal, script, args));
  }

  private command(part: PartName, title: string, command: string, args: string[]): Promise<void> {
    const check = (): Promise<Finding> => commandCheck(command, args, { signal: this.context.signal });
    return this.scoreboard.check(part, title, check);
  }

  private async needing(part: PartName, title: string, work: () => Promise<void>): Promise<void> {
    await this.scoreboard.prepare(part, title, this.context.signal, work);
  }
}

/** Services, which generate an OpenAPI document. */
const hasOpenApi = ({ scripts }: Package): boolean => 'openapi' in scripts;

const needsBackends = ({ scripts }: Package): boolean => scripts['test']?.includes('with-backends') === true;

/** Specs in Jest that need no backends; the attacks need a whole system. */
const isUnit = (pkg: Package): boolean =>
  pkg.scripts['test'] !== undefined && !needsBackends(pkg) && pkg.path !== 'tests/attacks';

/** Runs checks in their order, so many at once. */
async function inParallel(checks: Check[], atOnce: number): Promise<void> {
  const queue = checks.values();
  const work = async () => {
    for (const check of queue) await check();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
