import {
  Authorize,
  CurrentPrincipal,
  IdempotencyKey,
  type IdempotentRequest,
  IdParam,
  IfMatch,
  type Precondition,
  type Principal,
  Returns,
  ReturnsCreated,
  ReturnsNoContent,
  ReturnsUpdated,
} from '@mainstay/service-kit';
import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { ViewsRepository } from './views.repository.ts';
import {
  type CreateViewRequest,
  createViewRequest,
  type UpdateViewRequest,
  updateViewRequest,
  viewResponse,
} from './views.schemas.ts';
import { ViewsService } from './views.service.ts';

@ApiTags('Views')
@Controller('api/views')
@Authorize()
export class ViewsController {
  constructor(
    private readonly rows: ViewsRepository,
    private readonly views: ViewsService,
  ) {}

  @Get()
  @Returns(200, z.array(viewResponse), {
    operationId: 'listViews',
    summary: 'Your views, then those that others share, each by name.',
    description:
      'All of them. No list takes the id of a view: its `query` is that of the address of the screen.',
    problems: [401],
  })
  list(@CurrentPrincipal() principal: Principal) {
    return this.rows.list(principal);
  }

  @Post()
  @ReturnsCreated(viewResponse, {
    operationId: 'createView',
    summary: 'Saves filters of a list under a name.',
    description:
      '403 when somebody else than an administrator shares it, 409 for a name that you have already and above 50 views.',
    problems: ['too_many_views', 'name_taken', 'role'],
  })
  create(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: createViewRequest }) request: CreateViewRequest,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
  ) {
    return this.views.create(principal, request, idempotentRequest);
  }

  @Patch(':id')
  @ReturnsUpdated(viewResponse, {
    operationId: 'updateView',
    summary: 'Changes the given fields of a view of yours; administrators also of shared ones.',
    description:
      '403 when somebody else than an administrator shares it, or changes one that is shared; 409 for a taken name.',
    problems: ['name_taken', 'role'],
  })
  update(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @Body({ schema: updateViewRequest }) changes: UpdateViewRequest,
    @IfMatch() precondition: Precondition,
  ) {
    return this.views.update(principal, id, changes, precondition);
  }

  @Delete(':id')
  @ReturnsNoContent({
    operationId: 'deleteView',
    summary: 'Deletes a view of yours; administrators also shared ones.',
    description: '403 for one that is shared, but by administrators.',
    problems: ['role'],
  })
  delete(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @IfMatch() precondition: Precondition,
  ) {
    return this.views.delete(principal, id, precondition);
  }
}
