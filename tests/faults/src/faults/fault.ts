import type { ApiResponse } from './caller.ts';
import type { Stage } from './stage.ts';

/** One number of the fault table, and whether it is what was promised. */
export interface Figure {
  what: string;
  number: string;
  promise: string;
  isKept: boolean;
}

/** A real fault caused in the running system under load. It leaves the system intact. */
export interface Fault {
  title: string;
  /** Where the files of the system are; on the disk when absent. */
  storage?: 's3';
  run: (stage: Stage) => Promise<Figure[]>;
}

/** A count that is to be zero. */
export const none = (what: string, count: number): Figure => ({
  what,
  number: String(count),
  promise: '0',
  isKept: count === 0,
});

/** A number that is to be at most `limit`. */
export const atMost = (what: string, value: number, limit: number, unit: string): Figure => ({
  what,
  number: `${Math.round(value)} ${unit}`,
  promise: `≤ ${limit} ${unit}`,
  isKept: value <= limit,
});

/** Responses with other statuses than those wanted; the first few are named. */
export function noneBut(what: string, responses: readonly ApiResponse[], ...wanted: number[]): Figure {
  const others = responses.filter(({ status }) => !wanted.includes(status));
  const named = others.slice(0, 3).map(({ request, status }) => `${status} to ${request}`);
  const number = others.length === 0 ? '0' : `${others.length} (${named.join(', ')})`;
  return { what, number, promise: '0', isKept: others.length === 0 };
}

/** The time of the slowest of the responses, which is named when it took too long. */
export function slowest(responses: readonly ApiResponse[], limitMs: number): Figure {
  const last = responses.reduce<ApiResponse | undefined>(
    (found, response) => (found && found.milliseconds >= response.milliseconds ? found : response),
    undefined,
  );
  const figure = atMost('slowest response', last?.milliseconds ?? 0, limitMs, 'ms');
  return figure.isKept
    ? figure
    : { ...figure, number: `${figure.number} (${last?.status} to ${last?.request})` };
}

/** A number that says how much was tried: a fault without load shows nothing. */
export const atLeast = (what: string, count: number, least: number): Figure => ({
  what,
  number: String(count),
  promise: `≥ ${least}`,
  isKept: count >= least,
});

/** The value below which a share of the values lies; 0 of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
