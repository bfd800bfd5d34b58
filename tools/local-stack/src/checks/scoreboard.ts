import { describeFailure } from '../failure.ts';
import type { Progress } from '../progress.ts';
import type { Tally } from './tally.ts';

/** The result of a check: its counts, and its output and the names of its failed tests in case it failed. */
export interface Finding extends Tally {
  output: string;
  failedTests?: string[];
}

/**
 * Adds up the results of all checks; prints one line for a success, and all output for a failure. At the end it lists
 * what failed.
 */
export class Scoreboard {
  private readonly total: Tally = { passed: 0, failed: 0 };
  private readonly failures: string[] = [];
  private readonly progress: Progress;

  constructor(progress: Progress) {
    this.progress = progress;
  }

  /** Runs one check. An exception counts as one failure. */
  async check(title: string, work: () => Promise<Finding>): Promise<void> {
    const finding = await this.progress.step(
      title,
      () =>
        work().catch((error: unknown): Finding => ({ passed: 0, failed: 1, output: describeFailure(error) })),
      ({ passed, failed }) => (failed > 0 ? `${passed} passed, ${failed} FAILED` : `${passed} passed`),
    );
    this.total.passed += finding.passed;
    this.total.failed += finding.failed;
    if (finding.failed === 0) return;
    const names = finding.failedTests ?? [];
    this.failures.push(...(names.length > 0 ? names.map((name) => `${title}: ${name}`) : [title]));
    console.log(`\n--- ${title} ---\n${finding.output.trim()}\n---\n`);
  }

  /** Counts an error that prevented checks from running as one failure. */
  fail(title: string, error: unknown): void {
    this.total.failed += 1;
    this.failures.push(title);
    console.log(`\n--- ${title} ---\n${describeFailure(error)}\n---\n`);
  }

  /** Prints what failed, and the last line. @returns the exit code: 0 only when something ran and all of it passed. */
  close(): number {
    const { passed, failed } = this.total;
    if (this.failures.length > 0)
      console.log(`\nFailed:\n${this.failures.map((name) => `  ${name}\n`).join('')}`);
    console.log(`\n${passed} passed, ${failed} failed`);
    return passed > 0 && failed === 0 ? 0 : 1;
  }
}
