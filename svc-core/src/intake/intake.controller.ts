import { codeSchema, IdempotencyKey, type IdempotentRequest, Public, Returns } from '@mainstay/service-kit';
import { Body, Controller, Get, Ip, Post, UseGuards } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiParam, ApiTags } from '@nestjs/swagger';
import { CodeGuard, UsedCode } from './code.guard.ts';
import type { LiveCode } from './intake.repository.ts';
import {
  type CreateReportRequest,
  createReportRequest,
  type ScannedCodeResponse,
  scannedCodeResponse,
  type ReportResponse,
  reportResponse,
} from './intake.schemas.ts';
import { IntakeService } from './intake.service.ts';
import type { Language } from './language-of.ts';
import { PreferredLanguage } from './preferred-language.ts';

/** Reports from the store, by whoever scans a QR code. A session that comes along is not looked at. */
@ApiTags('Intake')
@Controller('api/intake/:code')
@Public()
@UseGuards(CodeGuard)
export class IntakeController {
  constructor(private readonly intake: IntakeService) {}

  @Get()
  @ApiParam({ name: 'code', description: 'On the sticker: 26 letters and digits.', schema: codeSchema })
  @Returns(200, scannedCodeResponse, {
    operationId: 'getIntakeCode',
    summary: 'What a QR code is on, and its open reports.',
    description: 'A code that is unknown, was replaced or is turned off returns the same 404.',
    problems: [404, 429],
  })
  read(@UsedCode() code: LiveCode): Promise<ScannedCodeResponse> {
    return this.intake.read(code);
  }

  @Post()
  @ApiParam({ name: 'code', description: 'On the sticker: 26 letters and digits.', schema: codeSchema })
  @Returns(201, reportResponse, {
    operationId: 'createReport',
    summary: 'Reports a problem: makes a ticket, or adds to the open one that `join` names.',
    description: 'Also at `/api/intake/{code}/reports`.',
    problems: [400, 403, 404, 'no_reports_now', 413, 415, 422, 429],
  })
  report(
    @UsedCode() code: LiveCode,
    @Body({ schema: createReportRequest }) request: CreateReportRequest,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
    @Ip() address: string,
    @PreferredLanguage() language: Language,
  ): Promise<ReportResponse> {
    return this.intake.report(code, request, { address, language, idempotentRequest });
  }

  /** The same. Not in the document: there `/api/intake/track/reports` would be this path and a tracking token's. */
  @Post('reports')
  @ApiExcludeEndpoint()
  @Returns(201, reportResponse, { operationId: 'createReportBelow', summary: '', description: '' })
  reportBelow(
    @UsedCode() code: LiveCode,
    @Body({ schema: createReportRequest }) request: CreateReportRequest,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
    @Ip() address: string,
    @PreferredLanguage() language: Language,
  ): Promise<ReportResponse> {
    return this.report(code, request, idempotentRequest, address, language);
  }
}
