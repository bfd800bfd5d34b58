import { codeSchema, IdempotencyKey, type IdempotentRequest, Public, Returns } from '@mainstay/service-kit';
import { Body, Controller, Get, Post, UseGuards } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Linked, LinkGuard } from './link.guard.ts';
import { refusalsOf } from './move-refusals.ts';
import { LinkCallsService } from './link-calls.service.ts';
import type { LinkedJob } from './links.repository.ts';
import {
  type AnswerJobRequest,
  answerJobRequest,
  type CommentOnJobRequest,
  commentOnJobRequest,
  type FinishJobRequest,
  finishJobRequest,
  jobPageResponse,
  type SendQuoteRequest,
  sendQuoteRequest,
  type SetVisitRequest,
  setVisitRequest,
} from './link-calls.schemas.ts';

const problems = [400, 403, 404, 413, 415, 422, 429, 'link_expired'] as const;
const BY_STATE = '409 by its state, 429 after 60 writes in an hour.';

/** The work order of a vendor. The token alone authorizes; a session that comes along is not looked at. */
@ApiTags('Intake')
@ApiParam({ name: 'token', description: 'The last part of the link.', schema: codeSchema })
@Controller('api/intake/jobs/:token')
@Public()
@UseGuards(LinkGuard)
export class LinkCallsController {
  constructor(private readonly calls: LinkCallsService) {}

  @Get()
  @Returns(200, jobPageResponse, {
    operationId: 'getVendorPage',
    summary: 'A work order as the vendor sees it.',
    description: 'Changes nothing. A dead link returns `state`, `number` and `sender`.',
    problems: [404, 429],
  })
  read(@Linked() job: LinkedJob) {
    return this.calls.read(job);
  }

  @Post('answer')
  @Returns(200, jobPageResponse, {
    operationId: 'answerJob',
    summary: 'Accepts, which starts work on an incoming ticket, or declines with a reason.',
    description: `Also after declining. ${BY_STATE}`,
    problems: [...problems, ...refusalsOf('accept'), 'job_declined', 'work_done', 'job_taken'],
  })
  answer(
    @Linked() job: LinkedJob,
    @Body({ schema: answerJobRequest }) request: AnswerJobRequest,
    @IdempotencyKey() key: IdempotentRequest | null,
  ) {
    return this.calls.answer(job, request, key);
  }

  @Post('visit')
  @Returns(200, jobPageResponse, {
    operationId: 'setVisit',
    summary: 'Says when the vendor comes.',
    description: `Later than now, at most 365 days. ${BY_STATE}`,
    problems: [...problems, ...refusalsOf('visit')],
  })
  visit(
    @Linked() job: LinkedJob,
    @Body({ schema: setVisitRequest }) request: SetVisitRequest,
    @IdempotencyKey() key: IdempotentRequest | null,
  ) {
    return this.calls.visit(job, request, key);
  }

  @Post('comments')
  @Returns(201, jobPageResponse, {
    operationId: 'commentOnJob',
    summary: 'Writes to the team.',
    description: BY_STATE,
    problems: [...problems, ...refusalsOf('comment')],
  })
  comment(
    @Linked() job: LinkedJob,
    @Body({ schema: commentOnJobRequest }) request: CommentOnJobRequest,
    @IdempotencyKey() key: IdempotentRequest | null,
  ) {
    return this.calls.comment(job, request, key);
  }

  @Post('quotes')
  @Returns(201, jobPageResponse, {
    operationId: 'sendQuote',
    summary: 'Sends a quote, which replaces the open one.',
    description: BY_STATE,
    problems: [...problems, ...refusalsOf('quote')],
  })
  quote(
    @Linked() job: LinkedJob,
    @Body({ schema: sendQuoteRequest }) request: SendQuoteRequest,
    @IdempotencyKey() key: IdempotentRequest | null,
  ) {
    return this.calls.quote(job, request, key);
  }

  @Post('done')
  @Returns(200, jobPageResponse, {
    operationId: 'finishJob',
    summary: 'Marks the work as done, with what it cost; the team confirms it.',
    description: `Needs the photos in \`missing\`. ${BY_STATE}`,
    problems: [...problems, ...refusalsOf('done'), 'proof_missing', 'too_many_costs'],
  })
  finish(
    @Linked() job: LinkedJob,
    @Body({ schema: finishJobRequest }) request: FinishJobRequest,
    @IdempotencyKey() key: IdempotentRequest | null,
  ) {
    return this.calls.finish(job, request, key);
  }
}
