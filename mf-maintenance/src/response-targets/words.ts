import { LOCALE } from '@mainstay/web-kit';
import { strings as shared } from '../strings.ts';
import { type ResponseTarget } from './response-targets.queries.ts';
import { strings as texts } from './strings.ts';

/** The units in which a time is given, the largest first. Days are left out: 24 h of store hours are not one. */
export const units = [
  { unit: 'hours', minutes: 60 },
  { unit: 'minutes', minutes: 1 },
] as const;
export type Unit = (typeof units)[number]['unit'];

/** The largest unit in which so many minutes are a whole number; hours without a number. */
export const unitOf = (minutes: number | null): (typeof units)[number] =>
  units.find((each) => (minutes ?? 0) % each.minutes === 0) ?? units[1];

/** Like `4 hours` or `15 minutes`, in the largest unit in which it is a whole number. */
export function duration(minutes: number): string {
  const { unit, minutes: length } = unitOf(minutes);
  const count = minutes / length;
  return texts.duration[unit](count.toLocaleString(LOCALE), count === 1);
}

/** What a target means: `High: somebody responds within 15 minutes, fixed within 4 hours, day and night.` */
export function sentenceOf(
  target: Pick<ResponseTarget, 'priority' | 'respondMinutes' | 'resolveMinutes' | 'clock' | 'active'>,
): string {
  const { respondMinutes, resolveMinutes } = target;
  const priority = shared.tickets.priority[target.priority];
  if (!target.active || (respondMinutes === null && resolveMinutes === null)) return texts.noTarget(priority);
  const parts = [
    ...(respondMinutes === null ? [] : [texts.responds(duration(respondMinutes))]),
    ...(resolveMinutes === null ? [] : [texts.fixed(duration(resolveMinutes))]),
    texts.clockWords[target.clock],
  ];
  return texts.sentence(priority, parts.join(', '));
}
