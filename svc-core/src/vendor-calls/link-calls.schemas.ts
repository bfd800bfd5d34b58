import {
  instant,
  optionalText,
  requiredText,
  responseId,
  responseInstant,
  undisguised,
} from '@mainstay/service-kit';
import { z } from 'zod';
import { moneyBetween, responseMoney } from '../fields/money.ts';
import { priorities } from '../fields/priorities.ts';
import { purposes } from '../fields/proofs.ts';
import { aQuote, quote } from './vendor-calls.schemas.ts';

/** Comments and quotes that the page of a link shows, the newest ones. */
export const MOST_SHOWN = 200;

/** What the page of a link shows of a job whose link is dead. */
const deadPage = z.object({
  state: z.string().meta({
    description:
      '`sent`, `accepted`, `declined`, `done`, `confirmed`; `withdrawn` and `expired` come with the number and the sender alone.',
  }),
  number: z.int(),
  sender: z.object({ firstName: z.string() }).nullable(),
});

export const jobPage = deadPage.extend({
  title: z.string(),
  description: z.string(),
  priority: z.enum(priorities),
  dueAt: responseInstant.nullable().meta({ description: 'The due date that counts.' }),
  location: z.object({
    name: z.string(),
    storeNumber: z.string(),
    address: z.string(),
    city: z.string(),
    state: z.string(),
    zipCode: z.string(),
    phone: z.string().nullable(),
    timezone: z.string(),
  }),
  equipment: z
    .object({
      name: z.string(),
      manufacturer: z.string().nullable(),
      model: z.string().nullable(),
      serial: z.string().nullable(),
      warrantyUntil: z.string().nullable(),
    })
    .nullable(),
  vendor: z.object({ name: z.string() }),
  message: z.string().nullable(),
  visitAt: responseInstant.nullable(),
  spendingLimit: responseMoney.nullable(),
  photos: z.array(z.object({ id: responseId, url: z.string(), purpose: z.enum(purposes) })),
  comments: z
    .array(z.object({ at: responseInstant, by: z.string().nullable(), body: z.string(), isOwn: z.boolean() }))
    .meta({ description: 'Oldest first. `isOwn`: of the vendor.' }),
  quotes: z.array(quote).meta({ description: 'Newest first.' }),
  proof: z
    .object({ afterPhoto: z.boolean(), beforePhoto: z.boolean(), note: z.boolean() })
    .meta({ description: 'What is still missing before the work can be marked as done.' }),
});
export type JobPage = z.infer<typeof jobPage>;

const aPage: JobPage = {
  state: 'accepted',
  number: 1042,
  sender: { firstName: 'Dana' },
  title: 'Walk-in cooler reads 46 °F',
  description: 'It was 38 °F this morning.',
  priority: 'high',
  dueAt: '2026-03-07T22:00:00.000Z',
  location: {
    name: 'Harbor Street',
    storeNumber: '0112',
    address: '1 Harbor Street',
    city: 'Portland',
    state: 'ME',
    zipCode: '04101',
    phone: '207-555-0112',
    timezone: 'America/New_York',
  },
  equipment: {
    name: 'Walk-in cooler',
    manufacturer: 'Kolpak',
    model: 'QS7-0606',
    serial: '710184',
    warrantyUntil: null,
  },
  vendor: { name: 'Bay Refrigeration' },
  message: 'Please call the store before you come.',
  visitAt: '2026-03-06T14:00:00.000Z',
  spendingLimit: '500.00',
  photos: [],
  comments: [{ at: '2026-03-05T16:40:00.000Z', by: 'Dana', body: 'The key is at the bar.', isOwn: false }],
  quotes: [aQuote],
  proof: { afterPhoto: true, beforePhoto: false, note: false },
};

export const jobPageResponse = deadPage
  .extend(jobPage.omit({ state: true, number: true, sender: true }).partial().shape)
  .meta({
    id: 'VendorPageResponse',
    description:
      'A work order as the vendor sees it. One whose link is dead has `state`, `number` and `sender` alone.',
    examples: [aPage, { state: 'withdrawn', number: 1042, sender: { firstName: 'Dana' } }],
  });
export type JobPageResponse = z.infer<typeof jobPageResponse>;

const name = requiredText(100, undisguised).meta({
  description: 'Of whoever does this. A program that opens links has none.',
});

export const answerJobRequest = z
  .strictObject({
    name,
    accept: z.boolean('Must be true or false.'),
    visitAt: instant.nullable().default(null),
    reason: optionalText(1000, undisguised).default(null),
  })
  .refine(({ accept, reason }) => accept || reason !== null, { error: 'Required.', path: ['reason'] })
  .meta({
    id: 'AnswerJobRequest',
    examples: [{ name: 'Lee', accept: true, visitAt: '2099-03-06T14:00:00Z' }],
  });
export type AnswerJobRequest = z.infer<typeof answerJobRequest>;

export const setVisitRequest = z
  .strictObject({ name, visitAt: instant })
  .meta({ id: 'SetVisitRequest', examples: [{ name: 'Lee', visitAt: '2099-03-06T14:00:00Z' }] });
export type SetVisitRequest = z.infer<typeof setVisitRequest>;

export const commentOnJobRequest = z
  .strictObject({ name, body: requiredText(4000, undisguised) })
  .meta({ id: 'CommentOnJobRequest', examples: [{ name: 'Lee', body: 'We need the key for the roof.' }] });
export type CommentOnJobRequest = z.infer<typeof commentOnJobRequest>;

export const sendQuoteRequest = z
  .strictObject({
    name,
    amount: moneyBetween('0.01', '9999999999.99'),
    description: requiredText(2000, undisguised),
  })
  .meta({
    id: 'SendQuoteRequest',
    examples: [{ name: 'Lee', amount: '640.00', description: 'A new compressor, with labor' }],
  });
export type SendQuoteRequest = z.infer<typeof sendQuoteRequest>;

export const finishJobRequest = z
  .strictObject({
    name,
    note: requiredText(2000, undisguised),
    amount: moneyBetween('0.01', '999999.99').nullable().default(null),
    invoiceNumber: optionalText(60, undisguised).default(null),
  })
  .meta({
    id: 'FinishJobRequest',
    examples: [{ name: 'Lee', note: 'Compressor replaced, reads 36 °F.', amount: '612.50' }],
  });
export type FinishJobRequest = z.infer<typeof finishJobRequest>;
