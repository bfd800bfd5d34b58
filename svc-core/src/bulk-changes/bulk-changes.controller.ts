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
import { BulkChangesRepository } from './bulk-changes.repository.ts';
import {
  type BulkChangeRequest,
  bulkChangeRequest,
  bulkChangeResponse,
  bulkUndoResponse,
  undoableChangeResponse,
} from './bulk-changes.schemas.ts';
import { BulkChangesService } from './bulk-changes.service.ts';

@ApiTags('Tickets')
@Controller('api')
@Authorize()
export class BulkChangesController {
  constructor(
    private readonly bulks: BulkChangesService,
    private readonly rows: BulkChangesRepository,
  ) {}

  @Post('tickets/bulk')
  @Returns(200, bulkChangeResponse, {
    operationId: 'changeTickets',
    summary: 'Changes up to 200 tickets at once, each as a PATCH of its own would.',
    description:
      'What cannot be changed is `refused` with its reason, and the others are changed. 400 for a location or an assignee that is ' +
      'not visible to you. Repeat an interrupted request with the same Idempotency-Key: it changes the rest.',
    problems: [400, 401, 403, 413, 415, 422],
  })
  change(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: bulkChangeRequest }) request: BulkChangeRequest,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
  ) {
    return this.bulks.change(principal, request, idempotentRequest);
  }

  @Get('bulk-changes')
  @Returns(200, z.array(undoableChangeResponse), {
    operationId: 'listUndoableChanges',
    summary: 'Your changes of many tickets that can still be undone, newest first.',
    description:
      'Each for ten minutes, unless it was undone. A change that changed no ticket is not among them.',
    problems: [401],
  })
  list(@CurrentPrincipal() principal: Principal) {
    return this.rows.undoable(principal);
  }

  @Post('bulk-changes/:id/undo')
  @Returns(200, bulkUndoResponse, {
    operationId: 'undoBulkChange',
    summary: 'Takes back a change of many tickets that you made in the last ten minutes.',
    description:
      'Restores the changed fields of each ticket on which all of them still have the values of the change; another ticket is ' +
      '`kept`, and so is one that a PATCH to the values before could not change. 404 for a change of somebody else, 409 when ' +
      'it is undone already. An interrupted undo goes on when it is repeated.',
    problems: [401, 403, 404, 'already_undone', 'undo_expired'],
    problemWords: { 410: 'The last ticket was changed more than ten minutes ago.' },
  })
  undo(@CurrentPrincipal() principal: Principal, @IdParam() id: string) {
    return this.bulks.undo(principal, id);
  }
}
