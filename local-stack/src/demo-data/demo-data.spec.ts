import { describe, expect, it } from '@jest/globals';
import { readRows } from './insert-rows.ts';
import { managers } from './people.ts';

/** All values of a property, over the rows of a file. */
function values(file: string, property: string): Set<unknown> {
  return new Set(readRows(file).map((row) => new Map<string, unknown>(Object.entries(row)).get(property)));
}

describe('the demo data', () => {
  const stores = values('locations.jsonl', 'storeNumber');

  it('has stores in several time zones and one that is closed', () => {
    expect(stores.size).toBe(12);
    expect(values('locations.jsonl', 'timezone').size).toBe(3);
    expect(values('locations.jsonl', 'status')).toEqual(new Set(['active', 'inactive']));
  });

  it('names only stores and people that exist', () => {
    const people = new Set([undefined, ...managers.map(({ email }) => email)]);
    for (const file of ['tickets.jsonl', 'tasks.jsonl', 'recurring-tasks.jsonl', 'projects.jsonl']) {
      expect([...stores]).toEqual(expect.arrayContaining([...values(file, 'storeNumber')]));
      expect([...people]).toEqual(expect.arrayContaining([...values(file, 'assigneeEmail')]));
    }
    expect([...stores]).toEqual(expect.arrayContaining(managers.flatMap((manager) => manager.stores)));
  });

  it('has tickets of every status, priority and type (specification, section 3)', () => {
    expect(values('tickets.jsonl', 'status')).toEqual(new Set(['incoming', 'in_progress', 'solved']));
    expect(values('tickets.jsonl', 'priority')).toEqual(new Set(['low', 'medium', 'high']));
    expect(values('tickets.jsonl', 'ticketType')).toEqual(
      new Set(['repair', 'inspection', 'cleaning', 'equipment', 'other']),
    );
  });

  it('leaves some stores without either of the two demo managers', () => {
    const theirs = managers.slice(0, 2).map((manager) => manager.stores);
    expect(theirs[0]?.length).toBeGreaterThanOrEqual(2);
    expect(theirs[1]?.length).toBeGreaterThanOrEqual(1);
    expect(new Set(theirs.flat()).size).toBe(theirs.flat().length);
    expect(new Set(theirs.flat()).size).toBeLessThan(stores.size);
  });
});
