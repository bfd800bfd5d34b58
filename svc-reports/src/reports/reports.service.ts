import type { Principal } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { overdue, overdueRow } from './overdue.ts';
import { periodOf } from './period.ts';
import type { Grouping, Period, Question } from './question.ts';
import { repeats, repeatsRow } from './repeats.ts';
import { ReportsRepository } from './reports.repository.ts';
import {
  overdueFigures,
  type OverdueReport,
  type overdueQuery,
  repeatsFigures,
  type RepeatsReport,
  type repeatsQuery,
  type SpeedReport,
  type speedQuery,
  spendFigures,
  type SpendReport,
  type spendQuery,
} from './reports.schemas.ts';
import { speed, speedRow } from './speed.ts';
import { spend, spendRow } from './spend.ts';

/** Columns that say what a row is about. */
interface About {
  kind: 'total' | 'group' | 'equipment';
  key: string | null;
  label: string | null;
  archived: boolean | null;
  groupCount: number | null;
  emptyGroupCount: number | null;
}
interface OfEquipment {
  category: string | null;
  locationId: string | null;
  location: string | null;
}

/** Answers the four questions about the stores that the caller can see, each from one statement. */
@Injectable()
export class ReportsService {
  constructor(private readonly repository: ReportsRepository) {}

  async overdue(principal: Principal, query: z.infer<typeof overdueQuery>): Promise<OverdueReport> {
    const { stores } = await this.repository.scope(principal, query.locationId);
    const asked = { userId: principal.userId, stores, period: null };
    const rows = await this.repository.rows(overdueRow, overdue(query.groupBy, stores, query), asked);
    return {
      question: 'overdue',
      ...responseOf(rows, query.groupBy, null, (row) => overdueFigures.parse({ ...row, open: row.n })),
    };
  }

  /** @throws Problem 400 for the period */
  async repeats(principal: Principal, query: z.infer<typeof repeatsQuery>): Promise<RepeatsReport> {
    const { period, rows } = await this.ofPeriod(principal, query, repeatsRow, repeats);
    const figures = (row: z.infer<typeof repeatsRow>) => repeatsFigures.parse({ ...row, tickets: row.n });
    return {
      question: 'repeats',
      ...responseOf(rows, query.groupBy, period, figures),
      equipment: equipmentIn(rows).map((row) => ({ ...equipmentOf(row), ...figures(row) })),
    };
  }

  /** @throws Problem 400 for the period */
  async spend(principal: Principal, query: z.infer<typeof spendQuery>): Promise<SpendReport> {
    const { period, rows } = await this.ofPeriod(principal, query, spendRow, spend);
    return {
      question: 'spend',
      ...responseOf(rows, query.groupBy, period, (row) => spendFigures.parse(row)),
      equipment: equipmentIn(rows).map((row) => ({
        ...equipmentOf(row),
        ...spendFigures.parse(row),
        replacementCost: row.replacementCost,
        shareOfReplacement: row.shareOfReplacement,
      })),
    };
  }

  /** @throws Problem 400 for the period */
  async speed(principal: Principal, query: z.infer<typeof speedQuery>): Promise<SpeedReport> {
    const { period, rows } = await this.ofPeriod(principal, query, speedRow, speed);
    return {
      question: 'speed',
      ...responseOf(rows, query.groupBy, period, (row) => ({
        respond: { n: row.respondN, mean: row.respondMean, median: row.respondMedian, p90: row.respondP90 },
        fix: {
          n: row.fixN,
          mean: row.fixMean,
          median: row.fixMedian,
          p90: row.fixP90,
          dueN: row.dueN,
          met: row.met,
          share: row.share,
        },
      })),
    };
  }

  /**
   * The rows of a question about a period.
   * @throws Problem 400 for the period
   */
  private async ofPeriod<Row extends z.ZodObject>(
    principal: Principal,
    query: z.infer<typeof repeatsQuery | typeof spendQuery | typeof speedQuery>,
    row: Row,
    question: Question,
  ): Promise<{ period: Period; rows: z.infer<Row>[] }> {
    const { today, stores } = await this.repository.scope(principal, query.locationId);
    const period = periodOf(query, today);
    const asked = { userId: principal.userId, stores, period };
    return { period, rows: await this.repository.rows(row, question(query.groupBy, stores, query), asked) };
  }
}

/**
 * What all responses have.
 * @param figuresOf a row, without what it is about
 */
function responseOf<Row extends About, Figures>(
  rows: readonly Row[],
  groupBy: Grouping,
  period: Period | null,
  figuresOf: (row: Row) => Figures,
) {
  const total = rows.find(({ kind }) => kind === 'total');
  if (!total) throw new Error('an aggregate returned no total');
  return {
    from: period?.from ?? null,
    to: period?.to ?? null,
    groupBy,
    at: new Date().toISOString(),
    groupCount: total.groupCount ?? 0,
    emptyGroupCount: total.emptyGroupCount ?? 0,
    total: figuresOf(total),
    groups: rows
      .filter(({ kind }) => kind === 'group')
      .map((row) => ({
        key: row.key,
        label: row.label ?? row.key ?? '',
        ...(row.archived !== null && { archived: row.archived }),
        ...figuresOf(row),
      })),
  };
}

const equipmentIn = <Row extends About>(rows: readonly Row[]): Row[] =>
  rows.filter(({ kind }) => kind === 'equipment');

const equipmentOf = ({ key, label, category, locationId, location }: About & OfEquipment) => ({
  id: key ?? '',
  name: label ?? '',
  category: category ?? '',
  location: {
    id: locationId ?? '',
    name: location ?? '',
  },
});
