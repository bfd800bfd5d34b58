import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { useCoreService } from './core-service.ts';

const core = useCoreService();

/** The path, the table, and the field that changes. */
const entities = [
  ['locations', 'locations', 'name'],
  ['tickets', 'tickets', 'title'],
  ['recurring-tasks', 'recurring_tasks', 'title'],
  ['tasks', 'tasks', 'title'],
  ['equipment', 'equipment', 'name'],
  ['projects', 'projects', 'title'],
  ['vendors', 'vendors', 'name'],
] as const;

describe.each(entities)('/api/%s', (collection, table, field) => {
  const path = `/api/${collection}`;
  const body = () => core.bodyOf(collection);
  const create = async () => {
    const response = await core.as(core.admin).post(path).send(body());
    expect(response.status).toBe(201);
    return { url: `${path}/${(response.body as { id: string }).id}`, tag: response.headers['etag'] ?? '' };
  };
  const patch = (url: string, value: string, tag?: string) => {
    const request = core.as(core.admin).patch(url);
    return (tag === undefined ? request : request.set('If-Match', tag)).send({ [field]: value });
  };

  // No two have the same name.
  if (table === 'vendors') beforeEach(() => core.query('DELETE FROM core.vendors'));

  it('has the same ETag until it changes', async () => {
    const { url, tag } = await create();
    expect(tag).toMatch(/^"\d+"$/);
    expect((await core.as(core.admin).get(url)).headers['etag']).toBe(tag);
    const changed = await patch(url, 'Changed', tag);
    expect(changed.status).toBe(200);
    expect(changed.headers['etag']).not.toBe(tag);
    expect((await core.as(core.admin).get(url)).headers['etag']).toBe(changed.headers['etag']);
  });

  it('rejects a change to a version that somebody else changed', async () => {
    const { url, tag } = await create();
    const theirs = await patch(url, 'Theirs', tag);
    const stale = await patch(url, 'Mine', tag);
    expect(stale.status).toBe(412);
    expect(stale.body).toMatchObject({ status: 412, detail: expect.stringContaining('Somebody else') });
    expect((await core.as(core.admin).get(url)).body).toMatchObject({ [field]: 'Theirs' });
    expect((await patch(url, 'Mine', theirs.headers['etag'])).status).toBe(200);
    expect((await patch(url, 'Any', '*')).status).toBe(200);
    expect((await patch(url, 'Unguarded')).status).toBe(200);
  });

  it('accepts one of two concurrent changes', async () => {
    const { url, tag } = await create();
    const responses = await Promise.all(['One', 'Two'].map((value) => patch(url, value, tag)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it('is removed at the version that was read', async () => {
    const { url, tag } = await create();
    const changed = await patch(url, 'Changed');
    expect((await core.as(core.admin).delete(url).set('If-Match', tag)).status).toBe(412);
    const deleted = await core
      .as(core.admin)
      .delete(url)
      .set('If-Match', changed.headers['etag'] ?? '');
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await core.as(core.admin).get(url)).status).toBe(404);
    expect((await core.as(core.admin).delete(url)).status).toBe(404);
    expect((await patch(url, 'Late')).status).toBe(404);
    const { url: other } = await create();
    expect((await core.as(core.admin).delete(other)).status).toBe(204);
  });

  const keyed = (key: string, content: object) =>
    core.as(core.admin).post(path).set('Idempotency-Key', key).send(content);
  const countRows = () => core.count(`core.${table}`);

  it('creates one for ten identical concurrent requests with a key', async () => {
    const [key, content, before] = [randomUUID(), body(), await countRows()];
    const responses = await Promise.all(Array.from({ length: 10 }, () => keyed(key, content)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(responses.map(({ text, headers }) => `${headers['etag'] ?? ''} ${text}`)).size).toBe(1);
    expect(await countRows()).toBe(before + 1);
  });

  it('rejects the key with another body, and accepts it again after a rejected request', async () => {
    const [key, content, before] = [randomUUID(), body(), await countRows()];
    expect((await keyed(key, { ...content, [field]: '' })).status).toBe(400);
    expect((await keyed(key, content)).status).toBe(201);
    const other = await keyed(key, { ...content, [field]: 'Other' });
    expect([other.status, other.headers['content-type']]).toEqual([
      422,
      'application/problem+json; charset=utf-8',
    ]);
    expect(await countRows()).toBe(before + 1);
  });

  it('records who changed what in the audit trail', async () => {
    const { url } = await create();
    await core
      .as(core.admin)
      .patch(url)
      .set('X-Request-Id', 'request-of-the-change')
      .send({ [field]: 'Changed' });
    await core.as(core.admin).delete(url);
    const rows = await core.query<Record<string, unknown>>(
      `SELECT entity, action, actor_id, request_id, before IS NOT NULL AS before, after ->> $2 AS after
       FROM auth.audit_entries WHERE entity_id = $1 ORDER BY id`,
      [url.slice(path.length + 1), field],
    );
    const common = { entity: table.replace(/s$/, ''), actor_id: core.admin.userId };
    expect(rows).toEqual([
      {
        ...common,
        action: 'create',
        request_id: expect.any(String),
        before: false,
        after: expect.any(String),
      },
      { ...common, action: 'update', request_id: 'request-of-the-change', before: true, after: 'Changed' },
      { ...common, action: 'delete', request_id: expect.any(String), before: true, after: null },
    ]);
  });
});
