import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type GroupBy, type Period, type Question, type Report } from './report-types.ts';

/**
 * What of the stores is asked for; all of them without `locationId`, the usual days up to today there without a
 * period.
 */
export interface Scope extends Partial<Period> {
  locationId: string | undefined;
}

/** The parameters of a report's call. What is late now has no period. */
const parametersOf = (question: Question, { from, to, locationId }: Scope, groupBy: GroupBy) => ({
  ...(question === 'overdue' ? {} : { from, to }),
  locationId,
  groupBy,
});

/** The call of a report, as a query key. */
export const reportKey = (question: Question, scope: Scope, groupBy: GroupBy) =>
  ['/api/reports', question, parametersOf(question, scope, groupBy)] as const;

/** A report. The one before stays until it is there. */
export const reportQuery = (question: Question, scope: Scope, groupBy: GroupBy) =>
  queryOptions<Report>({
    queryKey: reportKey(question, scope, groupBy),
    placeholderData: keepPreviousData,
  });
