import { describeFailure } from '../failure.ts';
import type { Progress } from '../progress.ts';
import { type PartName, partNames, parts } from './parts.ts';
import type { Tally } from './tally.ts';

/** The result of a check: its counts, and its output in case it failed. */
export interface Finding extends Tally {
  output: string;
}

/**
 * Adds up the results of all checks; prints one line for a success, and all output for a failure. At the end it lists
 * what failed and what each part took.
 */
export class Scoreboard {
  private readonly results = new Map<PartName, { seconds: number; passed: number; failed: number }>();
  private readonly failures: string[] = [];
  private readonly progress: Progress;

  constructor(progress: Progress) {
    this.progress = progress;
  }

  /** Runs one check of a part. An exception counts as one failure. */
  async check(part: PartName, title: string, work: () => Promise<Finding>): Promise<void> {
    const begun = Date.now();
    const finding = await this.progress.step(
      title,
      () =>
        work().catch((error: unknown): Finding => ({ passed: 0, failed: 1, output: describeFailure(error) })),
      ({ passed, failed }) => (failed > 0 ? `${passed} passed, ${failed} FAILED` : `${passed} passed`),
    );
    this.add(part, begun, finding);
    if (finding.failed === 0) return;
    this.failures.push(title);
    console.log(`\n--- ${title} ---\n${finding.output.trim()}\n---\n`);
  }

  /**
   * Runs what checks need, such as a build. An error counts as one failure.
   * @returns whether it succeeded
   */
  async prepare(
    part: PartName,
    title: string,
    signal: AbortSignal,
    work: () => Promise<void>,
  ): Promise<boolean> {
    const begun = Date.now();
    try {
      await work();
      return true;
    } catch (error) {
      signal.throwIfAborted();
      this.add(part, begun, { passed: 0, failed: 1 });
      this.failures.push(title);
      console.log(`\n--- ${title} ---\n${describeFailure(error)}\n---\n`);
      return false;
    }
  }

  /** Counts seconds as those of a part, for the table. */
  add(part: PartName, begun: number, { passed, failed }: Tally): void {
    const before = this.results.get(part) ?? { seconds: 0, passed: 0, failed: 0 };
    this.results.set(part, {
      seconds: before.seconds + (Date.now() - begun) / 1000,
      passed: before.passed + passed,
      failed: before.failed + failed,
    });
  }

  /**
   * Prints what failed, the table of the parts (their checks' seconds added up; two run at once), and the last line.
   * @returns the exit code: 0 only when something ran and all of it passed.
   */
  close(): number {
    const rows = partNames.flatMap((name) => {
      const result = this.results.get(name);
      return result ? [{ name, ...result }] : [];
    });
    const sum = (key: 'passed' | 'failed') => rows.reduce((total, row) => total + row[key], 0);
    if (this.failures.length > 0)
      console.log(`\nFailed:\n${this.failures.map((name) => `  ${name}\n`).join('')}`);
    const cells = rows.map(({ name, seconds, passed, failed }) =>
      [name.padEnd(12), seconds.toFixed(0), parts[name].budget, passed + failed].map((cell) =>
        String(cell).padStart(8),
      ),
    );
    const head = ['part'.padEnd(12), ...['seconds', 'budget', 'tests'].map((cell) => cell.padStart(8))];
    console.log(`\n${[head, ...cells].map((row) => row.join('')).join('\n')}`);
    console.log(`\n${this.progress.elapsed().toFixed(0)} s in all`);
    console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
    return sum('passed') > 0 && sum('failed') === 0 ? 0 : 1;
  }
}
