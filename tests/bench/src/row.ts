/** A median over rounds with the least and the most of them; a count is all three. */
export interface Figure {
  value: number;
  least: number;
  most: number;
  /** Rounds that a response other than expected broke and that were measured anew; absent when there were none. */
  dropped?: number;
}

/** One line of the table of figures, and one object of the JSON beside it. */
export interface Row {
  name: string;
  unit: string;
  figure: Figure;
  /** The same measured of something else in the same run; the ratio is the figure's to it, round by round. */
  comparedWith: { name: string; figure: Figure; ratio: Figure } | null;
  /** What the figure, or its ratio, is to be. */
  goal: Goal | null;
}

export interface Goal {
  of: 'figure' | 'ratio';
  relation: 'at least' | 'at most';
  value: number;
}

export interface BenchOptions {
  /** Small sizes and few rounds: to see that it works, not to quote. */
  isQuick: boolean;
}

/** A measurement. It starts what it measures itself, over the throw-away backends of `with-backends`. */
export type Bench = (options: BenchOptions) => Promise<Row[]>;

/** The middle one of the values, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = NaN, high = NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}

/** @throws when there is none, or one that is no number */
function figureOf(values: readonly number[], dropped = 0): Figure {
  if (values.length === 0 || !values.every(Number.isFinite))
    throw new Error(`no figures: ${values.join(', ')}`);
  const figure = { value: median(values), least: Math.min(...values), most: Math.max(...values) };
  return dropped > 0 ? { ...figure, dropped } : figure;
}

/** A row of what stands alone. */
export const row = (
  name: string,
  unit: string,
  values: readonly number[],
  goal: Goal | null = null,
): Row => ({
  name,
  unit,
  figure: figureOf(values),
  comparedWith: null,
  goal,
});

/** What rounds measured, and how many of them had to be measured anew. */
export interface Values {
  values: readonly number[];
  dropped?: number;
}

/** A row of what was measured in turns with something else: the ratio is taken round by round, so that what slows both does not count. */
export const comparedRow = (
  name: string,
  unit: string,
  values: readonly number[],
  other: { name: string } & Values,
  goal: Goal | null = null,
  dropped = 0,
): Row => ({
  name,
  unit,
  figure: figureOf(values, dropped),
  comparedWith: {
    name: other.name,
    figure: figureOf(other.values, other.dropped),
    ratio: figureOf(values.map((value, round) => value / (other.values[round] ?? NaN))),
  },
  goal,
});

export const atLeast = (value: number, of: Goal['of'] = 'ratio'): Goal => ({
  of,
  relation: 'at least',
  value,
});
export const atMost = (value: number, of: Goal['of'] = 'ratio'): Goal => ({ of, relation: 'at most', value });

/** A figure in words: the median, the least and the most, and the rounds that do not count. */
export function shown({ value, least, most, dropped = 0 }: Figure): string {
  const range = least === most ? number(value) : `${number(value)} (${number(least)}–${number(most)})`;
  return dropped === 0 ? range : `${range}, ${dropped} dropped`;
}

/** Three digits that count. */
const number = (value: number): string =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));

/** Whether a row reaches its goal; undefined without one. */
export function reachesGoal({ figure, comparedWith, goal }: Row): boolean | undefined {
  if (!goal) return undefined;
  const reached = (goal.of === 'ratio' ? comparedWith?.ratio : figure)?.value ?? NaN;
  return goal.relation === 'at least' ? reached >= goal.value : reached <= goal.value;
}
