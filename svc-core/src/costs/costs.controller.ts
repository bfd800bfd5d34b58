import {
  Authorize,
  CurrentPrincipal,
  IdempotencyKey,
  type IdempotentRequest,
  IdParam,
  IfMatch,
  pageOrCsv,
  type Precondition,
  type Principal,
  Returns,
  ReturnsCreated,
  ReturnsPage,
  ReturnsUpdated,
} from '@mainstay/service-kit';
import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { ticketResponse } from '../ticket-rows/tickets.schemas.ts';
import { ApprovalsService } from './approvals.service.ts';
import { CostsRepository } from './costs.repository.ts';
import {
  type ApprovalRequest,
  approvalRequest,
  changedCost,
  costResponse,
  type CreateCostRequest,
  createCostRequest,
  deletedCost,
  type ListCostsQuery,
  listCostsQuery,
  listedCost,
  MOST_COSTS,
  type UpdateCostRequest,
  updateCostRequest,
} from './costs.schemas.ts';
import { CostsService } from './costs.service.ts';
import { costsSheet } from './costs.sheet.ts';

@ApiTags('Costs')
@Controller('api')
@Authorize()
export class CostsController {
  constructor(
    private readonly rows: CostsRepository,
    private readonly costs: CostsService,
    private readonly approvals: ApprovalsService,
  ) {}

  @Get('costs')
  @ReturnsPage(listedCost, {
    operationId: 'listCosts',
    summary: 'Costs of tickets visible to you, by the day on which they were incurred, then by creation.',
    description:
      'Filter by location or by the days on which they were incurred. Costs of other tickets are left out.',
    problems: [429],
  })
  list(@CurrentPrincipal() principal: Principal, @Query({ schema: listCostsQuery }) query: ListCostsQuery) {
    return pageOrCsv(costsSheet, listCostsQuery, query, (page) => this.rows.list(principal, page));
  }

  @Get('tickets/:id/costs')
  @Returns(200, z.array(costResponse), {
    operationId: 'listTicketCosts',
    summary: `All costs of a ticket, at most ${MOST_COSTS}, by the day on which they were incurred, then by creation.`,
    description: '404 for a ticket that is not visible to you.',
    problems: [401, 404],
  })
  ofTicket(@CurrentPrincipal() principal: Principal, @IdParam() ticketId: string) {
    return this.rows.ofTicket(principal, ticketId);
  }

  @Post('tickets/:id/costs')
  @ReturnsCreated(changedCost, {
    operationId: 'createCost',
    summary: `Adds a cost to a ticket, which can have ${MOST_COSTS}. Costs above its limit need the approval of an administrator.`,
    description:
      '400 for a vendor that is neither an active one of the location nor that of the ticket, 409 for one cost more than that.',
    problems: [404, 'too_many_costs'],
  })
  create(
    @CurrentPrincipal() principal: Principal,
    @IdParam() ticketId: string,
    @Body({ schema: createCostRequest }) request: CreateCostRequest,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
  ) {
    return this.costs.create(principal, ticketId, request, idempotentRequest);
  }

  @Patch('costs/:id')
  @ReturnsUpdated(changedCost, {
    operationId: 'updateCost',
    summary: 'Changes the given fields of a cost.',
    description:
      'The approval of its ticket follows. 400 for a new vendor that is neither an active one of the location nor that of the ticket.',
  })
  update(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @Body({ schema: updateCostRequest }) changes: UpdateCostRequest,
    @IfMatch() precondition: Precondition,
  ) {
    return this.costs.update(principal, id, changes, precondition);
  }

  @Delete('costs/:id')
  @Returns(200, deletedCost, {
    operationId: 'deleteCost',
    summary: 'Removes a cost.',
    description: 'The approval of its ticket follows. 404 for a cost of a ticket that is not visible to you.',
    problems: [400, 401, 403, 404, 412],
  })
  delete(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @IfMatch() precondition: Precondition,
  ) {
    return this.costs.delete(principal, id, precondition);
  }

  @Post('tickets/:id/approval')
  @Authorize('admin')
  @ReturnsUpdated(ticketResponse, {
    operationId: 'decideApproval',
    summary: 'Approves or declines the costs of a ticket that exceed its limit. Administrators only.',
    description:
      '400 for a new limit below the costs, 409 when there is nothing to decide, 412 also when the costs differ from `totalCost`.',
    problems: ['approval_not_needed', 'already_declined', 'costs_changed'],
  })
  decide(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @Body({ schema: approvalRequest }) request: ApprovalRequest,
    @IfMatch() precondition: Precondition,
  ) {
    return this.approvals.decide(principal, id, request, precondition);
  }
}
