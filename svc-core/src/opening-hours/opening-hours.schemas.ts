import { optionalText } from '@mainstay/service-kit';
import { z } from 'zod';
import { dayFrom } from '../fields/day.ts';
import { closesMeta, closure, openRange } from '../locations/stored-hours.ts';
import { overlapsOf } from './overlaps.ts';

const MOST_A_DAY = 4;
const MOST_CLOSURES = 100;
const REASON_LENGTH = 100;

const timeOfDay = z
  .string({ error: 'Must be text.' })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time of day such as 09:30.');
const day = dayFrom(2000);

const weekday = z.int('Must be a number from 1 (Monday) to 7.').min(1, 'At least 1.').max(7, 'At most 7.');

const hoursMeta = {
  description: `When the location is open, in its time zone: at most ${MOST_A_DAY} times a day. None: always.`,
};
const closuresMeta = { description: 'Whole days on which the location is closed.' };

const example = {
  hours: [{ weekday: 5, opens: '10:30', closes: '01:00' }],
  closures: [{ firstDay: '2026-12-24', lastDay: '2026-12-26', reason: 'Holidays' }],
};

export const openingHoursResponse = z
  .object({ hours: z.array(openRange).meta(hoursMeta), closures: z.array(closure).meta(closuresMeta) })
  .meta({ id: 'OpeningHoursResponse', description: 'When a location is open.', examples: [example] });

export const openingHoursRequest = z
  .strictObject({
    hours: z
      .array(z.strictObject({ weekday, opens: timeOfDay, closes: timeOfDay.meta(closesMeta) }))
      .max(7 * MOST_A_DAY, `At most ${7 * MOST_A_DAY}.`)
      .meta(hoursMeta),
    closures: z
      .array(
        z.strictObject({ firstDay: day, lastDay: day, reason: optionalText(REASON_LENGTH).default(null) }),
      )
      .max(MOST_CLOSURES, `At most ${MOST_CLOSURES}.`)
      .meta(closuresMeta),
  })
  .superRefine(({ hours, closures }, context) => {
    for (const weekday of new Set(hours.map((range) => range.weekday))) {
      const ofDay = hours.flatMap((range, index) => (range.weekday === weekday ? [index] : []));
      const index = ofDay[MOST_A_DAY];
      if (index !== undefined)
        context.addIssue({
          code: 'custom',
          path: ['hours', index],
          message: `At most ${MOST_A_DAY} times a day.`,
        });
    }
    closures.forEach(({ firstDay, lastDay }, index) => {
      if (lastDay < firstDay)
        context.addIssue({
          code: 'custom',
          path: ['closures', index, 'lastDay'],
          message: 'Must not be before the first day.',
        });
    });
    const { hours: openTwice, closures: closedTwice } = overlapsOf(hours, closures);
    for (const index of openTwice)
      context.addIssue({ code: 'custom', path: ['hours', index], message: 'Overlaps with another time.' });
    for (const index of closedTwice)
      context.addIssue({
        code: 'custom',
        path: ['closures', index],
        message: 'Overlaps with another closure.',
      });
  })
  .meta({ id: 'OpeningHoursRequest', examples: [example] });

export type OpeningHours = z.infer<typeof openingHoursResponse>;
export type OpeningHoursRequest = z.infer<typeof openingHoursRequest>;
