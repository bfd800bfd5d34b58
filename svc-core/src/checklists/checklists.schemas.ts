import {
  choice,
  exactText,
  idSchema,
  optionalText,
  pageQuery,
  requiredText,
  responseId,
  responseInstant,
  unique,
} from '@mainstay/service-kit';
import { z } from 'zod';
import { changeRequest } from '../fields/change-request.ts';
import { priorities } from '../fields/priorities.ts';
import { reference } from '../fields/reference.ts';

const stepKinds = ['pass_fail', 'number', 'check'] as const;
const photoRules = ['never', 'on_fail', 'always'] as const;
const failures = ['none', 'ticket'] as const;
const MOST_STEPS = 50;

/** Digits after the point, of limits and answers. */
const PLACES = 4;
const LARGEST = 999_999_999;

/** A number of at most 4 decimals, as answers and their limits are. */
export const measured = z
  .number({ error: 'Must be a number.' })
  .min(-LARGEST, `At least ${(-LARGEST).toLocaleString('en-US')}.`)
  .max(LARGEST, `At most ${LARGEST.toLocaleString('en-US')}.`)
  .refine((value) => Number(value.toFixed(PLACES)) === value, `At most ${PLACES} decimals.`);

export const checklistStep = z.object({
  id: responseId,
  text: z.string(),
  kind: z.enum(stepKinds),
  unit: z.string().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  required: z.boolean(),
  photo: z.enum(photoRules),
  onFail: z.enum(failures),
  priority: z.enum(priorities),
});

export const checklistResponse = z
  .object({
    id: responseId,
    name: z.string(),
    steps: z.array(checklistStep),
    active: z.boolean().meta({ description: 'Whether runs of it can be started.' }),
    createdAt: responseInstant,
    version: z.int(),
  })
  .meta({
    id: 'ChecklistResponse',
    description: 'What to check in a store.',
    examples: [
      {
        id: '01a1fdf3-6a30-7c11-9d42-1b7e5c90aa01',
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
        active: true,
        createdAt: '2026-03-05T15:04:00.000Z',
        version: 1,
      },
    ],
  });

const flag = z.boolean({ error: 'Must be true or false.' });
const ofNumbers = (description: string) => ({ description: `${description} Of the kind \`number\` alone.` });

const stepRequest = z
  .strictObject({
    id: reference
      .optional()
      .meta({ description: 'Of a step of this checklist that stays; none for a new one.' }),
    text: requiredText(200),
    kind: choice(stepKinds),
    unit: optionalText(12).meta(ofNumbers('What is measured.')),
    min: measured.nullable().default(null).meta(ofNumbers('A smaller number fails.')),
    max: measured.nullable().default(null).meta(ofNumbers('A larger number fails.')),
    required: flag.default(true),
    photo: choice(photoRules).default('never').meta({ description: 'When it needs a photo.' }),
    onFail: choice(failures).default('none').meta({ description: '`ticket`: what fails becomes a ticket.' }),
    priority: choice(priorities).default('medium').meta({ description: 'Of that ticket.' }),
  })
  .superRefine(({ kind, unit, min, max }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (kind !== 'number')
      for (const [field, value] of Object.entries({ unit, min, max }))
        if (value !== null && value !== undefined) refuse(field, 'Only a number has one.');
    if (min !== null && max !== null && max < min) refuse('max', 'Must not be below the minimum.');
  });
export type StepRequest = z.infer<typeof stepRequest>;

const checklistFields = {
  name: requiredText(120, unique).meta({
    description: 'Unique, whatever the case, the white space and the kind of hyphen.',
  }),
  steps: z
    .array(stepRequest)
    .min(1, 'At least one step.')
    .max(MOST_STEPS, `At most ${MOST_STEPS} steps.`)
    .meta({ description: 'All steps, in their order.' }),
  active: flag,
};

export const createChecklistRequest = z
  .strictObject({ ...checklistFields, active: checklistFields.active.default(true) })
  .meta({
    id: 'CreateChecklistRequest',
    examples: [{ name: 'Closing check', steps: [{ text: 'The floor is clean', kind: 'pass_fail' }] }],
  });

export const updateChecklistRequest = changeRequest(checklistFields, {
  id: 'UpdateChecklistRequest',
  examples: [{ active: false }],
});

/** Its name, id. */
export const listChecklistsQuery = z.strictObject({
  ...pageQuery(z.tuple([exactText, idSchema])),
  active: choice(['true', 'false']).optional(),
});

export type ChecklistStep = z.infer<typeof checklistStep>;
export type ChecklistResponse = z.infer<typeof checklistResponse>;
export type CreateChecklistRequest = z.infer<typeof createChecklistRequest>;
export type UpdateChecklistRequest = z.infer<typeof updateChecklistRequest>;
export type ListChecklistsQuery = z.infer<typeof listChecklistsQuery>;
