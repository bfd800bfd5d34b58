import { isPeriod, presets } from '../api/period.ts';
import { type GroupBy, type Period, type Question } from '../api/report-types.ts';

/** By what each report can be divided. The first is the default of this screen. */
export const groupings = {
  overdue: ['location', 'category'],
  repeats: ['location', 'category', 'month'],
  spend: ['location', 'category', 'vendor', 'month'],
  // The months answer the question.
  speed: ['month', 'location', 'category'],
} as const satisfies Record<Question, readonly [GroupBy, ...GroupBy[]]>;

export const questions = ['overdue', 'repeats', 'spend', 'speed'] as const satisfies readonly Question[];

/** What the address of the screen says. */
export interface ReportsAddress extends Period {
  locationId: string | undefined;
  by: Record<Question, GroupBy>;
}

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Reads the parameters of an address. What is missing or wrong is as usual.
 * @param today like `2026-11-26`
 */
export function readAddress(given: URLSearchParams, today: string): ReportsAddress {
  const period = { from: given.get('from') ?? '', to: given.get('to') ?? '' };
  const locationId = given.get('locationId') ?? '';
  const by = (question: Question): GroupBy => {
    const [usual, ...others] = groupings[question];
    return others.find((name) => name === given.get(`${question}By`)) ?? usual;
  };
  return {
    ...(isPeriod(period) ? period : presets.days90(today)),
    locationId: ID.test(locationId) ? locationId : undefined,
    by: { overdue: by('overdue'), repeats: by('repeats'), spend: by('spend'), speed: by('speed') },
  };
}

/** The parameters of an address. What is as usual is left out, so that its period ends on the day it is opened. */
export function parametersOf({ from, to, locationId, by }: ReportsAddress, today: string): URLSearchParams {
  const usual = presets.days90(today);
  const written = new URLSearchParams();
  if (from !== usual.from || to !== usual.to) {
    written.set('from', from);
    written.set('to', to);
  }
  if (locationId !== undefined) written.set('locationId', locationId);
  for (const question of questions) {
    if (by[question] !== groupings[question][0]) written.set(`${question}By`, by[question]);
  }
  return written;
}
