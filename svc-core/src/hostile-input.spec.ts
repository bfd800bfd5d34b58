import { isCode } from '@mainstay/service-kit';
import { expect, it } from '@jest/globals';
import { slowParsers } from '@mainstay/service-kit/testing';
import { mentionsOf } from './comments/mentions.ts';
import { timezone } from './fields/timezone.ts';
import { createReplyRequest, createReportRequest } from './intake/intake.schemas.ts';
import { languageOf } from './intake/language-of.ts';
import { titleOf } from './intake/title-of.ts';
import { searchFor, ticketNumberIn } from './ticket-rows/ticket-search.ts';

it('reads 8 KB of anything from outside at once', () => {
  const report = (text: string) =>
    createReportRequest.safeParse({
      description: text,
      urgency: text,
      reporterName: text,
      contact: text,
      website: text,
    });
  expect(
    slowParsers({
      language: languageOf,
      "language 'en;q=0.'": languageOf,
      "language 'en '": languageOf,
      code: isCode,
      report,
      reply: (body) => createReplyRequest.safeParse({ body }),
      title: (text) => titleOf('Fryer 2', text),
      mentions: mentionsOf,
      search: searchFor,
      number: ticketNumberIn,
      "number '#1'": ticketNumberIn,
      timezone: (text) => timezone.safeParse(text),
    }),
  ).toEqual([]);
});
