import { isApiError } from '@mainstay/web-kit';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
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

/** Which groups of a report are asked for, in which order: the worst first, months by time, unless there is a sort. */
export interface Listed {
  limit?: number;
  offset?: number;
  /** The name of a figure, `-` before it for the largest first. */
  sort?: string | undefined;
}

/** As many groups as the screen shows of itself: all months, all categories. */
const FIRST: Listed = { limit: 30 };

/** A report. The one before stays until it is there. */
export const reportQuery = (question: Question, scope: Scope, groupBy: GroupBy, listed: Listed) => {
  const [path, name, parameters] = reportKey(question, scope, groupBy);
  return queryOptions<Report>({
    queryKey: [path, name, { ...parameters, ...listed }],
    placeholderData: keepPreviousData,
  });
};

/** A report with its first groups; with all of them from a version of the service that refuses to leave some out. */
export function useReport(question: Question, scope: Scope, groupBy: GroupBy) {
  const first = useQuery(reportQuery(question, scope, groupBy, FIRST));
  const isRefused = isApiError(first.error) && first.error.status === 400;
  const all = useQuery({ ...reportQuery(question, scope, groupBy, {}), enabled: isRefused });
  return isRefused ? all : first;
}
