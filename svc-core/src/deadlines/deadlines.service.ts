import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Calendar } from './deadline.ts';
import {
  DeadlinesRepository,
  type Facts,
  type NewTicketEvent,
  type StoredDeadlines,
} from './deadlines.repository.ts';
import { deadlinesOf, stepOf, type Target } from './ticket-deadlines.ts';

/** Computes and stores the deadlines of tickets. Nothing is added up: they follow from what is known of a ticket. */
@Injectable()
export class Deadlines {
  constructor(private readonly rows: DeadlinesRepository) {}

  /** Computes the deadlines of tickets, which the caller has locked, and tells what has passed. */
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
    await this.rows.addEvents(
      within,
      computed.flatMap(({ events }) => events),
    );
  }

  /** Ends the pauses of these tickets whose time is over. */
  async resume(within: EntityManager, ticketIds: readonly string[]): Promise<void> {
    const ended = await this.rows.endPauses(within, ticketIds);
    await this.rows.addEvents(
      within,
      ended.map((ticket) => ({ ...ticket, kind: 'resumed' })),
    );
  }
}

function compute(facts: Facts, calendar: Calendar): { deadlines: StoredDeadlines; events: NewTicketEvent[] } {
  const isSolved = facts.status === 'solved';
  const pause = facts.stops.find(({ endedAt }) => endedAt === null);
  const target: Target = facts;
  const deadlines = deadlinesOf({
    createdAt: Date.parse(facts.createdAt),
    dueAt: timeOf(facts.ownDueAt),
    dueSetAt: timeOf(facts.dueSetAt),
    stops: facts.stops.map(({ since, endedAt }) => ({ from: Date.parse(since), until: timeOf(endedAt) })),
    calendar,
    target,
  });
  const dueAt = isoOf(deadlines.dueAt);
  const passed = dueAt === facts.dueBefore ? (facts.passed ?? 0) : 0;
  // A ticket that is solved or paused, or at an archived location, is not told about.
  const isWatched = !isSolved && pause === undefined && !facts.isArchived;
  const step = isWatched
    ? stepOf(deadlines, passed, Date.parse(facts.now))
    : { tell: [], passed, nextAt: isSolved ? null : timeOf(pause?.until ?? null) };
  return {
    deadlines: {
      ticketId: facts.id,
      isPaused: pause !== undefined,
      respondDueAt: isoOf(deadlines.respondDueAt),
      resolveDueAt: isoOf(deadlines.resolveDueAt),
      dueAt,
      atRiskAt: isoOf(deadlines.atRiskAt),
      passed: step.passed,
      nextAt: isoOf(step.nextAt),
    },
    events: step.tell.map((kind) => ({
      ticketId: facts.id,
      locationId: facts.locationId,
      kind,
      dueAt,
      toldTo: kind === 'escalated' && facts.escalateTo.length > 0 ? facts.escalateTo : null,
    })),
  };
}

const isEmpty = ({ respondDueAt, dueAt, isPaused }: StoredDeadlines): boolean =>
  respondDueAt === null && dueAt === null && !isPaused;
const timeOf = (value: string | null): number | null => (value === null ? null : Date.parse(value));
const isoOf = (value: number | null): string | null =>
  value === null ? null : new Date(value).toISOString();
