import { describe, expect, it } from '@jest/globals';
import { Idempotency, IdempotencyPurge, Transactions } from '@mainstay/service-kit';
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { useCoreService } from './core-service.ts';

const core = useCoreService();

const keys = async (): Promise<string[]> => {
  const rows = await core.query<{ key: string }>('SELECT key FROM core.idempotency_keys ORDER BY key');
  return rows.map(({ key }) => key);
};

it('rejects a body of 15,000 levels with a key, which it does not store', async () => {
  const response = await core
    .as(core.admin)
    .post('/api/tickets')
    .set({ 'Idempotency-Key': 'deep', 'Content-Type': 'application/json' })
    .send(`{"title":${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}}`);
  expect([response.status, response.headers['content-type']]).toEqual([
    400,
    'application/problem+json; charset=utf-8',
  ]);
  expect(await keys()).toEqual([]);
});

it.each([
  ['members in another order', { a: 1, b: [{ p: 1, q: 2 }] }, { b: [{ q: 2, p: 1 }], a: 1 }, true],
  [
    'the same deep down',
    { a: { b: { c: { x: null, y: {} } } } },
    { a: { b: { c: { y: {}, x: null } } } },
    true,
  ],
  ['keys with commas', { a: 'b,1', 'a,b': '1' }, { 'a,b': '1', a: 'b,1' }, true],
  ['a list in another order', { a: [1, 2] }, { a: [2, 1] }, false],
  ['another type', { a: 1 }, { a: '1' }, false],
  ['a member more', { a: 1 }, { a: 1, b: null }, false],
])('is the same request, or another: %s', async (_name, first, second, isSame) => {
  const send = (body: unknown) =>
    core.app
      .get(Transactions, { strict: false })
      .run((transaction) =>
        core.app
          .get(Idempotency, { strict: false })
          .once(
            transaction,
            core.admin.userId,
            { key: 'equal', operation: 'POST /', body },
            z.object({ at: z.number() }),
            () => Promise.resolve({ at: performance.now() }),
          ),
      );
  const made = await send(first);
  const again = await send(second).catch((error: unknown) => error);
  expect(again).toEqual(isSame ? made : expect.objectContaining({ status: 422 }));
  await core.query(`DELETE FROM core.idempotency_keys WHERE key = 'equal'`);
});

it('repeats what the previous release stored, which lacked the fields that are new', async () => {
  const send = () =>
    core.as(core.admin).post('/api/tickets').set('Idempotency-Key', 'of-before').send(core.bodyOf('tickets'));
  const first = await send();
  // It hashed the members in the order in which they came.
  const [secret = ''] = core.config.SESSION_SECRET;
  const hash = createHmac('sha256', secret)
    .update(JSON.stringify(core.bodyOf('tickets')))
    .digest('hex');
  await core.query(
    `UPDATE core.idempotency_keys SET body_hash = $1, answer = jsonb_set(answer, '{answer}',
       (answer -> 'answer') - '{number,createdBy,via,commentCount,watching,equipmentId,equipment,report}'::text[])`,
    [hash],
  );
  const second = await send();
  expect([second.status, second.headers['etag'], second.body]).toEqual([201, '"1"', first.body]);
  await core.query('DELETE FROM core.idempotency_keys');
});

describe('purge of old keys', () => {
  it('deletes in batches until none is left, skipping locked ones', async () => {
    const { admin } = core.backends;
    await admin.query(
      `INSERT INTO core.idempotency_keys (user_id, operation, key, body_hash, created_at)
       SELECT $1, 'POST /', n, 'x', now() - CASE WHEN n <= 2500 THEN interval '25 hours' ELSE interval '1 hour' END
       FROM generate_series(1, 2503) n`,
      [core.admin.userId],
    );
    await admin.query(`
      CREATE FUNCTION core.refuse_large_deletes() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF (SELECT count(*) FROM deleted) > 1000 THEN RAISE 'too many rows in one statement'; END IF;
        RETURN NULL;
      END $$`);
    await admin.query(`
      CREATE TRIGGER tr_refuse_large_deletes AFTER DELETE ON core.idempotency_keys
      REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION core.refuse_large_deletes()`);
    const holder = await admin.connect();
    try {
      await holder.query(`BEGIN; SELECT FROM core.idempotency_keys WHERE key = '7' FOR UPDATE`);
      await core.app.get(IdempotencyPurge, { strict: false }).purge();
      expect(await keys()).toEqual(['2501', '2502', '2503', '7']);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    await core.app.get(IdempotencyPurge, { strict: false }).purge();
    expect(await keys()).toEqual(['2501', '2502', '2503']);
    await core.query('DROP FUNCTION core.refuse_large_deletes CASCADE');
  });
});
