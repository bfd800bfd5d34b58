import { codeSchema, IdempotencyKey, type IdempotentRequest, Public, Returns } from '@mainstay/service-kit';
import { Body, Controller, Get, Ip, Post, UseGuards } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import {
  type CreateReplyRequest,
  createReplyRequest,
  type ReplyResponse,
  replyResponse,
  type TrackingResponse,
  trackingResponse,
} from './intake.schemas.ts';
import { Tracked, TrackingGuard } from './tracking.guard.ts';
import type { TrackedReport } from './tracking.repository.ts';
import { TrackingService } from './tracking.service.ts';

/** A report as its sender follows it. */
@ApiTags('Intake')
@Controller('api/intake/track/:token')
@Public()
@UseGuards(TrackingGuard)
export class TrackingController {
  constructor(private readonly tracking: TrackingService) {}

  @Get()
  @ApiParam({ name: 'token', description: 'The `trackingToken` of the report.', schema: codeSchema })
  @Returns(200, trackingResponse, {
    operationId: 'getTracking',
    summary: 'The state of a report, and what the team wrote to its sender.',
    description: 'An unknown token, and one whose time is over, return the same 404.',
    problems: [404, 429],
  })
  read(@Tracked() report: TrackedReport): Promise<TrackingResponse> {
    return this.tracking.read(report);
  }

  @Post('replies')
  @ApiParam({ name: 'token', description: 'The `trackingToken` of the report.', schema: codeSchema })
  @Returns(201, replyResponse, {
    operationId: 'createReply',
    summary: 'Adds to a report; the team sees it as a comment.',
    description: '404 for an unknown token, and for one whose time is over. 429 after too many messages.',
    problems: [400, 403, 404, 413, 415, 422, 429],
  })
  reply(
    @Tracked() report: TrackedReport,
    @Body({ schema: createReplyRequest }) request: CreateReplyRequest,
    @Ip() address: string,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
  ): Promise<ReplyResponse> {
    return this.tracking.reply(report, request, address, idempotentRequest);
  }
}
