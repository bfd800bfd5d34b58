import { type Mark, marks } from '../ticket-events/ticket-events.repository.ts';
import { type Calendar, deadline, type Span } from './deadline.ts';

/** What the deadlines of a ticket follow from. Times in milliseconds since 1970. */
export interface TicketFacts {
  createdAt: number;
  /** Set by people, and when they did. */
  setDueAt: number | null;
  setAt: number | null;
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
  /** The due date that counts: what people set, otherwise when it should be solved. */
  countedDueAt: number | null;
  atRiskAt: number | null;
  escalateAt: number | null;
}

/** Percentage of the time until a due date of people after which it is at risk. */
const AT_RISK_PERCENT = 75;

/** The deadlines of a ticket. While it is paused only a due date of people stays. */
export function deadlinesOf(ticket: TicketFacts): Deadlines {
  const { createdAt, setDueAt, stops, target } = ticket;
  const isPaused = stops.some(({ until }) => until === null);
  const isCounted = target.active && !isPaused;
  const calendar = target.clock === 'always' ? null : ticket.calendar;
  const within = (start: number, minutes: number): number | null => deadline(start, minutes, calendar, stops);
  const { respondMinutes, resolveMinutes } = target;
  const respondDueAt = isCounted && respondMinutes !== null ? within(createdAt, respondMinutes) : null;
  const resolveDueAt = isCounted && resolveMinutes !== null ? within(createdAt, resolveMinutes) : null;
  const countedDueAt = setDueAt ?? resolveDueAt;
  const atRiskAt = (): number | null => {
    if (setDueAt !== null) {
      const setAt = ticket.setAt ?? createdAt;
      return setAt + (Math.max(0, setDueAt - setAt) * AT_RISK_PERCENT) / 100;
    }
    return resolveMinutes === null ? null : within(createdAt, (resolveMinutes * target.atRiskPercent) / 100);
  };
  return {
    respondDueAt,
    resolveDueAt,
    countedDueAt,
    atRiskAt: countedDueAt === null ? null : atRiskAt(),
    escalateAt:
      countedDueAt === null || !isCounted ? null : within(countedDueAt, target.escalateAfterMinutes),
  };
}

export interface Step {
  /** Those to notify of now. */
  notify: Mark[];
  /** How many of {@link marks} have passed. */
  passed: number;
  /** When the next one will pass. */
  nextAt: number | null;
}

/**
 * Which notifications about a due date are to be made now. At risk is left out when it is overdue already, as after a
 * stop of the service.
 * @param passed how many marks had passed before
 */
export function stepOf(
  { countedDueAt, atRiskAt, escalateAt }: Pick<Deadlines, 'countedDueAt' | 'atRiskAt' | 'escalateAt'>,
  passed: number,
  now: number,
): Step {
  const moments = [atRiskAt, countedDueAt, escalateAt];
  const reached = Math.max(
    passed,
    ...moments.map((moment, index) => (moment !== null && moment <= now ? index + 1 : 0)),
  );
  const notify = marks.slice(passed, reached).filter((mark) => mark !== 'at_risk' || reached === 1);
  return {
    notify,
    passed: reached,
    nextAt: moments.slice(reached).find((moment) => moment !== null) ?? null,
  };
}
