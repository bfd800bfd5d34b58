import type { Figure } from '../faults/fault.ts';

/** What was measured, step by step. */
export class Table {
  private readonly lines: string[] = [];
  private missed = 0;

  /** The number of goals that were missed. */
  get missedGoals(): number {
    return this.missed;
  }

  add(step: string, figures: readonly Figure[]): void {
    for (const { what, number, promise, isKept } of figures) {
      if (!isKept) this.missed += 1;
      const verdict = promise === '' ? '' : isKept ? 'yes' : '**no**';
      this.lines.push(`| ${[step, what, number, promise, verdict].join(' | ')} |`);
      console.error(`  ${what}: ${number}${isKept ? '' : `, and not ${promise}`}`);
    }
  }

  /** In Markdown. */
  toString(): string {
    return ['| Step | What | Number | Goal | Kept |', '| --- | --- | --- | --- | --- |', ...this.lines].join(
      '\n',
    );
  }
}

/** A number without a goal. */
export const measured = (what: string, value: number, unit: string): Figure => ({
  what,
  number: `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`,
  promise: '',
  isKept: true,
});

/** Runs `work`. @returns how many seconds it took */
export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}
