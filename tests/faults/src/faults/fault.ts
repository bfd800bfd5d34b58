import type { ApiResponse } from '@mainstay/test-kit';
import type { Setup } from './setup.ts';

/** One number of the fault table, and whether it is what was promised. */
export interface Figure {
  what: string;
  number: string;
  /** Empty for a number without one. */
  promise: string;
  isKept: boolean;
}

/** A real fault caused in the running system under load. The system works afterwards. */
export interface Fault {
  title: string;
  /** The {@link Setup} it needs; `disk` when absent. */
  on?: 'direct';
  run: (setup: Setup) => Promise<Figure[]>;
}

/** A count that must be zero. */
export const none = (what: string, count: number): Figure => ({
  what,
  number: String(count),
  promise: '0',
  isKept: count === 0,
});

/** A number that must be at most `limit`. */
export const atMost = (what: string, value: number, limit: number, unit: string): Figure => ({
  what,
  number: `${Math.round(value)} ${unit}`,
  promise: `≤ ${limit} ${unit}`,
  isKept: value <= limit,
});

/** How much was tried: a fault without load shows nothing. */
export const atLeast = (what: string, count: number, least: number): Figure => ({
  what,
  number: String(count),
  promise: `≥ ${least}`,
  isKept: count >= least,
});

/** A number without a promise. */
export const measured = (what: string, value: number, unit: string): Figure => ({
  what,
  number: `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`,
  promise: '',
  isKept: true,
});

/** Responses with other statuses than those wanted; the first few are named. */
export function noneBut(what: string, responses: readonly ApiResponse[], ...wanted: number[]): Figure {
  const others = responses.filter(({ status }) => !wanted.includes(status));
  const named = others.slice(0, 3).map(({ request, status }) => `${status} to ${request}`);
  const figure = none(what, others.length);
  return figure.isKept ? figure : { ...figure, number: `${others.length} (${named.join(', ')})` };
}

/** The time of the slowest of the responses, which is named when it took too long. */
export function slowest(responses: readonly ApiResponse[], limitMs: number): Figure {
  const [last] = responses.toSorted((a, b) => b.milliseconds - a.milliseconds);
  const figure = atMost('slowest response', last?.milliseconds ?? 0, limitMs, 'ms');
  if (figure.isKept || !last) return figure;
  return { ...figure, number: `${figure.number} (${last.status} to ${last.request})` };
}
