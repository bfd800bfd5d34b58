import {
  Authorize,
  CurrentPrincipal,
  IdempotencyKey,
  type IdempotentRequest,
  IdParam,
  IfMatch,
  notFound,
  type Page,
  type Precondition,
  type Principal,
  ReturnsCreated,
  ReturnsEntity,
  ReturnsPage,
  ReturnsVersioned,
} from '@mainstay/service-kit';
import { applyDecorators, Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { AcceptsCsv, IgnoresBody } from './csv-bodies.ts';
import { ImportsRepository } from './imports.repository.ts';
import {
  applyImportQuery,
  csvBody,
  importResponse,
  importRowResponse,
  type ImportRowResponse,
  type ListImportRowsQuery,
  listImportRowsQuery,
} from './imports.schemas.ts';
import { ImportsService } from './imports.service.ts';

const PlansFile = (operationId: string) =>
  applyDecorators(
    AcceptsCsv(),
    ApiConsumes('text/csv'),
    ApiBody({ schema: { type: 'string', format: 'binary' } }),
    ReturnsCreated(importResponse, {
      operationId,
      summary: 'Plans what a CSV file would change, and changes nothing. Administrators only.',
      description:
        'At most 2 MB, 5,000 rows and 100 columns. Columns are named as in the API or on the screen. An empty cell keeps a field, `-` empties it. A person may have 20 plans that are not applied; a further one replaces the oldest.',
      problemWords: { 415: 'The content type must be text/csv, in UTF-8 or Windows-1252.' },
    }),
  );

@ApiTags('Imports')
@Controller('api/imports')
@Authorize('admin')
export class ImportsController {
  constructor(
    private readonly imports: ImportsService,
    private readonly rows: ImportsRepository,
  ) {}

  @Post('locations')
  @PlansFile('planLocationImport')
  planLocations(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: csvBody }) bytes: string,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
  ) {
    return this.imports.plan(principal, 'locations', bytes, idempotentRequest);
  }

  @Post('equipment')
  @PlansFile('planEquipmentImport')
  planEquipment(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: csvBody }) bytes: string,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
  ) {
    return this.imports.plan(principal, 'equipment', bytes, idempotentRequest);
  }

  /** Otherwise it would be 405, because of GET, or what is said about the body. */
  @Post(':kind')
  @IgnoresBody()
  @ApiExcludeEndpoint()
  unknown(@IdempotencyKey() _key: IdempotentRequest | null): never {
    throw notFound('There is no such import. Use locations or equipment.');
  }

  @Get(':id')
  @ReturnsEntity(importResponse, {
    operationId: 'getImport',
    summary: 'An import with its counts. Administrators only.',
    description: 'Read it again while it is applied. 404 for an unknown id.',
    problems: [403],
  })
  get(@IdParam() id: string) {
    return this.rows.get(id);
  }

  @Get(':id/rows')
  @ReturnsPage(importRowResponse, {
    operationId: 'listImportRows',
    summary: 'The rows of an import, by line. Administrators only.',
    description: 'None once it has expired, or 31 days after the file was read.',
    problems: [403, 404],
  })
  async listRows(
    @IdParam() id: string,
    @Query({ schema: listImportRowsQuery }) query: ListImportRowsQuery,
  ): Promise<Page<ImportRowResponse>> {
    await this.rows.get(id);
    return this.rows.rows(id, query);
  }

  @Post(':id/apply')
  @ReturnsVersioned(202, importResponse, {
    operationId: 'applyImport',
    summary: 'Applies an import in the background; its counts say how far it is. Administrators only.',
    description:
      '409 when it was applied already, is older than 24 hours, or has rows with errors and `skipErrors` is not `true`.',
    problems: [400, 401, 403, 404, 'preview_ended', 'already_applied', 'rows_with_errors', 412],
  })
  apply(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @Query({ schema: applyImportQuery }) { skipErrors }: z.infer<typeof applyImportQuery>,
    @IfMatch() precondition: Precondition,
  ) {
    return this.imports.apply(principal, id, skipErrors === 'true', precondition);
  }
}
