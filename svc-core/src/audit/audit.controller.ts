import { Authorize, type Page, ReturnsPage } from '@mainstay/service-kit';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AuditRepository } from './audit.repository.ts';
import {
  type AuditEntryResponse,
  auditEntryResponse,
  type ListAuditEntriesQuery,
  listAuditEntriesQuery,
} from './audit.schemas.ts';

@ApiTags('Audit')
@Controller('api/audit')
@Authorize('admin')
export class AuditController {
  constructor(private readonly audit: AuditRepository) {}

  @Get()
  @ReturnsPage(auditEntryResponse, {
    operationId: 'listAuditEntries',
    summary: 'Changes with their authors, newest first. Administrators only.',
    description: 'X-Total-Count counts up to 10,000; the value 10000 means 10,000 or more.',
    problems: [403],
  })
  list(
    @Query({ schema: listAuditEntriesQuery }) query: ListAuditEntriesQuery,
  ): Promise<Page<AuditEntryResponse>> {
    return this.audit.list(query);
  }
}
