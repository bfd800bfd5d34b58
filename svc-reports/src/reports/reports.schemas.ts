import { choice, idSchema, responseId, responseInstant } from '@mainstay/service-kit';
import { z } from 'zod';

const day = z.iso
  .date('Must be a day such as 2026-12-25.')
  .refine((value) => value >= '2000', 'Must not be before 2000.')
  .optional();
const period = {
  from: day.meta({
    description: 'First day, in the time zone of each store; 89 days before the last one unless given.',
  }),
  to: day.meta({ description: 'Last day, at most 24 months after the first; today unless given.' }),
};
const asked = {
  locationId: idSchema.optional().meta({ description: 'Only this store; otherwise all that you can see.' }),
  format: choice(['json', 'csv']).default('json'),
};

const whole = (least: number, most: number) =>
  z.coerce
    .number({ error: 'Must be a number.' })
    .int('Must be a whole number.')
    .min(least, `At least ${least}.`)
    .max(most, `At most ${most}.`);

/** The name or figures by which groups can be sorted, as the columns of the rows; `-` begins with the largest. */
const listed = (...names: string[]) => {
  const sorts: [string, ...string[]] = ['label', '-label', ...names.flatMap((name) => [name, `-${name}`])];
  return {
    limit: whole(1, 1000).optional().meta({ description: 'Maximum number of groups; all unless given.' }),
    offset: whole(0, 100_000).default(0).meta({ description: 'Number of groups to leave out before them.' }),
    sort: choice(sorts).optional().meta({
      description:
        'Order of the groups, "-" for the largest first; the worst first unless given, months by time.',
    }),
  };
};

export const overdueQuery = z.strictObject({
  ...asked,
  ...listed('n', 'overdue', 'atRisk', 'paused', 'oldestHours'),
  groupBy: choice(['location', 'category']).default('location'),
});
export const repeatsQuery = z.strictObject({
  ...period,
  ...asked,
  ...listed('n', 'repeats', 'share'),
  groupBy: choice(['location', 'category', 'month']).default('location'),
});
export const spendQuery = z.strictObject({
  ...period,
  ...asked,
  ...listed('n', 'total', 'labor', 'parts', 'travel', 'other'),
  groupBy: choice(['location', 'category', 'vendor', 'month']).default('location'),
});
export const speedQuery = z.strictObject({
  ...period,
  ...asked,
  ...listed(
    'respondN',
    'respondMean',
    'respondMedian',
    'respondP90',
    'fixN',
    'fixMean',
    'fixMedian',
    'fixP90',
    'dueN',
    'met',
    'share',
  ),
  groupBy: choice(['location', 'category', 'month']).default('location'),
});

const hours = z.number().nullable();
const share = z.number().nullable().meta({ description: 'Percent; null where there is nothing to compare.' });
const money = z.string().meta({ description: 'For example 640.00.' });

export const overdueFigures = z.object({
  n: z.int().meta({ description: 'Open tickets.' }),
  open: z.int(),
  overdue: z.int(),
  atRisk: z.int(),
  paused: z.int(),
  oldestHours: hours.meta({ description: 'Hours by which the oldest is late; null if none is.' }),
});
export const repeatsFigures = z.object({
  n: z.int().meta({ description: 'Tickets created in the period.' }),
  tickets: z.int(),
  repeats: z.int().meta({ description: 'Of them at most 30 days after one of the same equipment.' }),
  share,
});
export const spendFigures = z.object({
  n: z.int().meta({ description: 'Tickets with costs incurred in the period.' }),
  total: money,
  labor: money,
  parts: money,
  travel: money,
  other: money,
});
const duration = z.object({
  n: z.int(),
  mean: hours,
  median: hours,
  p90: hours.meta({
    description: 'Hours within which nine of ten were; null, as the others, below ten tickets.',
  }),
});
const speedFigures = z.object({
  respond: duration,
  fix: duration.extend({
    dueN: z.int().meta({ description: 'Of them with a due date.' }),
    met: z.int().meta({ description: 'Of those in time.' }),
    share,
  }),
});

