import { describe, expect, it } from '@jest/globals';
import { occupied } from '@mainstay/service-kit/testing';
import type { Calendar } from './deadline.ts';
import { deadlinesOf, stepOf, type Target, type TicketFacts } from './ticket-deadlines.ts';

const MINUTE = 60_000;
const target: Target = {
  active: true,
  respondMinutes: 20,
  resolveMinutes: 100,
  clock: 'always',
  atRiskPercent: 80,
  escalateAfterMinutes: 30,
};
const calendar = { zone: 'America/New_York', hours: [], closures: [] };
/** In minutes since the ticket was created. */
function deadlines(ticket: Partial<TicketFacts>): Record<string, number | null> {
  const found = deadlinesOf({
    createdAt: 0,
    setDueAt: null,
    setAt: null,
    stops: [],
    calendar,
    target,
    ...ticket,
  });
  return Object.fromEntries(
    Object.entries(found).map(([name, at]: [string, number | null]) => [
      name,
      at === null ? null : at / MINUTE,
    ]),
  );
}
const none = { respondDueAt: null, resolveDueAt: null, countedDueAt: null, atRiskAt: null, escalateAt: null };
const computed = { respondDueAt: 20, resolveDueAt: 100, countedDueAt: 100, atRiskAt: 80, escalateAt: 130 };

describe('the deadlines of a ticket', () => {
  it.each<[name: string, ticket: Partial<TicketFacts>, expected: object]>([
    ['follow the target', {}, computed],
    ['are none without a target', { target: { ...target, active: false } }, none],
    [
      'can be one alone',
      { target: { ...target, respondMinutes: null } },
      { ...computed, respondDueAt: null },
    ],
    [
      'do not count the time in which it was solved',
      { stops: [{ from: 50 * MINUTE, until: 60 * MINUTE }] },
      { ...computed, resolveDueAt: 110, countedDueAt: 110, atRiskAt: 90, escalateAt: 140 },
    ],
    ['are none while it is paused', { stops: [{ from: 50 * MINUTE, until: null }] }, none],
    [
      'go after a due date of people, which is at risk after 75 % of the time since it was set',
      { setDueAt: 60 * MINUTE, setAt: 20 * MINUTE },
      { ...computed, countedDueAt: 60, atRiskAt: 50, escalateAt: 90 },
    ],
    [
      'keep a due date of people while it is paused',
      { setDueAt: 60 * MINUTE, setAt: 20 * MINUTE, stops: [{ from: 30 * MINUTE, until: null }] },
      { ...none, countedDueAt: 60, atRiskAt: 50 },
    ],
    [
      'have no escalation of a due date of people without a target',
      { setDueAt: 60 * MINUTE, setAt: 0, target: { ...target, active: false } },
      { ...none, countedDueAt: 60, atRiskAt: 45 },
    ],
    [
      'count open minutes alone where the target does',
      {
        target: { ...target, clock: 'store_hours' },
        // 7 to 8 PM on the day before 1970 in New York.
        calendar: { ...calendar, hours: [{ weekday: 3, opens: '19:00', closes: '20:00' }] },
      },
      // A week later for the other 40, 20 and 10 minutes.
      {
        respondDueAt: 20,
        resolveDueAt: 7 * 1440 + 40,
        countedDueAt: 7 * 1440 + 40,
        atRiskAt: 7 * 1440 + 20,
        escalateAt: 14 * 1440 + 10,
      },
    ],
  ])('%s', (_name, ticket, expected) => {
    expect(deadlines(ticket)).toEqual(expected);
  });
});

describe('notifications of a due date', () => {
  const moments = { atRiskAt: 80, countedDueAt: 100, escalateAt: 130 };
  it.each<[now: number, passed: number, expected: object]>([
    [79, 0, { notify: [], passed: 0, nextAt: 80 }],
    [80, 0, { notify: ['at_risk'], passed: 1, nextAt: 100 }],
    [99, 1, { notify: [], passed: 1, nextAt: 100 }],
    [100, 1, { notify: ['overdue'], passed: 2, nextAt: 130 }],
    [130, 2, { notify: ['escalated'], passed: 3, nextAt: null }],
    // After a stop.
    [120, 0, { notify: ['overdue'], passed: 2, nextAt: 130 }],
    [9999, 0, { notify: ['overdue', 'escalated'], passed: 3, nextAt: null }],
    [9999, 3, { notify: [], passed: 3, nextAt: null }],
  ])('at %d, when %d have passed', (now, passed, expected) => {
    expect(stepOf(moments, passed, now)).toEqual(expected);
  });

  it('is nothing without a due date', () => {
    expect(stepOf({ atRiskAt: null, countedDueAt: null, escalateAt: null }, 0, 1)).toEqual({
      notify: [],
      passed: 0,
      nextAt: null,
    });
  });
});

describe('many tickets, in less than a second', () => {
  const weeks: Target = { ...target, respondMinutes: 480, resolveMinutes: 12_000, clock: 'store_hours' };
  const zone = 'America/New_York';
  const seldom = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
    ['06', '10', '14', '18'].map((hour) => ({ weekday, opens: `${hour}:00`, closes: `${hour}:10` })),
  );
  it.each<[string, Calendar]>([
    [
      'without an open minute',
      { zone, hours: [], closures: [{ firstDay: '2026-01-01', lastDay: '2100-12-31' }] },
    ],
    ['of which many weeks are used up', { zone, hours: seldom, closures: [] }],
  ])('a hundred, at a store %s', async (_name, open) => {
    const { all } = await occupied(() => {
      for (let hour = 0; hour < 100; hour += 1)
        deadlinesOf({
          createdAt: Date.parse('2026-03-01T12:00Z') + hour * 60 * MINUTE,
          setDueAt: Date.parse('2026-03-09T12:00Z'),
          setAt: null,
          stops: [],
          calendar: open,
          target: weeks,
        });
      return Promise.resolve();
    });
    expect(all).toBeLessThan(1000);
  });

  it('a batch of 25, each paused and reopened as often as can be', async () => {
    const createdAt = Date.parse('2026-03-01T12:00Z');
    // Newest first: their order in the database is none.
    const stops = Array.from({ length: 1000 }, (_, at) => {
      const from = createdAt + (1000 - at) * 7 * 60 * MINUTE;
      return { from, until: from + 6 * 60 * MINUTE };
    });
    const batch = () => {
      for (let ticket = 0; ticket < 25; ticket += 1)
        deadlinesOf({
          createdAt,
          setDueAt: null,
          setAt: null,
          stops,
          calendar: { zone, hours: seldom, closures: [] },
          target: weeks,
        });
      return Promise.resolve();
    };
    const costs: number[] = [];
    while (costs.length < 3) costs.push((await occupied(batch)).all);
    // On a busy machine processors share what they have, and one turn costs more.
    expect(Math.min(...costs)).toBeLessThan(300);
  });
});
