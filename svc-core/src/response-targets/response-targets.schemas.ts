import { choice, responseId } from '@mainstay/service-kit';
import { z } from 'zod';
import { changeRequest } from '../fields/change-request.ts';
import { clocks } from '../fields/clocks.ts';
import { priorities } from '../fields/priorities.ts';
import { reference } from '../fields/reference.ts';

const MOST_MINUTES = 525_600;
const MOST_PEOPLE = 10;

export const responseTarget = z
  .object({
    priority: z.enum(priorities),
    respondMinutes: z.int().nullable().meta({ description: 'Until somebody begins.' }),
    resolveMinutes: z.int().nullable().meta({ description: 'Until it is solved.' }),
    clock: z
      .enum(clocks)
      .meta({ description: 'Which minutes count: all, or those in which the store is open.' }),
    atRiskPercent: z.int().meta({ description: 'At risk once so much of the time is used up.' }),
    escalateAfterMinutes: z.int().meta({ description: 'Counted minutes after the due date.' }),
    escalateTo: z
      .array(responseId)
      .meta({ description: 'Administrators who hear of it; none: all of them.' }),
    active: z.boolean(),
    version: z.int(),
  })
  .meta({
    id: 'ResponseTarget',
    description: 'How soon tickets of a priority should be answered and solved.',
    examples: [
      {
        priority: 'high',
        respondMinutes: 15,
        resolveMinutes: 240,
        clock: 'always',
        atRiskPercent: 75,
        escalateAfterMinutes: 120,
        escalateTo: [],
        active: true,
        version: 2,
      },
    ],
  });

const number = (least: number, most: number) =>
  z
    .int('Must be a whole number.')
    .min(least, `At least ${least.toLocaleString('en-US')}.`)
    .max(most, `At most ${most.toLocaleString('en-US')}.`);

export const updateResponseTargetRequest = changeRequest(
  {
    respondMinutes: number(1, MOST_MINUTES).nullable(),
    resolveMinutes: number(1, MOST_MINUTES).nullable(),
    clock: choice(clocks),
    atRiskPercent: number(50, 95),
    escalateAfterMinutes: number(0, 10_080),
    escalateTo: z.array(reference).max(MOST_PEOPLE, `At most ${MOST_PEOPLE} people.`),
    active: z.boolean({ error: 'Must be true or false.' }),
  },
  { id: 'UpdateResponseTargetRequest', examples: [{ active: true }] },
);

export type ResponseTarget = z.infer<typeof responseTarget>;
export type UpdateResponseTargetRequest = z.infer<typeof updateResponseTargetRequest>;
