import { describeFailure } from '../failure.ts';
import type { Progress } from '../progress.ts';
import type { Tally } from './tally.ts';

/** What a check found: its counts, and its output for when it failed. */
export interface Finding extends Tally {
  output: string;
}

/** Adds up the findings of all checks; terse about success, complete about failure. */
export class Scoreboard {
  private readonly total: Tally = { passed: 0, failed: 0 };
  private readonly progress: Progress;

  constructor(progress: Progress) {
    this.progress = progress;
  }

  /** Runs one check. Whatever it throws counts as one failure. */
  async check(title: string, work: () => Promise<Finding>): Promise<void> {
    const finding = await this.progress.step(
      title,
      () => work().catch((error: unknown) => ({ passed: 0, failed: 1, output: describeFailure(error) })),
      ({ passed, failed }) => (failed > 0 ? `${passed} passed, ${failed} FAILED` : `${passed} passed`),
    );
    this.total.passed += finding.passed;
    this.total.failed += finding.failed;
    if (finding.failed > 0) console.log(`\n--- ${title} ---\n${finding.output.trim()}\n---\n`);
  }

  /** Counts what kept checks from running at all as one failure. */
  fail(title: string, error: unknown): void {
    this.total.failed += 1;
    console.log(`\n--- ${title} ---\n${describeFailure(error)}\n---\n`);
  }

  /** The closing line. @returns the exit code: 0 only when something ran and all of it passed. */
  close(): number {
    const { passed, failed } = this.total;
    console.log(`\n${passed} passed, ${failed} failed`);
    return passed > 0 && failed === 0 ? 0 : 1;
  }
}
