import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Mark, type NewTicketEvent, TicketEvents } from '../ticket-events/ticket-events.repository.ts';
import type { Calendar } from './deadline.ts';
import { DeadlinesRepository, type Facts, type StoredDeadlines } from './deadlines.repository.ts';
import { deadlinesOf, stepOf, type Target } from './ticket-deadlines.ts';

/** Computes and stores the deadlines of tickets. Nothing is added up: they follow from what is known of a ticket. */
@Injectable()
export class Deadlines {
  constructor(
    private readonly rows: DeadlinesRepository,
    private readonly events: TicketEvents,
  ) {}

  /** Computes the deadlines of tickets that the caller has locked, and adds an event for each mark that has passed. */
  async refresh(within: EntityManager, ticketIds: readonly string[]): Promise<void> {
    const all = await this.rows.facts(within, ticketIds);
    // One for each location, because what is computed of it is kept with it.
    const calendars = new Map(
      all.map(({ locationId, zone, hours, closures }) => [locationId, { zone, hours, closures }]),
    );
    const computed = all.map((facts) => ({
      facts,
      ...compute(facts, calendars.get(facts.locationId) ?? facts),
    }));
    const stored = computed.flatMap(({ facts, deadlines }) =>
      facts.passed === null && isEmpty(deadlines) ? [] : [deadlines],
    );
    if (stored.length > 0) await this.rows.write(within, stored);
    await this.events.add(
      within,
      computed.flatMap(({ events }) => events),
    );
  }
}

function compute(facts: Facts, calendar: Calendar): { deadlines: StoredDeadlines; events: NewTicketEvent[] } {
  const isSolved = facts.status === 'solved';
  const pause = facts.stops.find(({ endedAt }) => endedAt === null);
  const target: Target = facts;
  const deadlines = deadlinesOf({
    createdAt: Date.parse(facts.createdAt),
    setDueAt: timeOf(facts.setDueAt),
    setAt: timeOf(facts.setAt),
    stops: facts.stops.map(({ since, endedAt }) => ({ from: Date.parse(since), until: timeOf(endedAt) })),
    calendar,
    target,
  });
  const countedDueAt = isoOf(deadlines.countedDueAt);
  const passed = countedDueAt === facts.countedDueAt ? (facts.passed ?? 0) : 0;
  // No notifications about a ticket that is solved or paused, or at an archived location.
  const isWatched = !isSolved && pause === undefined && !facts.isArchived;
  const step = isWatched
    ? stepOf(deadlines, passed, Date.parse(facts.now))
    : { notify: [], passed, nextAt: isSolved ? null : timeOf(pause?.until ?? null) };
  return {
    deadlines: {
      ticketId: facts.id,
      isPaused: pause !== undefined,
      respondDueAt: isoOf(deadlines.respondDueAt),
      resolveDueAt: isoOf(deadlines.resolveDueAt),
      countedDueAt,
      atRiskAt: isoOf(deadlines.atRiskAt),
      passed: step.passed,
      nextAt: isoOf(step.nextAt),
    },
    events: countedDueAt === null ? [] : step.notify.map((mark) => markOf(mark, facts, countedDueAt)),
  };
}

function markOf(
  kind: Mark,
  { id: ticketId, locationId, escalateTo }: Facts,
  countedDueAt: string,
): NewTicketEvent {
  const mark = { ticketId, locationId, countedDueAt };
  if (kind !== 'escalated') return { ...mark, kind };
  return { ...mark, kind, notified: escalateTo.length > 0 ? escalateTo : null };
}

const isEmpty = ({ respondDueAt, countedDueAt, isPaused }: StoredDeadlines): boolean =>
  respondDueAt === null && countedDueAt === null && !isPaused;
const timeOf = (value: string | null): number | null => (value === null ? null : Date.parse(value));
const isoOf = (value: number | null): string | null =>
  value === null ? null : new Date(value).toISOString();
