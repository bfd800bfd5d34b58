import { Authorize, IfMatch, type Precondition, Returns, ReturnsUpdated } from '@mainstay/service-kit';
import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { ticketTypes } from '../fields/ticket-types.ts';
import {
  completionRule,
  type UpdateCompletionRuleRequest,
  updateCompletionRuleRequest,
} from './completion-rules.schemas.ts';
import { CompletionRulesService } from './completion-rules.service.ts';

@ApiTags('Completion rules')
@Controller('api/completion-rules')
@Authorize()
export class CompletionRulesController {
  constructor(private readonly rules: CompletionRulesService) {}

  @Get()
  @Returns(200, z.array(completionRule), {
    operationId: 'listCompletionRules',
    summary: 'What tickets need before they are solved, by their types.',
    description: 'All are off at first. The same for all locations.',
    problems: [401],
  })
  list() {
    return this.rules.list();
  }

  @Patch(':ticketType')
  @ApiParam({ name: 'ticketType', schema: { type: 'string', enum: [...ticketTypes] } })
  @Authorize('admin')
  @ReturnsUpdated(completionRule, {
    operationId: 'updateCompletionRule',
    summary: 'Changes the given fields of the rule of a type. Administrators only.',
    description: 'It is about tickets that are solved from now on. 404 for another word than a type.',
  })
  update(
    @Param('ticketType') ticketType: string,
    @Body({ schema: updateCompletionRuleRequest }) changes: UpdateCompletionRuleRequest,
    @IfMatch() precondition: Precondition,
  ) {
    return this.rules.update(ticketType, changes, precondition);
  }
}
