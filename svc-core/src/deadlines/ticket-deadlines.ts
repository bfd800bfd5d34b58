import { type Calendar, deadline, type Span } from './deadline.ts';

/** What the deadlines of a ticket follow from. Times in milliseconds since 1970. */
export interface TicketFacts {
  createdAt: number;
  /** Set by people, and when they did. */
  dueAt: number | null;
  dueSetAt: number | null;
  /** Times that do not count: pauses, and those in which it was solved. One without an end is the present pause. */
  stops: readonly Span[];
  calendar: Calendar;
  target: Target;
}

/** How soon tickets of a priority should be answered and solved. */
export interface Target {
  active: boolean;
  respondMinutes: number | null;
  resolveMinutes: number | null;
  clock: 'always' | 'store_hours';
  atRiskPercent: number;
  escalateAfterMinutes: number;
}

/** In milliseconds since 1970. */
export interface Deadlines {
  respondDueAt: number | null;
  resolveDueAt: number | null;
  /** The due date: what people set, otherwise when it should be solved. */
  dueAt: number | null;
  atRiskAt: number | null;
  escalateAt: number | null;
}

/** Percentage of the time until a due date of people after which it is at risk. */
const AT_RISK_PERCENT = 75;

/** The deadlines of a ticket. While it is paused only a due date of people stays. */
export function deadlinesOf(ticket: TicketFacts): Deadlines {
  const { createdAt, dueAt: ownDueAt, stops, target } = ticket;
  const isPaused = stops.some(({ until }) => until === null);
  const isCounted = target.active && !isPaused;
  const calendar = target.clock === 'always' ? null : ticket.calendar;
  const within = (start: number, minutes: number): number | null => deadline(start, minutes, calendar, stops);
  const { respondMinutes, resolveMinutes } = target;
  const respondDueAt = isCounted && respondMinutes !== null ? within(createdAt, respondMinutes) : null;
  const resolveDueAt = isCounted && resolveMinutes !== null ? within(createdAt, resolveMinutes) : null;
  const dueAt = ownDueAt ?? resolveDueAt;
  const atRiskAt = (): number | null => {
    if (ownDueAt !== null) {
      const setAt = ticket.dueSetAt ?? createdAt;
      return setAt + (Math.max(0, ownDueAt - setAt) * AT_RISK_PERCENT) / 100;
    }
    return resolveMinutes === null ? null : within(createdAt, (resolveMinutes * target.atRiskPercent) / 100);
  };
  return {
    respondDueAt,
    resolveDueAt,
    dueAt,
    atRiskAt: dueAt === null ? null : atRiskAt(),
    escalateAt: dueAt === null || !isCounted ? null : within(dueAt, target.escalateAfterMinutes),
  };
}

/** What is told of a due date, in this order, each once. */
export const marks = ['at_risk', 'overdue', 'escalated'] as const;
export type Mark = (typeof marks)[number];

export interface Step {
  /** What is to be told now. */
  tell: Mark[];
  /** How many of {@link marks} have passed. */
  passed: number;
  /** When the next one will pass. */
  nextAt: number | null;
}

/**
 * What is to be told of a due date, of which so many marks have passed. After a stop of the service, an overdue ticket is no more told
 * to be at risk.
 */
export function stepOf(
  { dueAt, atRiskAt, escalateAt }: Pick<Deadlines, 'dueAt' | 'atRiskAt' | 'escalateAt'>,
  passed: number,
  now: number,
): Step {
  const moments = [atRiskAt, dueAt, escalateAt];
  const reached = Math.max(
    passed,
    ...moments.map((moment, index) => (moment !== null && moment <= now ? index + 1 : 0)),
  );
  const tell = marks.slice(passed, reached).filter((mark) => mark !== 'at_risk' || reached === 1);
  return { tell, passed: reached, nextAt: moments.slice(reached).find((moment) => moment !== null) ?? null };
}
