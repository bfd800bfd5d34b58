import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EventIds } from '@mainstay/service-kit';
import type { TestUser } from '@mainstay/service-kit/testing';
import { z } from 'zod';
import { MissedChanges } from '../src/events/missed-changes.ts';
import { useService } from './running-service.ts';
import { until, useStreams } from './stream-client.ts';
import { WrittenRows } from './written-rows.ts';

const service = useService();
const rows = new WrittenRows(service);
const openAt = useStreams();
let here: string;
let there: string;
let manager: TestUser;
beforeEach(async () => {
  [here, there] = [await rows.location(), await rows.location()];
  manager = await service.createUser('district_manager');
  await rows.assign(manager.userId, here);
});

const open = ({ cookie }: TestUser, lastEventId?: string) =>
  openAt(service.app, { cookie, ...(lastEventId !== undefined && { lastEventId }) });

/** The position of a stream that was closed after an event. */
async function positionOf(user: TestUser): Promise<string> {
  const stream = await open(user);
  await stream.receive(await rows.ticket(here));
  stream.close();
  await until(() => stream.isClosed);
  return stream.lastEventId;
}

describe('with the id of the last event', () => {
  it('a stream has what was missed, once and in its order, and goes on', async () => {
    const position = await positionOf(service.admin);
    const missed = [await rows.ticket(here), await rows.ticket(there), await rows.ticket(here)];
    const stream = await open(service.admin, position);
    await stream.receive(missed[2] ?? '');
    const next = await rows.ticket(there);
    await stream.receive(next);
    expect(stream.changed).toEqual([...missed, next]);
    expect(stream.names).not.toContain('resync');
  });

  it('streams that resume at once each have what they missed', async () => {
    const position = await positionOf(service.admin);
    const tickets = [await rows.ticket(here), await rows.ticket(there), await rows.ticket(here)];
    const first = await open(service.admin, position);
    await first.receive(tickets[2] ?? '');
    const positions = [position, ...first.events.map(({ id }) => id ?? ''), 'unknown', undefined];
    first.close();
    await until(() => first.isClosed);

    const reads = jest.spyOn(service.app.get(MissedChanges), 'since');
    const resumed = await Promise.all(positions.toReversed().map((id) => open(service.admin, id)));
    expect(resumed.toReversed().map(({ changed, names }) => ({ changed, names }))).toEqual([
      { changed: tickets, names: ['change', 'change', 'change'] },
      { changed: tickets.slice(1), names: ['change', 'change'] },
      { changed: tickets.slice(2), names: ['change'] },
      { changed: [], names: [] },
      { changed: [], names: ['resync'] },
      { changed: [], names: [] },
    ]);
    expect(reads.mock.calls.flatMap(([ids]) => ids)).toHaveLength(positions.length);
    // Those that are requested while others are prepared are prepared together.
    expect(reads.mock.calls.length).toBeLessThan(positions.length);
    reads.mockRestore();
  });

  it('of another user, what was missed is that of the own locations', async () => {
    const position = await positionOf(service.admin);
    const [visible] = [await rows.ticket(here), await rows.ticket(there)];
    const last = await rows.ticket(here);
    const stream = await open(manager, position);
    await stream.receive(last);
    expect(stream.changed).toEqual([visible, last]);
  });

  it('a manager who got or lost a location meanwhile reads everything again', async () => {
    const assigned = await positionOf(manager);
    await rows.assign(manager.userId, there);
    expect((await open(manager, assigned)).names).toEqual(['resync']);
    const unassigned = await positionOf(manager);
    await rows.unassign(manager.userId, there);
    expect((await open(manager, unassigned)).names).toEqual(['resync']);
    const removed = await positionOf(manager);
    await rows.idOf('UPDATE core.locations SET removed_at = now() WHERE id = $1 RETURNING id', [here]);
    expect((await open(manager, removed)).names).toEqual(['resync']);
  });
});

describe('an id that cannot be resumed from gives one resync, and then what happens', () => {
  const sign = (cursor: string, sentAt?: number): string => service.app.get(EventIds).idOf(cursor, sentAt);
  const cursorOf = (id: string): string => id.split('.')[0] ?? '';
  /** A cursor with another system identifier (0), transaction (1), id (2) or time (3). */
  const altered = (id: string, parts: Record<number, string>): string => {
    const decoded = z.array(z.string()).parse(JSON.parse(Buffer.from(cursorOf(id), 'base64url').toString()));
    return Buffer.from(JSON.stringify(Object.assign(decoded, parts))).toString('base64url');
  };

  it.each<[what: string, make: (id: string) => string]>([
    ['words', () => 'yesterday'],
    ['an id of eleven minutes ago', (id) => sign(cursorOf(id), Date.now() - 11 * 60_000)],
    ['an id of another database', (id) => sign(altered(id, { 0: '1' }))],
    ['an id of the future', (id) => sign(altered(id, { 1: '999999999999999999' }))],
    ['what was signed and is no cursor', () => sign('bm90aGluZw')],
  ])('%s', async (_what, make) => {
    const position = await positionOf(service.admin);
    await rows.ticket(here);
    const stream = await open(service.admin, make(position));
    const ticket = await rows.ticket(here);
    await stream.receive(ticket);
    expect(stream.names).toEqual(['resync', 'change']);
    expect(stream.changed).toEqual([ticket]);
    expect(stream.events[0]).toMatchObject({ data: {}, id: expect.any(String) });
    expect(stream.text).toContain('event: resync\ndata: {}\n\n');
    const resumed = await open(service.admin, stream.events[0]?.id);
    expect(resumed.changed).toEqual([ticket]);
  });

  it.each([
    [5000, 'change'],
    [5001, 'resync'],
  ])(
    'an id before %d changes begins with %s',
    async (total, first) => {
      const position = await positionOf(service.admin);
      await service.backends.admin.query(
        `INSERT INTO core.tickets (title, description, location_id, ticket_type)
       SELECT 'T', 'D', $1, 'repair' FROM generate_series(1, $2)`,
        [here, total - 1],
      );
      // Begun before the last change: other suites on the same server may hold the feed back.
      const other = await open(service.admin);
      const marker = await rows.ticket(there);
      await other.receive(marker);
      const stream = await open(service.admin, position);
      expect(stream.names[0]).toBe(first);
      if (first === 'resync') return;
      expect(stream.changed).toHaveLength(total);
      expect(new Set(stream.changed).size).toBe(total);
      expect(stream.changed.at(-1)).toBe(marker);
    },
    60_000,
  );
});
