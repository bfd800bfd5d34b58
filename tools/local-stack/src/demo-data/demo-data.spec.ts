import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRows, type Row, roundsOf } from './insert-rows.ts';
import { admin, employees, managers } from './people.ts';

const people = [admin, ...employees];
const tickets = readRows('tickets.jsonl');
const changes = readRows('ticket-changes.jsonl');
const comments = readRows('comments.jsonl');
const watchers = readRows('watchers.jsonl');

/** All values of a property, over the rows of a file. */
const values = (file: string, property: string): Set<unknown> =>
  new Set(readRows(file).map((row) => row[property]));

const changedFields = ['status', 'priority', 'assigneeEmail', 'storeNumber', 'notes'];

const hours = (value: unknown): number => {
  if (typeof value !== 'number') throw new Error(`${String(value)} is no number of hours`);
  return value;
};

/** The rows about a ticket, in the order of their file. */
const about = ({ title }: Row, rows: Row[]): Row[] => rows.filter(({ ticketTitle }) => ticketTitle === title);

/** A ticket as its changes leave it. */
const inTheEnd = (ticket: Row): Row =>
  about(ticket, changes).reduce((before, change) => ({ ...before, ...change }), {
    status: 'incoming',
    ...ticket,
  });

/** Whether somebody may open the tickets of a store. */
const canOpen = (email: unknown, storeNumber: unknown): boolean =>
  people.some(
    (person) =>
      person.email === email &&
      (person.role === 'admin' || person.stores.some((store) => store === storeNumber)),
  );

const mentionsIn = ({ body, editedBody }: Row): string[] =>
  Array.from(`${String(body)} ${String(editedBody)}`.matchAll(/<@([^>]*)>/g), ([, email = '']) => email);

describe('the demo data', () => {
  const stores = values('locations.jsonl', 'storeNumber');

  it('has stores in several time zones and one that is closed', () => {
    expect(stores.size).toBe(12);
    expect(values('locations.jsonl', 'timezone').size).toBe(3);
    expect(values('locations.jsonl', 'status')).toEqual(new Set(['active', 'inactive']));
  });

  it('names only stores and people that exist', () => {
    const emails = new Set([undefined, ...people.map(({ email }) => email)]);
    for (const file of ['tickets.jsonl', 'tasks.jsonl', 'recurring-tasks.jsonl', 'projects.jsonl']) {
      expect([...stores]).toEqual(expect.arrayContaining([...values(file, 'storeNumber')]));
      expect([...emails]).toEqual(expect.arrayContaining([...values(file, 'assigneeEmail')]));
    }
    expect([undefined, ...stores]).toEqual(
      expect.arrayContaining([...values('ticket-changes.jsonl', 'storeNumber')]),
    );
    expect([...stores]).toEqual(expect.arrayContaining(managers.flatMap((manager) => manager.stores)));
  });

  it('has equipment in every store, of every category and status, each name once', () => {
    const equipment = readRows('equipment.jsonl');
    expect(values('equipment.jsonl', 'storeNumber')).toEqual(stores);
    expect(values('equipment.jsonl', 'category').size).toBe(9);
    expect(values('equipment.jsonl', 'status')).toEqual(new Set([undefined, 'out_of_service', 'retired']));
    const names = equipment.map(({ storeNumber, name }) => `${String(storeNumber)} ${String(name)}`);
    expect(new Set(names).size).toBe(names.length);
    for (const file of ['intake-codes.jsonl', 'tickets.jsonl']) {
      const named = readRows(file).filter((row) => 'equipmentName' in row);
      expect(named.length).toBeGreaterThan(15);
      expect(names).toEqual(
        expect.arrayContaining(
          named.map((row) => `${String(row['storeNumber'])} ${String(row['equipmentName'])}`),
        ),
      );
    }
  });

  it('has many stickers, one of which is known', () => {
    const codes = readRows('intake-codes.jsonl');
    const places = codes.map(
      ({ storeNumber, equipmentName }) => `${String(storeNumber)} ${String(equipmentName)}`,
    );
    expect(new Set(places).size).toBe(places.length);
    expect(codes.filter(({ isKnown }) => isKnown === true)).toHaveLength(1);
    expect(codes.some(({ active }) => active === false)).toBe(true);
    for (const { madeDaysAgo, rotatedDaysAgo, usedHoursAgo } of codes) {
      expect(hours(rotatedDaysAgo ?? 0)).toBeLessThan(hours(madeDaysAgo));
      expect(hours(usedHoursAgo ?? 0)).toBeLessThan(hours(madeDaysAgo) * 24);
    }
  });

  it('leaves some stores without either of the two demo managers', () => {
    const theirs = managers.slice(0, 2).map((manager) => manager.stores);
    expect(theirs[0]?.length).toBeGreaterThanOrEqual(2);
    expect(theirs[1]?.length).toBeGreaterThanOrEqual(1);
    expect(new Set(theirs.flat()).size).toBe(theirs.flat().length);
    expect(new Set(theirs.flat()).size).toBeLessThan(stores.size);
  });
});

