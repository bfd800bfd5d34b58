import { describe, expect, it } from '@jest/globals';
import { tallyOfJest, tallyOfPlaywright } from './tally.ts';

describe('tallyOfJest', () => {
  it('counts tests', () => {
    const report = { numPassedTests: 7, numFailedTests: 2, numRuntimeErrorTestSuites: 0 };
    expect(tallyOfJest(report, 1)).toEqual({ passed: 7, failed: 2 });
  });

  it('counts a file that could not be run', () => {
    const report = { numPassedTests: 7, numFailedTests: 0, numRuntimeErrorTestSuites: 1 };
    expect(tallyOfJest(report, 1)).toEqual({ passed: 7, failed: 1 });
  });

  it('counts a non-zero exit as a failure when every test passed', () => {
    expect(tallyOfJest({ numPassedTests: 7, numFailedTests: 0 }, 1)).toEqual({ passed: 7, failed: 1 });
  });

  it('counts a run without tests, or without a report, as a failure', () => {
    expect(tallyOfJest({ numPassedTests: 0, numFailedTests: 0 }, 0)).toEqual({ passed: 0, failed: 1 });
    expect(tallyOfJest(undefined, 0)).toEqual({ passed: 0, failed: 1 });
  });
});

describe('tallyOfPlaywright', () => {
  it('counts journeys, and one that needed a retry as failed', () => {
    const report = { stats: { expected: 9, unexpected: 1, flaky: 1, skipped: 0 }, errors: [] };
    expect(tallyOfPlaywright(report, 1)).toEqual({ passed: 9, failed: 2 });
  });

  it('counts errors outside of journeys', () => {
    const report = { stats: { expected: 0, unexpected: 0, flaky: 0 }, errors: [{ message: 'no config' }] };
    expect(tallyOfPlaywright(report, 1)).toEqual({ passed: 0, failed: 1 });
  });
});
