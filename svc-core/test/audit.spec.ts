import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditEntryResponse } from '../src/audit/audit.schemas.ts';
import { unknownId, useCoreService } from './core-service.ts';

const core = useCoreService();

let ticketId: string;
beforeAll(async () => {
  ticketId = (await core.create('tickets', {}, core.managerA)).id;
  await core
    .as(core.admin)
    .patch(`/api/tickets/${ticketId}`)
    .set('X-Request-Id', 'request-to-solve-it')
    .send({ status: 'solved' });
  await core.as(core.admin).delete(`/api/tickets/${ticketId}`);
});

async function list(query: string) {
  const response = await core.as(core.admin).get(`/api/audit${query}`);
  const body = response.body as AuditEntryResponse[];
  return {
    status: response.status,
    body,
    actions: Array.isArray(body) ? body.map(({ action }) => action) : [],
    total: response.headers['x-total-count'],
  };
}

describe('GET /api/audit', () => {
  it('lists the changes of an entity, newest first, with the field names of the API', async () => {
    const { body, total } = await list(`?entity=ticket&entityId=${ticketId}`);
    expect(total).toBe('3');
    expect(body.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['delete', core.admin.userId],
      ['update', core.admin.userId],
      ['create', core.managerA.userId],
    ]);
    expect(body[1]).toEqual({
      id: expect.any(String),
      occurredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      actorId: core.admin.userId,
      actor: { id: core.admin.userId, firstName: 'Ada', lastName: 'Admin' },
      requestId: 'request-to-solve-it',
      action: 'update',
      entity: 'ticket',
      entityId: ticketId,
      before: expect.objectContaining({ status: 'incoming', ticketType: 'repair', completedAt: null }),
      after: expect.objectContaining({ status: 'solved', completedAt: expect.stringMatching(/\.\d{3}Z$/) }),
    });
    expect(body[0]).toMatchObject({ after: null });
    expect(body[2]).toMatchObject({ before: null });
  });

  it('filters by actor, action and time', async () => {
    expect((await list(`?actorId=${core.managerA.userId}`)).actions).toEqual(['create']);
    expect((await list(`?actorId=${unknownId}`)).actions).toEqual([]);
    expect((await list('?entity=ticket&action=update')).actions).toEqual(['update']);
    const [deleted, changed] = (await list('?entity=ticket')).body;
    expect((await list(`?entity=ticket&from=${deleted?.occurredAt ?? ''}`)).actions).toEqual(['delete']);
    expect((await list(`?entity=ticket&to=${changed?.occurredAt ?? ''}`)).actions).toEqual(['create']);
    expect((await list('?entity=ticket&to=2000-01-01T00:00:00Z')).total).toBe('0');
  });

  it('shows background changes without an actor', async () => {
    const { body } = await list(`?entity=location&entityId=${core.storeA}`);
    expect(body).toMatchObject([{ actorId: null, actor: null, requestId: null, action: 'create' }]);
  });

  it('names the actor while the user exists', async () => {
    const leaver = await core.createUser({ role: 'admin' });
    await core.as(leaver).patch(`/api/locations/${core.storeB}`).send({ phone: '555-0100' });
    await core.query('DELETE FROM auth.users WHERE id = $1', [leaver.userId]);
    expect((await list(`?actorId=${leaver.userId}`)).body).toMatchObject([
      { actorId: leaver.userId, actor: null, action: 'update' },
    ]);
  });

  it('returns pages', async () => {
    const met = (await core.walk(core.admin, '/api/audit?limit=2', 'id')).flat();
    expect(new Set(met).size).toBe(met.length);
  });

  it('counts up to ten thousand', async () => {
    await core.query(
      `INSERT INTO auth.audit_entries (action, entity, entity_id)
       SELECT 'create', 'thing', uuidv7() FROM generate_series(1, 10005)`,
    );
    expect((await list('?entity=thing&limit=1')).total).toBe('10000');
  });
});
