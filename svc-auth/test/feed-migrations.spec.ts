import { expect, it } from '@jest/globals';
import { createTestBackends } from '@mainstay/service-kit/testing';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { OrderAuditEntries1763700006000 } from '../src/database/migrations/1763700006000-order-audit-entries.ts';
import { IndexAuditEntriesByTransaction1763700007000 } from '../src/database/migrations/1763700007000-index-audit-entries-by-transaction.ts';
import { PublishChanges1763700009000 } from '../src/database/migrations/1763700009000-publish-changes.ts';
import { PublishVersions1763700010000 } from '../src/database/migrations/1763700010000-publish-versions.ts';

it('the feed has the changes of a service that runs since before its migrations, and those before them under one number', async () => {
  const backends = await createTestBackends();
  const source = await new DataSource({ type: 'postgres', url: backends.urlFor('auth_owner') }).initialize();
  const runner = source.createQueryRunner();
  const service = new pg.Client({ connectionString: backends.urlFor('svc_auth') });
  await service.connect();
  try {
    const order = new OrderAuditEntries1763700006000();
    const index = new IndexAuditEntriesByTransaction1763700007000();
    const publish = new PublishChanges1763700009000();
    const version = new PublishVersions1763700010000();
    await version.down(runner);
    await publish.down(runner);
    await index.down(runner);
    await order.down(runner);
    for (const email of ['first@example.com', 'second@example.com']) {
      await service.query(
        `INSERT INTO auth.users (email, password_hash, first_name, last_name) VALUES ($1, 'none', 'A', 'B')`,
        [email],
      );
    }
    await order.up(runner);
    await index.up(runner);
    await publish.up(runner);
    await version.up(runner);
    await service.query('BEGIN');
    await service.query("UPDATE auth.users SET last_name = 'C'");
    const { rows: current } = await service.query<{ xid: string }>(
      'SELECT pg_current_xact_id()::text AS xid',
    );
    await service.query('COMMIT');

    const { rows } = await backends.admin.query<{ action: string; xid: string; version: number | null }>(
      'SELECT action, xid::text, version FROM auth.changes ORDER BY xid, id',
    );
    const before = rows[0]?.xid;
    expect(rows).toEqual([
      { action: 'create', xid: before, version: null },
      { action: 'create', xid: before, version: null },
      { action: 'update', xid: current[0]?.xid, version: 2 },
      { action: 'update', xid: current[0]?.xid, version: 2 },
    ]);
    expect(before).not.toBe(current[0]?.xid);
  } finally {
    await service.end();
    await runner.release();
    await source.destroy();
    await backends.close();
  }
});
