import { describe, expect, it } from '@jest/globals';
import { readRows, type Row, roundsOf } from './insert-rows.ts';
import { admin, employees } from './people.ts';

// That each row finds its store, ticket, equipment and people is checked when they are inserted.

const people = [admin, ...employees];
const tickets = readRows('tickets.jsonl');
const changes = readRows('ticket-changes.jsonl');
const comments = readRows('comments.jsonl');
const watchers = readRows('watchers.jsonl');

/** The different values of a property. */
const values = (rows: Row[], property: string): unknown[] => [...new Set(rows.map((row) => row[property]))];

const hours = (value: unknown): number => {
  if (typeof value !== 'number') throw new Error(`${String(value)} is no number of hours`);
  return value;
};

/** The rows about a ticket, in the order of their file. */
const about = ({ title }: Row, rows: Row[]): Row[] => rows.filter(({ ticketTitle }) => ticketTitle === title);

/** A ticket as created, and as each of its changes left it. */
const statesOf = (ticket: Row): [Row, ...Row[]] => {
  const states: [Row, ...Row[]] = [{ status: 'incoming', assigneeEmail: undefined, ...ticket }];
  for (const change of about(ticket, changes)) states.push({ ...states.at(-1), ...change });
  return states;
};

const inTheEnd = (ticket: Row): Row => statesOf(ticket).at(-1) ?? ticket;

/** Whether somebody (the administrator, if absent) may open the tickets of a store. */
const canOpen = (email: unknown, storeNumber: unknown): boolean =>
  people.some(
    (person) =>
      person.email === (email ?? admin.email) &&
      (person.role === 'admin' || person.stores.some((store) => store === storeNumber)),
  );

const mentionsIn = ({ body, editedBody }: Row): string[] =>
  Array.from(`${String(body)} ${String(editedBody)}`.matchAll(/<@([^>]*)>/g), ([, email = '']) => email);

describe('the demo data have everything that a screen can show (specification, section 3)', () => {
  it.each([
    ['locations.jsonl', 'storeNumber', 12],
    ['locations.jsonl', 'status', 2],
    ['locations.jsonl', 'timezone', 3],
    ['equipment.jsonl', 'storeNumber', 12],
    ['equipment.jsonl', 'category', 9],
    ['equipment.jsonl', 'status', 3],
    ['tickets.jsonl', 'ticketType', 5],
    ['tickets.jsonl', 'via', 3],
    ['intake-reports.jsonl', 'urgency', 3],
    ['intake-reports.jsonl', 'language', 2],
    ['intake-codes.jsonl', 'active', 2],
  ])('%s: every %s', (file, property, count) => {
    expect(values(readRows(file), property)).toHaveLength(count);
  });

  it('comments that were edited or removed, by people and names, with a photo and a link; one known code', () => {
    for (const kind of ['editedAfterHours', 'removedAfterHours', 'authorName', 'photo']) {
      expect(comments.some((comment) => kind in comment)).toBe(true);
    }
    expect(comments.some(({ body }) => String(body).includes('https://www.example.com/'))).toBe(true);
    expect(readRows('intake-codes.jsonl').filter(({ isKnown }) => isKnown === true)).toHaveLength(1);
  });
});

describe('the demo tickets', () => {
  it('are of every status and priority', () => {
    const ends = tickets.map(inTheEnd);
    expect(['status', 'priority'].map((property) => values(ends, property).length)).toEqual([3, 3]);
  });

  it.each(tickets)('have a history in its order, between creation and now: $title', (ticket) => {
    const now = hours(ticket['ageHours']);
    for (const rows of [about(ticket, changes), about(ticket, comments)]) {
      const times = rows.map(({ afterHours }) => hours(afterHours));
      expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
      expect(times.every((time) => time > 0 && time < now)).toBe(true);
    }
    for (const { afterHours, editedAfterHours, removedAfterHours } of about(ticket, comments)) {
      const later = hours(editedAfterHours ?? removedAfterHours ?? now);
      expect(later > hours(afterHours) && later <= now).toBe(true);
    }
  });

  it.each(tickets)('change with every change, by people who can open them: $title', (ticket) => {
    const states = statesOf(ticket);
    for (const [index, { ticketTitle: _, afterHours: __, byEmail, ...fields }] of about(
      ticket,
      changes,
    ).entries()) {
      const before = states[index] ?? {};
      expect(Object.keys(fields).length).toBeGreaterThan(0);
      for (const [field, value] of Object.entries(fields)) expect(before[field]).not.toBe(value);
      expect(canOpen(byEmail, before['storeNumber'])).toBe(true);
    }
    const { storeNumber, assigneeEmail, status } = inTheEnd(ticket);
    const named = [
      ticket['creatorEmail'],
      assigneeEmail,
      ...about(ticket, comments).flatMap((comment) => [comment['authorEmail'], ...mentionsIn(comment)]),
      ...about(ticket, watchers).map(({ email }) => email),
    ];
    expect(named.filter((email) => !canOpen(email, storeNumber))).toEqual([]);
    // They are acknowledged before they are completed.
    const statuses = values(states, 'status');
    if (status === 'solved') expect(statuses).toEqual(['incoming', 'in_progress', 'solved']);
  });
});

it('changes a ticket once in a round, in the order of its changes', () => {
  const change = (ticketTitle: string, afterHours: number): Row => ({ ticketTitle, afterHours });
  expect(roundsOf([change('oven', 1), change('oven', 2), change('door', 5)])).toEqual([
    [change('oven', 1), change('door', 5)],
    [change('oven', 2)],
  ]);
});
