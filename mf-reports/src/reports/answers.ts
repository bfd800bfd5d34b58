import { strings } from '../strings.ts';
import {
  type OverdueReport,
  type RepeatsReport,
  type Report,
  type SpeedReport,
  type SpendReport,
} from '../api/report-types.ts';
import { hourWords, latenessWords, type Money, monthWords, shareWords } from './words.ts';

const { answers } = strings;

/** The answer to the question of a report, in one sentence. */
export function answerOf(report: Report, money: Money): string {
  switch (report.question) {
    case 'overdue':
      return whatIsLate(report);
    case 'repeats':
      return whatBreaks(report);
    case 'spend':
      return whatItCosts(report, money);
    case 'speed':
      return howFast(report);
  }
}

/** Whether a report has anything to show beside its answer. */
export const hasFigures = (report: Report): boolean =>
  report.question === 'speed' ? report.total.respond.n + report.total.fix.n > 0 : report.total.n > 0;

function whatIsLate({ total: { open, overdue, atRisk, oldestHours } }: OverdueReport): string {
  if (open === 0) return answers.noneOpen;
  if (overdue === 0) return answers.noneOverdue(open) + (atRisk > 0 ? answers.atRisk(atRisk) : answers.end);
  const late = overdue === 1 ? answers.late : answers.oldest;
  const by = oldestHours === null ? '' : late(latenessWords(oldestHours));
  return answers.overdue(overdue, open) + by + answers.end;
}

function whatBreaks({ total: { tickets, repeats, share }, equipment: [most] }: RepeatsReport): string {
  if (tickets === 0) return answers.noneCreated;
  if (repeats === 0) return answers.noneRepeated(tickets);
  const shown = shareWords(share);
  const which = most && most.repeats > 0 ? answers.brokeMost(most.name, most.location.name) : '';
  return (
    answers.repeats(repeats, tickets, shown === null ? '' : answers.shareOf(shown)) + which + answers.end
  );
}

function whatItCosts({ total }: SpendReport, money: Money): string {
  if (total.n === 0) return answers.noCosts;
  const kinds = (['labor', 'parts', 'travel', 'other'] as const).map((kind) => ({
    name: strings.columns[kind].toLowerCase(),
    amount: total[kind],
  }));
  const most = kinds.reduce((a, b) => (Number(b.amount) > Number(a.amount) ? b : a));
  const which = Number(most.amount) > 0 ? answers.mostFor(most.name, money(most.amount)) : '';
  return answers.costs(total.n, money(total.total)) + which + answers.end;
}

/** By month, the last two months show whether it has become faster; else how fast it is. */
function howFast({ total: { fix }, groupBy, groups }: SpeedReport): string {
  if (fix.n === 0) return answers.noneFixed;
  if (groupBy === 'month') {
    const [last, before] = groups
      .flatMap(({ key, fix: { median } }) => (key === null || median === null ? [] : [{ key, median }]))
      .reverse();
    if (last && before) return compared(last, before);
  }
  const median = hourWords(fix.median);
  if (median === null) return answers.tooFewFixed(fix.n);
  const share = shareWords(fix.share);
  return answers.fixed(fix.n, median) + (share === null ? '' : answers.inTime(share)) + answers.end;
}

interface Month {
  key: string;
  /** In hours. */
  median: number;
}

function compared(last: Month, before: Month): string {
  const [month, earlier] = [monthWords(last.key), monthWords(before.key)];
  const [hours, hoursBefore] = [hourWords(last.median) ?? '', hourWords(before.median) ?? ''];
  if (hours === hoursBefore) return answers.same(month, hours, earlier) + answers.end;
  const words = last.median < before.median ? answers.faster : answers.slower;
  return words(month, hours, earlier, hoursBefore) + answers.end;
}