describe('the demo tickets', () => {
  it('are of every status, priority, type and way (specification, section 3)', () => {
    const ends = tickets.map(inTheEnd);
    expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['incoming', 'in_progress', 'solved']));
    expect(new Set(ends.map(({ priority }) => priority))).toEqual(new Set(['low', 'medium', 'high']));
    expect(values('tickets.jsonl', 'ticketType')).toEqual(
      new Set(['repair', 'inspection', 'cleaning', 'equipment', 'other']),
    );
    expect(values('tickets.jsonl', 'via')).toEqual(new Set([undefined, 'api', 'qr']));
  });

  it('are found by their titles', () => {
    const titles = tickets.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    const named = [...changes, ...comments, ...watchers].map(({ ticketTitle }) => ticketTitle);
    expect(titles).toEqual(expect.arrayContaining([...new Set(named)]));
  });

  it.each(tickets)('have a history in its order, between creation and now: $title', (ticket) => {
    for (const rows of [about(ticket, changes), about(ticket, comments)]) {
      const times = rows.map(({ afterHours }) => hours(afterHours));
      expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
      expect(Math.min(0.1, ...times)).toBeGreaterThan(0);
      expect(Math.max(0, ...times)).toBeLessThan(hours(ticket['ageHours']));
    }
    for (const { afterHours, editedAfterHours, removedAfterHours } of about(ticket, comments)) {
      const later = hours(editedAfterHours ?? removedAfterHours ?? ticket['ageHours']);
      expect(later).toBeGreaterThan(hours(afterHours));
      expect(later).toBeLessThanOrEqual(hours(ticket['ageHours']));
    }
  });

  it.each(tickets)('change with every change: $title', (ticket) => {
    let before: Row = { status: 'incoming', ...ticket };
    for (const change of about(ticket, changes)) {
      const fields = Object.keys(change).filter((field) => changedFields.includes(field));
      expect(fields.length).toBeGreaterThan(0);
      expect(fields.filter((field) => before[field] === change[field])).toEqual([]);
      expect(canOpen(change['byEmail'], before['storeNumber'])).toBe(true);
      before = { ...before, ...change };
    }
    expect(canOpen(before['assigneeEmail'] ?? admin.email, before['storeNumber'])).toBe(true);
  });

  it('are acknowledged before they are completed', () => {
    for (const ticket of tickets.filter((each) => inTheEnd(each)['status'] === 'solved')) {
      const statuses = about(ticket, changes).flatMap(({ status }) => (status === undefined ? [] : [status]));
      expect([statuses[0], statuses.at(-1)]).toEqual(['in_progress', 'solved']);
    }
  });

  it('name only people who can open them', () => {
    for (const ticket of tickets) {
      const { storeNumber } = inTheEnd(ticket);
      const named = [
        ticket['creatorEmail'] ?? admin.email,
        ...about(ticket, comments).flatMap((comment) => [
          comment['authorEmail'] ?? admin.email,
          ...mentionsIn(comment),
        ]),
        ...about(ticket, watchers).map(({ email }) => email),
      ];
      expect(named.filter((email) => !canOpen(email, storeNumber))).toEqual([]);
    }
  });

  it('have a first report if they were made by QR code, and others only with a comment by QR code', () => {
    const reports = readRows('intake-reports.jsonl');
    const first = reports.filter((report) => !('afterHours' in report)).map(({ ticketTitle }) => ticketTitle);
    const byQr = tickets.filter(({ via }) => via === 'qr').map(({ title }) => title);
    expect(first.toSorted()).toEqual(byQr.toSorted());
    const joined = reports.filter((report) => 'afterHours' in report);
    for (const { ticketTitle, afterHours } of joined) {
      const comment = comments.find(
        (each) => each['ticketTitle'] === ticketTitle && each['afterHours'] === afterHours,
      );
      expect(comment).toMatchObject({ via: 'qr', visibility: 'reporter' });
    }
    // Two more people reported one problem.
    expect(byQr.some((title) => joined.filter(({ ticketTitle }) => ticketTitle === title).length === 2)).toBe(
      true,
    );
    expect(new Set(reports.map(({ urgency }) => urgency))).toEqual(new Set(['high', 'medium', 'low']));
    expect(new Set(reports.map(({ language }) => language))).toEqual(new Set(['en', 'es']));
  });

  it('mention nobody who has left', () => {
    const active = people.filter((person) => person.active).map(({ email }) => email);
    const mentioned = [...new Set(comments.flatMap(mentionsIn))];
    expect(mentioned.length).toBeGreaterThan(5);
    expect(active).toEqual(expect.arrayContaining(mentioned));
  });

  it('have conversations of several people', () => {
    const conversations = tickets.map((ticket) => about(ticket, comments)).filter(({ length }) => length > 0);
    expect(conversations.length).toBeGreaterThanOrEqual(12);
    for (const conversation of conversations) {
      expect(conversation.length).toBeGreaterThanOrEqual(2);
      expect(conversation.length).toBeLessThanOrEqual(8);
      const authors = conversation.map(({ authorEmail, authorName }) => authorEmail ?? authorName);
      expect(new Set(authors).size).toBeGreaterThanOrEqual(2);
    }
    for (const kind of ['editedAfterHours', 'removedAfterHours', 'authorName']) {
      expect(comments.some((comment) => kind in comment)).toBe(true);
    }
    expect(comments.some(({ body }) => String(body).includes('https://www.example.com/'))).toBe(true);
  });

  it('have small photos by people who can sign in', () => {
    const withPhoto = [...tickets, ...comments].filter((row) => 'photo' in row);
    const names = withPhoto.map(({ photo }) => String(photo));
    expect(new Set(names).size).toBe(6);
    for (const name of names) {
      const bytes = readFileSync(join(import.meta.dirname, 'photos', name));
      expect([...bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
      expect(bytes.length).toBeLessThanOrEqual(60_000);
    }
    for (const { creatorEmail, authorEmail } of withPhoto) {
      expect(people.find(({ email }) => email === (creatorEmail ?? authorEmail))?.active).toBe(true);
    }
  });
});

it('changes a ticket once in a round, in the order of its changes', () => {
  const change = (ticketTitle: string, afterHours: number): Row => ({ ticketTitle, afterHours });
  expect(roundsOf([change('oven', 1), change('oven', 2), change('door', 5)])).toEqual([
    [change('oven', 1), change('door', 5)],
    [change('oven', 2)],
  ]);
});
