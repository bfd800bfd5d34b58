import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atLeast, type Fault, none } from './fault.ts';
import type { Stage } from './stage.ts';

const e2e = join(import.meta.dirname, '../../../journeys');

/** A step of a journey as Playwright reports it. */
interface Step {
  title: string;
  error?: object;
}

interface Result {
  status: string;
  steps?: Step[];
  errors?: { message?: string }[];
}

interface Suite {
  suites?: Suite[];
  specs?: { title: string; tests: { results: Result[] }[] }[];
}

/** Each fault is a step of a journey: it is made, looked at, undone, and Retry is pressed. */
export const remoteFaults: Fault = {
  title:
    'a remote that returns 404 or 500, hangs, is cut off, throws on load or on render, or is another than published',
  async run(stage) {
    const results = await journeys(stage, 'without the files of a remote|every fault of a remote');
    const steps = results.flatMap((result) => result.steps ?? []);
    return [
      atLeast('faults made', steps.length, 10),
      none('white screens', steps.filter(({ error }) => error).length),
      none('journeys in which Retry did not work without a reload', failures(results)),
    ];
  },
};

export const remoteDeployed: Fault = {
  title: 'a remote deployed under open tabs',
  async run(stage) {
    const results = await journeys(stage, 'one remote is changed, built and published alone');
    return [
      atLeast('journeys', results.length, 1),
      none('journeys with a chunk error or typed text lost', failures(results)),
    ];
  },
};

function failures(results: readonly Result[]): number {
  for (const { message } of results.flatMap(({ errors = [] }) => errors)) console.error(message);
  return results.filter(({ status }) => status !== 'passed').length;
}

/** Runs the journeys whose titles match, against the stage's system; what came of each. */
async function journeys({ system }: Stage, titles: string): Promise<Result[]> {
  const folder = await mkdtemp(join(tmpdir(), 'mainstay-journeys-'));
  const report = join(folder, 'report.json');
  const args = ['run', '--silent', 'journeys', '--', '--grep', titles, '--reporter=json'];
  const env = {
    ...process.env,
    MAINSTAY_URL: system.url,
    MAINSTAY_STATE_DIR: system.stateDir,
    MAINSTAY_REGISTRY_DIR: join(system.stateDir, 'registry'),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  };
  try {
    // A journey that fails is a result; only a report that is missing is an error.
    await new Promise<void>((resolve) => execFile('npm', args, { cwd: e2e, env }, () => resolve()));
    return resultsOf(JSON.parse(await readFile(report, 'utf8')) as Suite);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const resultsOf = ({ suites = [], specs = [] }: Suite): Result[] => [
  ...specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results)),
  ...suites.flatMap(resultsOf),
];