const group = {
  key: z.string().nullable().meta({
    description: 'Id of the store or vendor, category, or month such as 2026-11; null for tickets without.',
  }),
  label: z.string().meta({ description: 'Name of the store or vendor, otherwise the key.' }),
  archived: z.boolean().optional().meta({ description: 'Of a store.' }),
};
const equipment = {
  id: responseId,
  name: z.string(),
  category: z.string(),
  location: z.object({ id: responseId, name: z.string() }),
};

/** The response to a question: all together, and by group, the worst first or by month. */
const reportOf = <Figures extends z.ZodRawShape, More extends z.ZodRawShape>(
  question: string,
  figures: z.ZodObject<Figures>,
  more: More,
) =>
  z.object({
    question: z.literal(question),
    from: z.string().nullable().meta({ format: 'date' }),
    to: z.string().nullable().meta({ format: 'date' }),
    groupBy: z.string(),
    at: responseInstant,
    groupCount: z.int().meta({ description: 'Groups in all, also those that are not listed.' }),
    emptyGroupCount: z.int().meta({ description: 'Of them with nothing of what is asked.' }),
    total: figures,
    groups: z.array(figures.extend(group)),
    ...more,
  });

const store = { key: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01', label: 'Harbor Street', archived: false };
const cooler = {
  id: '01a1fdf3-66d4-7b35-a0f8-1c5e8b27cd05',
  name: 'Walk-in cooler',
  category: 'refrigeration',
  location: { id: store.key, name: store.label },
};
const head = {
  from: '2026-08-29',
  to: '2026-11-26',
  groupBy: 'location',
  at: '2026-11-26T15:04:00.000Z',
  groupCount: 1,
  emptyGroupCount: 0,
};
const late = { n: 12, open: 12, overdue: 3, atRisk: 1, paused: 2, oldestHours: 52.5 };
const broken = { n: 40, tickets: 40, repeats: 4, share: 10 };
const spent = {
  n: 7,
  total: '2640.00',
  labor: '1600.00',
  parts: '940.00',
  travel: '100.00',
  other: '0.00',
};
const fast = {
  respond: { n: 38, mean: 3.1, median: 1.4, p90: 9.8 },
  fix: { n: 31, mean: 30.2, median: 21.5, p90: 70, dueN: 30, met: 24, share: 80 },
};

export const overdueReport = reportOf('overdue', overdueFigures, {}).meta({
  id: 'OverdueReport',
  examples: [
    {
      question: 'overdue',
      ...head,
      from: null,
      to: null,
      total: late,
      groups: [
        {
          ...store,
          ...late,
        },
      ],
    },
  ],
});
export const repeatsReport = reportOf('repeats', repeatsFigures, {
  equipment: z.array(repeatsFigures.extend(equipment)),
}).meta({
  id: 'RepeatsReport',
  examples: [
    {
      question: 'repeats',
      ...head,
      total: broken,
      groups: [
        {
          ...store,
          ...broken,
        },
      ],
      equipment: [
        {
          ...cooler,
          ...broken,
        },
      ],
    },
  ],
});
export const spendReport = reportOf('spend', spendFigures, {
  equipment: z.array(
    spendFigures.extend({ ...equipment, replacementCost: money.nullable(), shareOfReplacement: share }),
  ),
}).meta({
  id: 'SpendReport',
  examples: [
    {
      question: 'spend',
      ...head,
      total: spent,
      groups: [
        {
          ...store,
          ...spent,
        },
      ],
      equipment: [
        {
          ...cooler,
          ...spent,
          replacementCost: '8500.00',
          shareOfReplacement: 31.1,
        },
      ],
    },
  ],
});
export const speedReport = reportOf('speed', speedFigures, {}).meta({
  id: 'SpeedReport',
  examples: [{ question: 'speed', ...head, total: fast, groups: [{ ...store, ...fast }] }],
});

export type OverdueReport = z.infer<typeof overdueReport>;
export type RepeatsReport = z.infer<typeof repeatsReport>;
export type SpendReport = z.infer<typeof spendReport>;
export type SpeedReport = z.infer<typeof speedReport>;
