import {
  Authorize,
  CurrentPrincipal,
  type Page,
  type Principal,
  Returns,
  ReturnsPage,
  type ServiceRequest,
} from '@mainstay/service-kit';
import { Body, Controller, Get, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type InboxItemResponse,
  inboxItemResponse,
  type InboxSummaryResponse,
  inboxSummaryResponse,
  type ListInboxQuery,
  listInboxQuery,
  type ReadInboxRequest,
  readInboxRequest,
} from './inbox.schemas.ts';
import { InboxService } from './inbox.service.ts';

@ApiTags('Inbox')
@Controller('api/inbox')
@Authorize()
export class InboxController {
  constructor(private readonly inbox: InboxService) {}

  @Get()
  @ReturnsPage(inboxItemResponse, {
    operationId: 'listInbox',
    summary: 'What changed that concerns you, newest first.',
    description: 'Your own items alone; of tickets that are no longer visible to you, none.',
  })
  list(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: listInboxQuery }) query: ListInboxQuery,
  ): Promise<Page<InboxItemResponse>> {
    return this.inbox.list(principal, query);
  }

  @Get('summary')
  @Returns(200, inboxSummaryResponse, {
    operationId: 'readInboxSummary',
    summary: 'How many items you have not read.',
    description: 'The number on the bell.',
    problems: [401],
  })
  summary(
    @CurrentPrincipal() principal: Principal,
    @Req() { headers }: ServiceRequest,
  ): Promise<InboxSummaryResponse> {
    return this.inbox.summary(principal, headers['cookie']);
  }

  @Post('read')
  @Returns(204, null, {
    operationId: 'readInbox',
    summary: 'Marks items as read: some by their ids, or all up to a moment.',
    description: 'Ids that are not yours are ignored. 400 for neither ids nor a moment, or both.',
    problems: [400, 401, 403, 413, 415],
  })
  read(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: readInboxRequest }) request: ReadInboxRequest,
  ): Promise<void> {
    return this.inbox.read(principal, request);
  }
}
