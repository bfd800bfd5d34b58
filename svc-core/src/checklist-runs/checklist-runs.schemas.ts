import {
  choice,
  creationKeys,
  csvFormat,
  optionalText,
  pageQuery,
  responseId,
  responseInstant,
} from '@mainstay/service-kit';
import { z } from 'zod';
import { checklistStep, measured } from '../checklists/checklists.schemas.ts';
import { results } from '../fields/check-results.ts';
import { person } from '../fields/person.ts';
import { reference } from '../fields/reference.ts';
import { zonedLocation } from '../locations/location-names.ts';

const states = ['open', 'done'] as const;

const anAnswer = {
  stepId: '01a1fdf3-6a31-7e02-8c55-7d0e1f2a3b4c',
  value: 46.5,
  result: 'fail',
  note: 'The door was open.',
  by: { id: '01a1fdf2-77aa-7d20-8e19-6c0b94d1ab03', firstName: 'Tom', lastName: 'Okafor' },
  at: '2026-03-05T15:06:00.000Z',
};
const aRun = {
  id: '01a1fdf3-6b00-7c11-9d42-1b7e5c90aa02',
  checklistId: '01a1fdf3-6a30-7c11-9d42-1b7e5c90aa01',
  name: 'Opening check',
  steps: [
    {
      id: '01a1fdf3-6a31-7e02-8c55-7d0e1f2a3b4c',
      text: 'Temperature of the walk-in cooler',
      kind: 'number',
      unit: '°F',
      min: 33,
      max: 40,
      required: true,
      photo: 'on_fail',
      onFail: 'ticket',
      priority: 'high',
    },
  ],
  locationId: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01',
  location: {
    id: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01',
    name: 'Harbour Street',
    timezone: 'America/New_York',
  },
  equipmentId: null,
  ticketId: null,
  taskId: null,
  answers: [{ ...anAnswer, photos: [] }],
  state: 'open',
  followUps: [],
  createdAt: '2026-03-05T15:04:00.000Z',
  createdBy: '01a1fdf2-77aa-7d20-8e19-6c0b94d1ab03',
  completedAt: null,
  completedBy: null,
  version: 2,
};

/** What a step is answered with, by its kind; `na`: not applicable, for every kind. */
const words = ['pass', 'fail', 'na'] as const;
const answerValue = z.union([z.enum(words), z.literal(true), z.number()]);
export type AnswerValue = z.infer<typeof answerValue>;

const followUp = z.object({ stepId: responseId, ticketId: responseId });
export type FollowUp = z.infer<typeof followUp>;

const answer = z.object({
  stepId: responseId,
  value: answerValue.nullable(),
  result: z.enum(results).nullable(),
  note: z.string().nullable(),
  by: person.nullable(),
  at: responseInstant.nullable(),
  photos: z.array(z.object({ id: responseId, url: z.string() })),
});
export type Answer = z.infer<typeof answer>;

export const runResponse = z
  .object({
    id: responseId,
    checklistId: responseId,
    name: z.string().meta({ description: 'That of the checklist when the run began, as the steps.' }),
    steps: z.array(checklistStep),
    locationId: responseId,
    location: zonedLocation,
    equipmentId: responseId.nullable(),
    ticketId: responseId.nullable(),
    taskId: responseId.nullable(),
    answers: z.array(answer).meta({
      description:
        'The last answer to each step, in the order of the steps; null in its fields where there are only photos.',
    }),
    state: z.enum(states),
    followUps: z
      .array(followUp)
      .meta({ description: 'The tickets of what failed: new ones, and those that were still open.' }),
    createdAt: responseInstant,
    createdBy: responseId.nullable().meta({ description: 'Null for an occurrence of a recurring task.' }),
    completedAt: responseInstant.nullable(),
    completedBy: responseId.nullable(),
    version: z.int(),
  })
  .meta({
    id: 'ChecklistRunResponse',
    description: 'A checklist that is worked through.',
    examples: [aRun],
  });
export type RunResponse = z.infer<typeof runResponse>;

/** One run, with all that was answered. */
export const runDetail = runResponse
  .extend({
    history: z
      .array(answer.omit({ photos: true }).extend({ id: responseId }))
      .meta({ description: 'All answers, oldest first.' }),
  })
  .meta({
    id: 'ChecklistRunDetail',
    description: 'A checklist that is worked through, with all answers.',
    examples: [{ ...aRun, history: [{ ...anAnswer, id: '01a1fdf3-6c00-7c11-9d42-1b7e5c90aa03' }] }],
  });
export type RunDetail = z.infer<typeof runDetail>;

export const startOnTicketRequest = z
  .strictObject({ checklistId: reference })
  .meta({ id: 'StartChecklistOnTicketRequest', examples: [{ checklistId: aRun.checklistId }] });
export type StartOnTicketRequest = z.infer<typeof startOnTicketRequest>;

export const startRunRequest = z
  .strictObject({
    checklistId: reference,
    locationId: reference,
    equipmentId: reference.nullable().default(null).meta({ description: 'Equipment of the location.' }),
  })
  .meta({
    id: 'StartChecklistRequest',
    examples: [{ checklistId: aRun.checklistId, locationId: aRun.locationId }],
  });
export type StartRunRequest = z.infer<typeof startRunRequest>;

export const answerRequest = z
  .strictObject({
    value: z.union([choice(words), z.literal(true), measured], {
      error: 'Must be pass, fail, na, true or a number of at most 4 decimals.',
    }),
    note: optionalText(500).default(null).meta({ description: 'Required with `na`.' }),
  })
  .meta({ id: 'AnswerStepRequest', examples: [{ value: 'fail', note: 'Grease behind the fryer' }] });
export type AnswerRequest = z.infer<typeof answerRequest>;

export const listRunsQuery = z.strictObject({
  ...pageQuery(creationKeys),
  ...csvFormat,
  state: choice(states).optional(),
  locationId: reference.optional(),
  checklistId: reference.optional(),
  ticketId: reference.optional(),
});
export type ListRunsQuery = z.infer<typeof listRunsQuery>;
