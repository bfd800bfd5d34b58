import {
  Authorize,
  CurrentPrincipal,
  IdempotencyKey,
  type IdempotentRequest,
  IdParam,
  pageOrCsv,
  type Principal,
  ReturnsCreated,
  ReturnsEntity,
  ReturnsPage,
  ReturnsVersioned,
} from '@mainstay/service-kit';
import { Body, Controller, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ChecklistRunsRepository } from './checklist-runs.repository.ts';
import {
  type AnswerRequest,
  answerRequest,
  type ListRunsQuery,
  listRunsQuery,
  runDetail,
  runResponse,
  type StartOnTicketRequest,
  startOnTicketRequest,
  type StartRunRequest,
  startRunRequest,
} from './checklist-runs.schemas.ts';
import { ChecklistRunsService } from './checklist-runs.service.ts';
import { runsSheet } from './checklist-runs.sheet.ts';

@ApiTags('Checklists')
@Controller('api')
@Authorize()
export class ChecklistRunsController {
  constructor(
    private readonly rows: ChecklistRunsRepository,
    private readonly runs: ChecklistRunsService,
  ) {}

  @Get('checklist-runs')
  @ReturnsPage(runResponse, {
    operationId: 'listChecklistRuns',
    summary: 'Runs of checklists in locations visible to you, newest first.',
    description: 'Each with the last answers to its steps.',
    problems: [429],
  })
  list(@CurrentPrincipal() principal: Principal, @Query({ schema: listRunsQuery }) query: ListRunsQuery) {
    return pageOrCsv(runsSheet, listRunsQuery, query, (page) => this.rows.list(principal, page));
  }

  @Get('checklist-runs/:id')
  @ReturnsEntity(runDetail, {
    operationId: 'getChecklistRun',
    summary: 'One run of a checklist, with all answers.',
    description: '404 for a run in a location that is not visible to you.',
  })
  get(@CurrentPrincipal() principal: Principal, @IdParam() id: string) {
    return this.rows.get(principal, id);
  }

  @Post('checklist-runs')
  @ReturnsCreated(runDetail, {
    operationId: 'startChecklist',
    summary: 'Starts a checklist as a walk of a store.',
    description:
      '400 for a checklist that is not active, a location that is not visible to you, and equipment of another one.',
  })
  start(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: startRunRequest }) request: StartRunRequest,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
  ) {
    return this.runs.startWalk(principal, request, idempotentRequest);
  }

  @Post('tickets/:id/checklist-runs')
  @ReturnsCreated(runDetail, {
    operationId: 'startChecklistOnTicket',
    summary: 'Starts a checklist for a ticket, which cannot be solved before it is done.',
    description:
      '400 for a checklist that is not active, 409 for a solved ticket, and while another one is open.',
    problems: [404, 'ticket_solved', 'checklist_open'],
  })
  startOnTicket(
    @CurrentPrincipal() principal: Principal,
    @IdParam() ticketId: string,
    @Body({ schema: startOnTicketRequest }) request: StartOnTicketRequest,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
  ) {
    return this.runs.startOnTicket(principal, ticketId, request, idempotentRequest);
  }

  @Put('checklist-runs/:id/answers/:stepId')
  @ReturnsVersioned(200, runDetail, {
    operationId: 'answerChecklistStep',
    summary: 'Answers a step of a run; the last answer counts.',
    description: '400 for a value of another kind, and for `na` without a note, 409 when the run is done.',
    problems: [400, 401, 403, 404, 'checklist_finished', 413, 415],
  })
  answer(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @IdParam('stepId') stepId: string,
    @Body({ schema: answerRequest }) request: AnswerRequest,
  ) {
    return this.runs.answer(principal, id, stepId, request);
  }

  @Post('checklist-runs/:id/complete')
  @ReturnsVersioned(200, runDetail, {
    operationId: 'completeChecklistRun',
    summary: 'Completes a run: what failed becomes tickets.',
    description:
      'One for each failed step that says so; one that is still open in this store gets a comment instead. 409 when it is done, and with ' +
      'the texts of steps that lack an answer or a photo in `missing`.',
    problems: [401, 403, 404, 'checklist_finished', 'steps_open', 413, 415, 422],
  })
  complete(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
  ) {
    return this.runs.complete(principal, id, idempotentRequest);
  }
}
