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
