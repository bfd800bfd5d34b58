import { Authorize, IfMatch, type Precondition, Returns, ReturnsUpdated } from '@mainstay/service-kit';
import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { priorities } from '../fields/priorities.ts';
import {
  responseTarget,
  type UpdateResponseTargetRequest,
  updateResponseTargetRequest,
} from './response-targets.schemas.ts';
import { ResponseTargetsService } from './response-targets.service.ts';

@ApiTags('Response targets')
@Controller('api/response-targets')
@Authorize()
export class ResponseTargetsController {
  constructor(private readonly targets: ResponseTargetsService) {}

  @Get()
  @Returns(200, z.array(responseTarget), {
    operationId: 'listResponseTargets',
    summary: 'The response targets of the three priorities, the most urgent first.',
    description: 'The hours within which a ticket should be answered and mended. The same for all locations.',
    problems: [401],
  })
  list() {
    return this.targets.list();
  }

  @Patch(':priority')
  @ApiParam({ name: 'priority', schema: { type: 'string', enum: [...priorities] } })
  @Authorize('admin')
  @ReturnsUpdated(responseTarget, {
    operationId: 'updateResponseTarget',
    summary: 'Changes the given fields of the target of a priority. Administrators only.',
    description: 'The deadlines of open tickets follow within a minute.',
  })
  update(
    @Param('priority') priority: string,
    @Body({ schema: updateResponseTargetRequest }) changes: UpdateResponseTargetRequest,
    @IfMatch() precondition: Precondition,
  ) {
    return this.targets.update(priority, changes, precondition);
  }
}
