import { execFileSync } from 'node:child_process';

/** A median over rounds with the least and the most of them; a count is all three. */
export interface Figure {
  value: number;
  least: number;
  most: number;
}

/** One line of a table of figures. */
export interface Row {
  name: string;
  unit: string;
  figure: Figure;
  /** The same measured of something else in the same run; the ratio is the figure's to it, round by round. */
  comparedWith: { name: string; figure: Figure; ratio: Figure } | null;
  /** What the ratio must be, or without one the figure. */
  goal: Goal | null;
}

export interface Goal {
  relation: 'at least' | 'at most';
  value: number;
}

interface Options {
  /** Small sizes and few rounds: to see that it works, not to quote. */
  isQuick: boolean;
  /** The folder of another version, built, to compare with. */
  beside: string | undefined;
}

/** A measurement. It starts what it measures itself. */
export type Bench = (options: Options) => Promise<Row[]>;

/** The value that this share of the values is at most. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? NaN;
}

/** The middle one of the values, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const negative = values.map((value) => -value);
  return (quantile(values, 0.5) - quantile(negative, 0.5)) / 2;
}

/** @throws when there is none, or one that is no number */
function figureOf(values: readonly number[]): Figure {
  if (values.length === 0 || !values.every(Number.isFinite))
    throw new Error(`no figures: ${values.join(', ')}`);
  return { value: median(values), least: Math.min(...values), most: Math.max(...values) };
}

/** A row of what stands alone. */
export const row = (
  name: string,
  unit: string,
  values: readonly number[],
  goal: Goal | null = null,
): Row => ({ name, unit, figure: figureOf(values), comparedWith: null, goal });

/** A row of what was measured in turns with something else: what slows both does not change the ratio. */
export const comparedRow = (
  name: string,
  unit: string,
  values: readonly number[],
  other: { name: string; values: readonly number[] },
  goal: Goal | null = null,
): Row => ({
  ...row(name, unit, values, goal),
  comparedWith: {
    name: other.name,
    figure: figureOf(other.values),
    ratio: figureOf(values.map((value, round) => value / (other.values[round] ?? NaN))),
  },
});

/**
 * A row of values by system: this one, and with `beside` the built checkout in that folder, which is named by its commit.
 * A goal is one of the figure, which has no place in a comparison.
 */
export const besideRow = (
  name: string,
  unit: string,
  [values = [], others = []]: readonly (readonly number[])[],
  beside: string | undefined,
  goal: Goal | null = null,
): Row =>
  beside === undefined
    ? row(name, unit, values, goal)
    : comparedRow(name, unit, values, { name: commitOf(beside), values: others });

const commitOf = (folder: string): string =>
  execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim();

export const atLeast = (value: number): Goal => ({ relation: 'at least', value });
export const atMost = (value: number): Goal => ({ relation: 'at most', value });

export const columns = ['What', 'Figure', 'Compared with', 'Ratio', 'Goal'];

/** The cells of a row, in the order of {@link columns}. */
export function cellsOf({ name, unit, figure, comparedWith, goal }: Row): string[] {
  const compared = comparedWith ? `${comparedWith.name}: ${shown(comparedWith.figure)}` : '';
  const ratio = comparedWith ? shown(comparedWith.ratio) : '';
  return [name, `${shown(figure)} ${unit}`, compared, ratio, goal ? verdict(goal, figure, comparedWith) : ''];
}

function verdict(goal: Goal, figure: Figure, comparedWith: Row['comparedWith']): string {
  const isReached = reachesGoal({ figure, comparedWith, goal });
  const text = `${comparedWith ? 'ratio ' : ''}${goal.relation} ${goal.value}`;
  return `${text}: ${isReached ? 'reached' : '**missed**'}`;
}

/** Whether a row reaches its goal; true without one. */
export function reachesGoal({ figure, comparedWith, goal }: Pick<Row, 'figure' | 'comparedWith' | 'goal'>) {
  if (!goal) return true;
  const { value: reached } = comparedWith?.ratio ?? figure;
  return goal.relation === 'at least' ? reached >= goal.value : reached <= goal.value;
}

/** The median, with the least and the most. */
function shown({ value, least, most }: Figure): string {
  return least === most ? number(value) : `${number(value)} (${number(least)}–${number(most)})`;
}

/** Three digits that count. */
const number = (value: number): string =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
