import { parseArgs } from 'node:util';
import { prepareCheckout } from '../build/prepare.ts';
import { listPackages, type Package } from '../build/packages.ts';
import {
  alertsCheck,
  attacksCheck,
  commandCheck,
  jestCheck,
  journeysCheck,
  openapiCheck,
} from '../checks/checks.ts';
import { Scoreboard } from '../checks/scoreboard.ts';
import type { CommandContext } from './command-context.ts';
import { Failure } from '../failure.ts';
import { root } from '../machine/folders.ts';
import { onThrowAwayBackends, onThrowAwaySystem, type ThrowAwaySystem } from '../system/throw-away.ts';

const parts = [
  'static',
  'openapi',
  'unit',
  'journeys',
  'services',
  'new-domain',
  'attacks',
  'catalogue',
] as const;
type Part = (typeof parts)[number];

/** Run beside the journeys, which take longest. */
const besideJourneys: readonly Part[] = ['services', 'new-domain', 'attacks', 'catalogue'];

/** With three, connections to PostgreSQL did not open in time on two cores, and tests got 503s. */
const AT_ONCE = 2;

/** The tag of journeys that measure how long something takes. */
const TIMED = '@timed';

/** The reports of all journeys come from one address. */
const ONE_ADDRESS = { INTAKE_PER_ADDRESS_AND_HOUR: '1000', INTAKE_PER_HOUR: '1000' };

/**
 * `mainstay test`: all checks and tests, or one part of them; the last line is the count. With `--times` the journeys
 * run that many times in a row, on the same system.
 */
export async function test(context: CommandContext): Promise<number> {
  const { args, progress, signal } = context;
  const { values } = parseArgs({
    args,
    options: { only: { type: 'string' }, times: { type: 'string', default: '1' } },
  });
  const only = parts.find((part) => part === values.only);
  if (values.only !== undefined && !only) throw new Failure(`--only takes one of: ${parts.join(', ')}.`);
  if (!/^[1-9]\d?$/.test(values.times)) throw new Failure('--times takes a number from 1 to 99.');

  const scoreboard = new Scoreboard(progress);
  const isBuilt = await prepare(scoreboard, context);
  // Journeys without the running system, so they get no real address.
  const withoutSystem = (title: string, script: string) =>
    scoreboard.check(title, () => journeysCheck({ MAINSTAY_URL: 'http://localhost' }, signal, script));
  const checks: Record<Part, () => Promise<void>> = {
    static: () => checkStatics(scoreboard, context),
    openapi: () => checkDocuments(scoreboard, context),
    unit: () => runUnitTests(scoreboard, context),
    journeys: () =>
      runJourneys(
        scoreboard,
        Number(values.times),
        context,
        only ? [] : besideJourneys.map((part) => checks[part]),
      ),
    services: () => runServiceTests(scoreboard, context, only ? AT_ONCE : 1),
    // In a copy of the checkout, with a system of its own.
    'new-domain': () => withoutSystem('A new domain', 'new-domain'),
    attacks: () => runAttacks(scoreboard, context),
    // Every story in Chromium, from the build.
    catalogue: () => withoutSystem('The catalogue', 'catalogue'),
  };
  for (const part of parts) {
    if ((only ?? part) !== part) continue;
    if (besideJourneys.includes(part) && !only) continue;
    if (isBuilt || part === 'static' || part === 'unit') await checks[part]();
    signal.throwIfAborted();
  }
  return scoreboard.close();
}

/** Dependencies and builds. An error counts as one failure. @returns whether all succeeded. */
async function prepare(scoreboard: Scoreboard, { progress, signal }: CommandContext): Promise<boolean> {
  try {
    await prepareCheckout(progress, signal);
    return true;
  } catch (error) {
    signal.throwIfAborted();
    scoreboard.fail('Dependencies and builds', error);
    return false;
  }
}

async function checkStatics(scoreboard: Scoreboard, { progress, signal }: CommandContext): Promise<void> {
  const packages = listPackages();
  const npx = (title: string, args: string[]) => () =>
    scoreboard.check(title, () => commandCheck('npx', ['--no', '--', ...args], { signal }));
  await inParallel(AT_ONCE, [
    npx('Format (prettier)', ['prettier', '--check', '.']),
    npx('Import zones (dependency-cruiser)', [
      'depcruise',
      '--config',
      '.dependency-cruiser.mjs',
      ...packages.map(({ path }) => path),
    ]),
    npx('Lint (oxlint)', ['oxlint', '--deny-warnings']),
    () => scoreboard.check('Alerts (promtool)', () => alertsCheck(progress, signal)),
    ...having('types', packages).map(
      (pkg) => () =>
        scoreboard.check(`Types of ${pkg.path}`, () =>
          commandCheck('npm', ['run', '--silent', 'types'], { cwd: `${root}/${pkg.path}`, signal }),
        ),
    ),
  ]);
}

