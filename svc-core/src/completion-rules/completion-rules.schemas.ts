import { z } from 'zod';
import { changeRequest } from '../fields/change-request.ts';
import { ticketTypes } from '../fields/ticket-types.ts';

export const completionRule = z
  .object({
    ticketType: z.enum(ticketTypes),
    beforePhoto: z.boolean().meta({ description: 'A photo from before the work.' }),
    afterPhoto: z.boolean().meta({ description: 'A photo of the finished work.' }),
    note: z.boolean().meta({ description: 'What was done, as `completionNote`.' }),
    version: z.int(),
  })
  .meta({
    id: 'CompletionRule',
    description: 'What a ticket of a type needs before it is solved.',
    examples: [{ ticketType: 'repair', beforePhoto: false, afterPhoto: true, note: true, version: 2 }],
  });

const flag = z.boolean({ error: 'Must be true or false.' });

export const updateCompletionRuleRequest = changeRequest(
  { beforePhoto: flag, afterPhoto: flag, note: flag },
  { id: 'UpdateCompletionRuleRequest', examples: [{ afterPhoto: true }] },
);

export type CompletionRuleResponse = z.infer<typeof completionRule>;
export type UpdateCompletionRuleRequest = z.infer<typeof updateCompletionRuleRequest>;
