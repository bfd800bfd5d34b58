/** How many checks or tests passed and how many failed. */
export interface Tally {
  passed: number;
  failed: number;
}

/**
 * Counts of Jest's `--json` report. A file that could not be run counts as one failure, and so does a run without
 * tests or with a non-zero exit but no failed test.
 */
export function tallyOfJest(report: unknown, exitCode: number): Tally {
  const passed = numberAt(report, 'numPassedTests');
  const failed = numberAt(report, 'numFailedTests') + numberAt(report, 'numRuntimeErrorTestSuites');
  return withHiddenFailure({ passed, failed }, exitCode);
}

/** The full names of the tests that failed, and the files that could not be run, by Jest's `--json` report. */
export function failedTestsOfJest(report: unknown): string[] {
  return listAt(report, 'testResults').flatMap((file) => {
    const names = namesOfFailed(listAt(file, 'assertionResults'));
    const name = at(file, 'name');
    const isBroken = names.length === 0 && at(file, 'status') === 'failed' && typeof name === 'string';
    return isBroken ? [name] : names;
  });
}

/** The titles of the journeys that failed or passed only when repeated, by Playwright's JSON report. */
export function failedTestsOfPlaywright(report: unknown): string[] {
  const failed = listAt(report, 'specs').filter((spec) =>
    listAt(spec, 'tests').some((test) => ['unexpected', 'flaky'].includes(String(at(test, 'status')))),
  );
  return [
    ...failed.map((spec) => `${String(at(spec, 'file'))}: ${String(at(spec, 'title'))}`),
    ...listAt(report, 'suites').flatMap(failedTestsOfPlaywright),
  ];
}

function namesOfFailed(tests: unknown[]): string[] {
  return tests.filter((test) => at(test, 'status') === 'failed').map((test) => String(at(test, 'fullName')));
}

/** Counts of Playwright's JSON report. A journey that passed only when repeated counts as a failure. */
export function tallyOfPlaywright(report: unknown, exitCode: number): Tally {
  const stats = at(report, 'stats');
  const errors = at(report, 'errors');
  const passed = numberAt(stats, 'expected');
  const failed =
    numberAt(stats, 'unexpected') + numberAt(stats, 'flaky') + (Array.isArray(errors) ? errors.length : 0);
  return withHiddenFailure({ passed, failed }, exitCode);
}

function withHiddenFailure({ passed, failed }: Tally, exitCode: number): Tally {
  const isHidden = failed === 0 && (exitCode !== 0 || passed === 0);
  return { passed, failed: isHidden ? 1 : failed };
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? new Map<string, unknown>(Object.entries(value)).get(key)
    : undefined;
}

function numberAt(value: unknown, key: string): number {
  const found = at(value, key);
  return typeof found === 'number' ? found : 0;
}

function listAt(value: unknown, key: string): unknown[] {
  const found = at(value, key);
  return Array.isArray(found) ? found : [];
}