async function checkDocuments(scoreboard: Scoreboard, { signal }: CommandContext): Promise<void> {
  await inParallel(
    AT_ONCE,
    having('openapi', listPackages()).map(
      (pkg) => () => scoreboard.check(`OpenAPI document of ${pkg.path}`, () => openapiCheck(pkg, signal)),
    ),
  );
}

async function runUnitTests(scoreboard: Scoreboard, { signal }: CommandContext): Promise<void> {
  const packages = having('test', listPackages()).filter((pkg) => !needsBackends(pkg));
  await inParallel(
    AT_ONCE,
    packages.map((pkg) => () => scoreboard.check(`Tests of ${pkg.path}`, () => jestCheck(pkg, {}, signal))),
  );
}

async function runServiceTests(
  scoreboard: Scoreboard,
  context: CommandContext,
  atOnce: number,
): Promise<void> {
  const packages = having('test', listPackages()).filter(needsBackends);
  await onBackends('backends', 'PostgreSQL and Redis for the tests', scoreboard, context, (backends) =>
    inParallel(
      atOnce,
      packages.map(
        (pkg) => () =>
          scoreboard.check(`Tests of ${pkg.path}`, () => jestCheck(pkg, backends, context.signal)),
      ),
    ),
  );
}

async function runAttacks(scoreboard: Scoreboard, context: CommandContext): Promise<void> {
  await onBackends('attacks', 'PostgreSQL and Redis for the attacks', scoreboard, context, (backends) =>
    scoreboard.check('Attacks', () => attacksCheck(backends, context.signal)),
  );
}

/** `work` with a throw-away PostgreSQL and Redis in a `folder` of its own; `title` is what fails when they do not start. */
async function onBackends(
  folder: string,
  title: string,
  scoreboard: Scoreboard,
  context: CommandContext,
  work: (backends: NodeJS.ProcessEnv) => Promise<void>,
): Promise<void> {
  const run = () => onThrowAwayBackends(folder, context, {}, work);
  await counted(scoreboard, title, run, context.signal);
}

/** @param beside further checks, which run in parallel with the journeys */
async function runJourneys(
  scoreboard: Scoreboard,
  times: number,
  context: CommandContext,
  beside: (() => Promise<void>)[],
): Promise<void> {
  const { signal } = context;
  const rest = [...beside];
  const run = () =>
    onThrowAwaySystem('journeys', context, { settings: ONE_ADDRESS }, async (system) => {
      const repeated = async (title: string, ...args: string[]) => {
        for (let time = 1; time <= times && !signal.aborted; time += 1) {
          const numbered = times > 1 ? `${title}, ${time} of ${times}` : title;
          await scoreboard.check(numbered, () => journeysCheck(system.env, signal, 'journeys', args));
        }
      };
      // Alone, because they measure time.
      await runLighthouse(scoreboard, system, signal);
      await repeated('Journeys that measure time', '--grep', TIMED);
      await inParallel(AT_ONCE, [
        () => repeated('Journeys in Chromium', '--grep-invert', TIMED),
        ...rest.splice(0),
      ]);
    });
  await counted(scoreboard, 'A whole system for the journeys', run, signal);
  // If the system did not start: they do not need it.
  await inParallel(AT_ONCE, rest);
}

async function runLighthouse(
  scoreboard: Scoreboard,
  { url, code = '' }: ThrowAwaySystem,
  signal: AbortSignal,
): Promise<void> {
  for (const [title, page] of [
    ['Lighthouse: signing in', '/auth'],
    ['Lighthouse: reporting by QR code', `/r/${code}`],
  ] as const) {
    const lighthouse = ['tests/bench/src/lighthouse.ts', '--url', `${url}${page}`];
    await scoreboard.check(title, () => commandCheck(process.execPath, lighthouse, { signal }));
  }
}

/** Counts an exception of `work` (not a failed check) as one failure with this `title`. */
async function counted(
  scoreboard: Scoreboard,
  title: string,
  work: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    signal.throwIfAborted();
    scoreboard.fail(title, error);
  }
}

const having = (script: string, packages: Package[]): Package[] =>
  packages.filter(({ scripts }) => script in scripts);

const needsBackends = ({ scripts }: Package): boolean => scripts['test']?.includes('with-backends') === true;

/** Runs tasks in their order, `atOnce` at a time. */
async function inParallel(atOnce: number, tasks: (() => Promise<void>)[]): Promise<void> {
  const queue = tasks.values();
  const work = async () => {
    for (const task of queue) await task();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
