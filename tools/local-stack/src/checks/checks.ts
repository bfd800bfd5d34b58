import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Package } from '../build/packages.ts';
import { fetchDebianProgram } from '../backends/debian-package.ts';
import { Failure } from '../failure.ts';
import { ownFolder, root } from '../machine/folders.ts';
import { findProgram } from '../machine/programs.ts';
import { attempt } from '../processes/run-command.ts';
import type { Progress } from '../progress.ts';
import type { Finding } from './scoreboard.ts';
import { tallyOfJest, tallyOfPlaywright, type Tally } from './tally.ts';

/** A check of one command: it passes with exit code 0. */
export async function commandCheck(
  command: string,
  args: string[],
  options: { cwd?: string; signal: AbortSignal },
): Promise<Finding> {
  const { code, output } = await attempt(command, args, { cwd: root, ...options });
  return code === 0 ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output };
}

/** Whether alerts fire on the series they are meant for alone: promtool of the PATH or of the distribution. */
export async function alertsCheck(progress: Progress, signal: AbortSignal): Promise<Finding> {
  const found = findProgram('promtool');
  const program = found
    ? { path: found, env: {} }
    : await fetchDebianProgram('prometheus', 'usr/bin/promtool', progress, signal);
  if (!program)
    throw new Failure('promtool checks the alerts: install it, for example brew install prometheus.');
  return commandCheck(program.path, ['test', 'rules', 'tools/deploy/monitoring/alerts.test.yaml'], {
    signal,
  });
}

/**
 * Runs a package's Jest through its own test script; every test counts. All specs run as one file, because Jest
 * evaluates Nest, TypeORM or antd anew for each; those of the nightly run have files of their own.
 */
export function jestCheck(
  pkg: Package,
  specs: 'every' | 'nightly' | 'separate',
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Finding> {
  const chosen = {
    every: ['--roots', join(root, 'tests/kit/every-spec'), '--testMatch', '**/every-spec.ts'],
    nightly: ['--testPathPatterns', String.raw`\.nightly\.`],
    separate: [],
  }[specs];
  return withReport(tallyOfJest, (report) =>
    // Of a failed run, only the failed tests are printed.
    attempt(
      'npm',
      [
        'test',
        '--silent',
        '--',
        '--silent',
        '--verbose=false',
        '--json',
        `--outputFile=${report}`,
        ...chosen,
      ],
      {
        cwd: join(root, pkg.path),
        env: { ...process.env, ...env },
        signal,
      },
    ),
  );
}

/** Runs the journeys (or those of another script of e2e) against a running system; every journey counts. */
export function journeysCheck(
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  script = 'journeys',
  args: string[] = [],
): Promise<Finding> {
  return withReport(tallyOfPlaywright, (report) =>
    attempt('npm', ['run', '--silent', script, '--', '--reporter=list,json', ...args], {
      cwd: join(root, 'tests/journeys'),
      env: { ...process.env, ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      signal,
    }),
  );
}

async function withReport(
  tallyOf: (report: unknown, exitCode: number) => Tally,
  work: (reportFile: string) => Promise<{ code: number; output: string }>,
): Promise<Finding> {
  mkdirSync(ownFolder, { recursive: true });
  const folder = mkdtempSync(join(ownFolder, 'report-'));
  try {
    const file = join(folder, 'report.json');
    const { code, output } = await work(file);
    const report: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
    return { ...tallyOf(report, code), output };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether a service's committed documents match its code. The committed ones are not changed. */
export async function openapiCheck(pkg: Package, signal: AbortSignal): Promise<Finding> {
  const files = ['openapi.json', 'openapi.d.ts', 'openapi.limits.ts'].map((name) =>
    join(root, pkg.path, name),
  );
  const committed = files.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined));
  try {
    const made = await commandCheck('npm', ['run', '--silent', 'openapi'], {
      cwd: join(root, pkg.path),
      signal,
    });
    const changed = files.filter((file, index) => readFileSync(file, 'utf8') !== committed[index]);
    if (made.failed > 0 || changed.length === 0) return made;
    const { output } = await attempt('git', ['--no-pager', 'diff', '--no-color', '--', ...changed], {
      cwd: root,
      signal,
    });
    return {
      passed: 0,
      failed: 1,
      output: `${output}\nRun "npm run openapi -w ${pkg.path}" and commit what it changes.`,
    };
  } finally {
    for (const [index, file] of files.entries()) {
      const content = committed[index];
      if (content !== undefined) writeFileSync(file, content);
    }
  }
}
