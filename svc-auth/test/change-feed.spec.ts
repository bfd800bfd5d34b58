import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { compareCursors, readChanges } from '@mainstay/service-kit';
import { createTestBackends, type TestBackends } from '@mainstay/service-kit/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';

let backends: TestBackends;
/** As a service that reads the feed. */
let reader: pg.Pool;
beforeAll(async () => {
  backends = await createTestBackends();
  reader = new pg.Pool({ connectionString: backends.urlFor('svc_core'), max: 2 });
});
afterAll(async () => {
  await reader.end();
  await backends.close();
});

/** Closed after each test: a transaction that stays open would hold back the feed of the next one. */
const clients: pg.Client[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
});

const connect = async (role: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: backends.urlFor(role) });
  clients.push(client);
  await client.connect();
  return client;
};

/** A user whose name changes below. */
async function insertUser(): Promise<string> {
  const { rows } = await backends.admin.query<{ id: string }>(
    `INSERT INTO auth.users (email, password_hash, first_name, last_name)
     VALUES (gen_random_uuid() || '@example.com', 'none', 'A', 'B') RETURNING id`,
  );
  return rows[0]?.id ?? '';
}

const rename = (id: string, name: string): string =>
  `UPDATE auth.users SET last_name = '${name}' WHERE id = '${id}'`;

/** The changes after a cursor, once all of them can be read: other suites on the same server may hold them back. */
async function readAll(cursor: string, count: number) {
  for (;;) {
    const read = await readChanges(reader, cursor);
    if (read.changes.length >= count) return read;
    await sleep(20);
  }
}

const decode = (cursor: string): unknown[] =>
  z.array(z.unknown()).parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
/** The cursor with another system identifier (0), transaction (1), id (2) or time (3). */
const altered = (cursor: string, parts: Record<number, unknown>): string =>
  Buffer.from(JSON.stringify(Object.assign(decode(cursor), parts))).toString('base64url');

describe('the feed', () => {
  let user: string;
  let cursor: string;
  beforeEach(async () => {
    const started = await readChanges(reader, null);
    user = await insertUser();
    ({ cursor } = await readAll(started.cursor, 1));
  });

  it('holds a change back until the transactions that began before its own have ended, and then has both in order', async () => {
    const other = await insertUser();
    const [early, late] = [await connect('svc_auth'), await connect('svc_auth')];
    ({ cursor } = await readAll(cursor, 1));
    await early.query(`BEGIN; ${rename(user, 'early')}`);
    await late.query(rename(other, 'late'));
    const held = await readChanges(reader, cursor);
    expect([held.changes, held.isResumed]).toEqual([[], true]);
    await early.query('COMMIT');
    const { changes } = await readAll(held.cursor, 2);
    expect(changes.map(({ entityId }) => entityId)).toEqual([user, other]);
  });

  it('starts with what is committed from now on, without a cursor', async () => {
    const client = await connect('svc_auth');
    await client.query(`BEGIN; ${rename(user, 'open')}`);
    const started = await readChanges(reader, null);
    expect([started.changes, started.isResumed]).toEqual([[], false]);
    await client.query('COMMIT');
    const { changes } = await readAll(started.cursor, 1);
    expect(changes).toMatchObject([
      { entity: 'user', entityId: user, action: 'update', fields: ['lastName'] },
    ]);
  });

  it('is read in parts and from each change on, and has cursors in the order of its changes', async () => {
    await backends.admin.query(`${rename(user, '1')}; ${rename(user, '2')}`);
    await backends.admin.query(rename(user, '3'));
    const { changes, cursor: end } = await readAll(cursor, 3);
    const [one, two, three] = changes.map(({ id }) => id);
    const idsAfter = async (from = '') => (await readChanges(reader, from)).changes.map(({ id }) => id);
    const part = await readChanges(reader, cursor, 2);
    expect(part.changes.map(({ id }) => id)).toEqual([one, two]);
    for (const from of [part.cursor, changes[1]?.cursor]) expect(await idsAfter(from)).toEqual([three]);
    const idle = await readChanges(reader, end);
    expect(idle.changes).toEqual([]);
    const cursors = [cursor, ...changes.map((change) => change.cursor), idle.cursor];
    for (const [a, one] of cursors.entries()) {
      for (const [b, other] of cursors.entries()) {
        expect(Math.sign(compareCursors(one, other))).toBe(Math.sign(a - b));
      }
    }
    // A number with more digits is a later one.
    const [xid = '0'] = decode(cursor).slice(1).map(String);
    expect(compareCursors(cursor, altered(cursor, { 1: `${xid}0` }))).toBeLessThan(0);
    expect(() => compareCursors(cursor, 'x')).toThrow();
  });

  it.each<[string, (cursor: string) => string]>([
    ['empty', () => ''],
    ['no JSON', () => 'x'],
    ['of a list', () => Buffer.from('["2026-03-05T15:04:00Z"]').toString('base64url')],
    ['with a transaction that is no number', (valid) => altered(valid, { 1: '1; x' })],
    ['with a transaction beyond all numbers', (valid) => altered(valid, { 1: '99999999999999999999' })],
    ['of another cluster', (valid) => altered(valid, { 0: '1' })],
    ['whose transaction is still to come', (valid) => altered(valid, { 1: '999999999999999999' })],
  ])('starts now with a cursor that is %s', async (_what, alter) => {
    await backends.admin.query(rename(user, 'new'));
    await readAll(cursor, 1);
    const restarted = await readChanges(reader, alter(cursor));
    expect([restarted.changes, restarted.isResumed]).toEqual([[], false]);
    await backends.admin.query(rename(user, 'newer'));
    expect((await readAll(restarted.cursor, 1)).changes.at(-1)).toMatchObject({ entityId: user });
  });

  it('starts now where the database was set back and has numbered transactions again since', async () => {
    await backends.admin.query(rename(user, 'again'));
    const { cursor: later } = await readAll(cursor, 1);
    const issued = (secondsAgo: number) => ({ 3: new Date(Date.now() - secondsAgo * 1000).toISOString() });
    // Clocks may differ a little.
    expect(await readChanges(reader, altered(later, issued(2)))).toMatchObject({ isResumed: true });
    expect(await readChanges(reader, altered(later, issued(60)))).toMatchObject({
      isResumed: false,
      changes: [],
    });
  });
});
