import {
  Authorize,
  CurrentPrincipal,
  IdempotencyKey,
  type IdempotentRequest,
  IdParam,
  type Principal,
  Returns,
} from '@mainstay/service-kit';
import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { StaffCallsService } from './staff-calls.service.ts';
import {
  jobResponse,
  type QuoteDecisionRequest,
  quoteDecisionRequest,
  type ResendJobRequest,
  resendJobRequest,
  type ReturnJobRequest,
  returnJobRequest,
  type SendJobRequest,
  sendJobRequest,
} from './vendor-calls.schemas.ts';
import { refusalsOf } from './move-refusals.ts';
import { VendorJobsRepository } from './vendor-jobs.repository.ts';

const problems = [400, 401, 403, 404, 413, 415, 422] as const;

/** The work of vendors, as staff sees it: for whoever sees the ticket. */
@ApiTags('Vendors')
@Controller('api')
@Authorize()
export class StaffCallsController {
  constructor(
    private readonly rows: VendorJobsRepository,
    private readonly calls: StaffCallsService,
  ) {}

  @Get('tickets/:id/vendor-jobs')
  @Returns(200, z.array(jobResponse), {
    operationId: 'listVendorJobs',
    summary: 'What vendors were asked to do for a ticket, newest first, with their quotes.',
    description: '404 for a ticket that is not visible to you.',
    problems: [401, 404],
  })
  list(@CurrentPrincipal() principal: Principal, @IdParam() ticketId: string) {
    return this.rows.ofTicket(principal, ticketId);
  }

  @Post('tickets/:id/vendor-jobs')
  @Returns(201, jobResponse, {
    operationId: 'sendToVendor',
    summary: 'Sends a ticket to its vendor: a mail with a link, which needs no account.',
    description:
      '400 on `vendorId` without a vendor, and on `email` where neither has one. 409 for a solved ticket, and while another job is ' +
      'under way. 429 after 20 in an hour, or 300 of all in a day.',
    problems: [...problems, 'ticket_solved', 'with_vendor', 'location_archived', 'ticket_changed', 429],
  })
  send(
    @CurrentPrincipal() principal: Principal,
    @IdParam() ticketId: string,
    @Body({ schema: sendJobRequest }) request: SendJobRequest,
    @IdempotencyKey() key: IdempotentRequest | null,
  ) {
    return this.calls.send(principal, ticketId, request, key);
  }

  @Post('vendor-jobs/:id/resend')
  @Returns(202, jobResponse, {
    operationId: 'resendToVendor',
    summary: 'Sends the mail of a job again, also to another address.',
    description:
      'Another address gets a new link, and the old one is dead; the work stays. 409 for a job that is over.',
    problems: [...problems, ...refusalsOf('resend'), 429],
  })
  resend(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @Body({ schema: resendJobRequest }) request: ResendJobRequest,
    @IdempotencyKey() key: IdempotentRequest | null,
  ) {
    return this.calls.resend(principal, id, request, key);
  }

  @Post('vendor-jobs/:id/withdraw')
  @Returns(200, jobResponse, {
    operationId: 'withdrawFromVendor',
    summary: 'Withdraws a job: its link is dead, and the vendor gets a mail.',
    description: '409 for a job that is confirmed or withdrawn.',
    problems: [...problems, ...refusalsOf('withdraw')],
  })
  withdraw(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @IdempotencyKey() key: IdempotentRequest | null,
  ) {
    return this.calls.withdraw(principal, id, key);
  }

  @Post('vendor-jobs/:id/confirm')
  @Returns(200, jobResponse, {
    operationId: 'confirmVendorJob',
    summary: 'Confirms work that is done: the ticket is solved, under all its rules.',
    description: '409 for a job that is not done, and where the ticket cannot be solved.',
    problems: [...problems, ...refusalsOf('confirm'), 'approval_needed', 'proof_missing'],
  })
  confirm(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @IdempotencyKey() key: IdempotentRequest | null,
  ) {
    return this.calls.confirm(principal, id, key);
  }

  @Post('vendor-jobs/:id/return')
  @Returns(200, jobResponse, {
    operationId: 'returnToVendor',
    summary: 'Sends work that is done back to the vendor, with a note.',
    description: '409 for a job that is not done.',
    problems: [...problems, ...refusalsOf('return')],
  })
  return(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @Body({ schema: returnJobRequest }) request: ReturnJobRequest,
    @IdempotencyKey() key: IdempotentRequest | null,
  ) {
    return this.calls.return(principal, id, request, key);
  }

  @Post('vendor-quotes/:id/decision')
  @Returns(200, jobResponse, {
    operationId: 'decideVendorQuote',
    summary: 'Approves or declines a quote; the vendor gets a mail.',
    description:
      'An approved quote is the spending limit of the ticket where that is lower or there is none; 403 where only an administrator ' +
      'can raise it. 409 for a quote that is not open.',
    problems: [...problems, 'quote_closed', 'role'],
  })
  decide(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @Body({ schema: quoteDecisionRequest }) request: QuoteDecisionRequest,
    @IdempotencyKey() key: IdempotentRequest | null,
  ) {
    return this.calls.decide(principal, id, request, key);
  }
}
