import { choice, optionalText, requiredText, responseId, responseInstant } from '@mainstay/service-kit';
import { z } from 'zod';
import { jobStates, quoteStates } from '../fields/job-states.ts';
import { responseMoney } from '../fields/money.ts';
import { vendorName } from '../vendors/vendor-name.ts';

export const quote = z.object({
  id: responseId,
  amount: responseMoney,
  description: z.string(),
  state: z.enum(quoteStates),
  note: z.string().nullable().meta({ description: 'Of whoever decided.' }),
  createdAt: responseInstant,
});

const job = {
  id: '01a1fdf3-71c0-7a55-9e10-4b6c8d9e0f11',
  ticketId: '01a1fdf3-2b52-7f0e-9c47-2a6be1f4d702',
  vendorId: '01a1fdf3-4d10-7b3e-a1f2-90c4d5e6f708',
};
export const aQuote: z.infer<typeof quote> = {
  id: '01a1fdf3-72aa-7c10-8d7e-51f0b3c6ee10',
  amount: '640.00',
  description: 'A new compressor, with labor',
  state: 'open',
  note: null,
  createdAt: '2026-03-05T17:02:00.000Z',
};

const quoteResponse = quote
  .extend({ jobId: responseId, sentBy: z.string().meta({ description: 'The name that the vendor gave.' }) })
  .meta({ id: 'VendorQuoteResponse', examples: [{ ...aQuote, jobId: job.id, sentBy: 'Lee' }] });

export const jobResponse = z
  .object({
    id: responseId,
    ticketId: responseId,
    vendorId: responseId.nullable().meta({ description: 'Null for a vendor that is not visible to you.' }),
    vendor: vendorName.nullable(),
    email: z.string(),
    message: z.string().nullable(),
    state: z.enum(jobStates),
    visitAt: responseInstant.nullable(),
    reason: z.string().nullable().meta({ description: 'Why it was declined.' }),
    note: z.string().nullable().meta({ description: 'What was done.' }),
    sentBy: responseId.nullable(),
    sentAt: responseInstant,
    mail: z
      .enum(['waiting', 'sent', 'failed'])
      .meta({ description: 'What became of the last mail. `waiting` also where no mail is set up.' }),
    link: z.string().nullable().meta({ description: 'For the vendor. Null once it is dead.' }),
    quotes: z.array(quoteResponse).meta({ description: 'Newest first.' }),
    version: z.int(),
  })
  .meta({
    id: 'VendorJobResponse',
    description: 'Work that a vendor was asked to do for a ticket.',
    examples: [
      {
        ...job,
        vendor: { id: job.vendorId, name: 'Bay Refrigeration' },
        email: 'service@example.com',
        message: 'Please call the store before you come.',
        state: 'accepted',
        visitAt: '2026-03-06T14:00:00.000Z',
        reason: null,
        note: null,
        sentBy: '01a1fdf2-77aa-7d20-8e19-6c0b94d1ab03',
        sentAt: '2026-03-05T16:20:31.250Z',
        mail: 'sent',
        link: 'https://mainstay.example.com/v/k5vwy3x2l7d4mzq6taf5hbn2ca',
        quotes: [{ ...aQuote, jobId: job.id, sentBy: 'Lee' }],
        version: 3,
      },
    ],
  });
export type JobResponse = z.infer<typeof jobResponse>;

const email = requiredText(254)
  .refine((address) => z.regexes.html5Email.test(address), 'Must be an e-mail address.')
  .nullable()
  .optional();

export const sendJobRequest = z
  .strictObject({
    email: email.meta({ description: 'That of the vendor by default.' }),
    message: optionalText(1000).default(null),
  })
  .meta({ id: 'SendToVendorRequest', examples: [{ message: 'Please call the store before you come.' }] });
export type SendJobRequest = z.infer<typeof sendJobRequest>;

export const resendJobRequest = z
  .strictObject({
    email: email.meta({ description: 'Another address gets a new link; the old one is dead.' }),
  })
  .meta({ id: 'ResendToVendorRequest', examples: [{ email: 'dispatch@example.com' }] });
export type ResendJobRequest = z.infer<typeof resendJobRequest>;

export const returnJobRequest = z
  .strictObject({ note: requiredText(4000).meta({ description: 'A comment that the vendor gets by mail.' }) })
  .meta({ id: 'ReturnToVendorRequest', examples: [{ note: 'It still reads 46 °F.' }] });
export type ReturnJobRequest = z.infer<typeof returnJobRequest>;

export const quoteDecisionRequest = z
  .strictObject({ decision: choice(['approve', 'decline']), note: optionalText(500).default(null) })
  .meta({ id: 'QuoteDecisionRequest', examples: [{ decision: 'approve' }] });
export type QuoteDecisionRequest = z.infer<typeof quoteDecisionRequest>;
