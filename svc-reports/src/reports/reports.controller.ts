import {
  Authorize,
  CurrentPrincipal,
  csvOf,
  inShare,
  type Principal,
  Returns,
  type Sheet,
} from '@mainstay/service-kit';
import { Controller, Get, Query, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import {
  overdueQuery,
  overdueReport,
  repeatsQuery,
  repeatsReport,
  speedQuery,
  speedReport,
  spendQuery,
  spendReport,
} from './reports.schemas.ts';
import { ReportsService } from './reports.service.ts';
import {
  overdueSheet,
  repeatsSheet,
  rowsOf,
  type SheetRow,
  speedSheet,
  spendSheet,
  type Tabular,
} from './reports.sheets.ts';

const problems = [400, 401, 429] as const;

@ApiTags('Reports')
@Controller('api/reports')
@Authorize()
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  @Get('overdue')
  @Returns(200, overdueReport, {
    operationId: 'reportOverdue',
    summary: 'What is late now? Open tickets by their due date.',
    description:
      'Of locations that are visible to you, by location or category. 400 for a filter that is not listed.',
    problems,
  })
  overdue(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: overdueQuery }) query: z.infer<typeof overdueQuery>,
  ) {
    return inFormat(query, overdueSheet, () => this.reports.overdue(principal, query));
  }

  @Get('repeats')
  @Returns(200, repeatsReport, {
    operationId: 'reportRepeats',
    summary: 'Where does it keep breaking? Tickets of a period, and those that came again.',
    description:
      'Of locations that are visible to you, by location, category or month. 400 for a period of more than 24 months, or one that ends before it begins.',
    problems,
  })
  repeats(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: repeatsQuery }) query: z.infer<typeof repeatsQuery>,
  ) {
    return inFormat(query, repeatsSheet, () => this.reports.repeats(principal, query));
  }

  @Get('spend')
  @Returns(200, spendReport, {
    operationId: 'reportSpend',
    summary: 'What does it cost? Costs incurred in a period, and their share of the replacement.',
    description:
      'Of locations that are visible to you, by location, category, vendor or month. 400 for a period of more than 24 months, or one that ends before it begins.',
    problems,
  })
  spend(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: spendQuery }) query: z.infer<typeof spendQuery>,
  ) {
    return inFormat(query, spendSheet, () => this.reports.spend(principal, query));
  }

  @Get('speed')
  @Returns(200, speedReport, {
    operationId: 'reportSpeed',
    summary: 'Are we getting faster? Hours to respond and to fix, without pauses.',
    description:
      'Of locations that are visible to you, by location, category or month. 400 for a period of more than 24 months, or one that ends before it begins.',
    problems,
  })
  speed(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: speedQuery }) query: z.infer<typeof speedQuery>,
  ) {
    return inFormat(query, speedSheet, () => this.reports.speed(principal, query));
  }
}

/** One person's reports take turns: each is made from all that there is. */
function inFormat<Figures, Report extends Tabular<Figures>>(
  { format }: { format: 'json' | 'csv' },
  sheet: Sheet<SheetRow<Figures>>,
  read: () => Promise<Report>,
): Promise<Report | StreamableFile> {
  const report = () => inShare(read);
  return format === 'csv' ? csvOf(sheet, async () => rowsOf<Figures>(await report())) : report();
}
