import { choice, pageQuery, responseId, responseInstant } from '@mainstay/service-kit';
import { z } from 'zod';

export const importKinds = ['locations', 'equipment'] as const;
export type ImportKind = (typeof importKinds)[number];

const actions = ['create', 'update', 'unchanged', 'error'] as const;

export const importCounts = z.object({
  create: z.int(),
  update: z.int(),
  unchanged: z.int(),
  error: z.int(),
  applied: z.int().meta({ description: 'Rows that were created or updated.' }),
  conflict: z
    .int()
    .meta({ description: 'Rows left alone because what they would change has changed since.' }),
});

export const importResponse = z
  .object({
    id: responseId,
    kind: z.enum(importKinds),
    state: z.enum(['planned', 'applying', 'applied', 'expired']),
    counts: importCounts,
    createdAt: responseInstant,
    expiresAt: responseInstant,
  })
  .meta({
    id: 'ImportResponse',
    description: 'What a file would change: first the preview, then the result.',
    examples: [
      {
        id: '01a1fdf3-5c11-7cc1-8b3a-5d1f0a3c9e01',
        kind: 'locations',
        state: 'planned',
        counts: { create: 248, update: 1, unchanged: 1, error: 0, applied: 0, conflict: 0 },
        createdAt: '2026-03-05T15:04:00.000Z',
        expiresAt: '2026-03-06T15:04:00.000Z',
      },
    ],
  });

export const importRowResponse = z
  .object({
    line: z.int().meta({ description: 'Line of the file where the row ends.' }),
    action: z.enum(actions),
    outcome: z.enum(['applied', 'conflict']).nullable().meta({ description: 'Null until it is applied.' }),
    key: z.string().meta({ description: 'What the row is found by, for example the store number.' }),
    changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
    errors: z.array(z.object({ field: z.string(), message: z.string() })),
  })
  .meta({
    id: 'ImportRowResponse',
    examples: [
      {
        line: 2,
        action: 'update',
        outcome: null,
        key: 'ME-014',
        changes: [{ field: 'phone', from: null, to: '207-555-0114' }],
        errors: [],
      },
    ],
  });

/** Line. */
export const listImportRowsQuery = z.strictObject({
  ...pageQuery(z.tuple([z.string().regex(/^\d{1,9}$/)])),
  action: choice([...actions, 'applied', 'conflict']).optional(),
});

export const applyImportQuery = z.strictObject({
  skipErrors: choice(['true', 'false'])
    .default('false')
    .meta({ description: 'true applies the other rows when some have errors.' }),
});

/** The bytes of the file, one character each: the service finds out their encoding. */
export const csvBody = z.string({ error: 'Send the file as text/csv.' });

export type ImportResponse = z.infer<typeof importResponse>;
export type ImportRowResponse = z.infer<typeof importRowResponse>;
export type ListImportRowsQuery = z.infer<typeof listImportRowsQuery>;
