import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { TcpProxy } from '@mainstay/test-kit';
import { setTimeout as sleep } from 'node:timers/promises';
import { AuthService } from './auth-service.ts';

let proxy: TcpProxy;
const auth = new AuthService();
beforeAll(async () => {
  const target = new URL(process.env['TEST_DATABASE_ADMIN_URL'] ?? 'postgres://missing');
  proxy = await TcpProxy.start(Number(target.port));
  await auth.start({ DATABASE_WAIT_MS: '700' }, (url) => proxy.through(url));
});
afterAll(async () => {
  await auth.close();
  proxy.stop();
});

async function readLag(): Promise<number> {
  const { text } = await auth.as().get('/metrics').expect(200);
  const [, value] = /^feed_lag_seconds (\S+)$/m.exec(text) ?? [];
  return value === 'Nan' ? NaN : Number(value);
}

it('is 0, and with a transaction that stays open the age of the oldest change behind it', async () => {
  const changed = await auth.createUser();
  const open = await auth.backends.admin.connect();
  try {
    await open.query('BEGIN; SELECT pg_current_xact_id()');
    // Nothing waits yet.
    expect(await readLag()).toBe(0);
    await auth.rows("UPDATE auth.users SET last_name = 'Held' WHERE id = $1", [changed.userId]);
    await auth.rows(
      `UPDATE auth.audit_entries SET occurred_at = occurred_at - interval '5 s' WHERE action = 'update'`,
    );
    const lag = await readLag();
    expect(lag).toBeGreaterThanOrEqual(5);
    expect(lag).toBeLessThan(15);
    await open.query('COMMIT');
  } finally {
    open.release();
  }
  // Other suites on the same server may hold it back for a moment.
  while ((await readLag()) > 0) await sleep(50);
});

it('does not count entries with the number of another cluster', async () => {
  await auth.rows(
    `INSERT INTO auth.audit_entries (occurred_at, action, entity, entity_id, after, xid)
     VALUES (now() - interval '1 day', 'create', 'thing', uuidv7(), '{}', '18446744073709551615')`,
  );
  expect(await readLag()).toBeLessThan(3600);
});

it('is not a number while PostgreSQL is unavailable, and the other metrics are there', async () => {
  proxy.hangUp();
  expect(await readLag()).toBeNaN();
  await proxy.recover();
  expect(await readLag()).not.toBeNaN();
}, 30_000);
