import { describe, expect, it } from '@jest/globals';
import type { TestUser } from '@mainstay/service-kit/testing';
import { randomUUID } from 'node:crypto';
import type { ChangedCost, CostResponse } from '../src/costs/costs.schemas.ts';
import { type Row, useCoreService } from './core-service.ts';

const core = useCoreService();

const aTicket = (more: object = {}) => core.create<{ id: string }>('tickets', more);
const fuse = { kind: 'parts', amount: '20', description: 'Fuse' };
const post = (ticketId: string, more: object = {}, user: { cookie: string } = core.managerA) =>
  core.send('post', `/api/tickets/${ticketId}/costs`, { ...fuse, ...more }, user);
const add = async (ticketId: string, amount: string, more: object = {}): Promise<ChangedCost> => {
  const response = await post(ticketId, { amount, ...more });
  if (response.status !== 201) throw new Error(response.text);
  return response.body as ChangedCost;
};
const totalOf = async (id: string) =>
  ((await core.as(core.admin).get(`/api/tickets/${id}`)).body as Row)['totalCost'];

describe('a cost', () => {
  it('is changed and removed at the version that was read', async () => {
    const { id } = await aTicket();
    const url = `/api/costs/${(await add(id, '20')).id}`;
    const patch = (tag: string, amount: string) =>
      core.send('patch', url, { amount }, core.managerA).set('If-Match', tag);
    const changed = await patch('"1"', '30');
    expect([changed.status, changed.headers['etag']]).toEqual([200, '"2"']);
    expect((await patch('"1"', '40')).status).toBe(412);
    expect((await core.as(core.managerA).delete(url).set('If-Match', '"1"')).status).toBe(412);
    expect(await totalOf(id)).toBe('30.00');
    expect((await core.as(core.managerA).delete(url).set('If-Match', '"2"')).status).toBe(200);
  });

  it('is added once for ten identical concurrent requests with a key, which no other body may have', async () => {
    const { id } = await aTicket();
    const key = randomUUID();
    const keyed = (more: object = {}) => post(id, more).set('Idempotency-Key', key);
    const responses = await Promise.all(Array.from({ length: 10 }, () => keyed()));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect((await keyed({ amount: '21' })).status).toBe(422);
    expect(await totalOf(id)).toBe('20.00');
  });

  it('is in the audit trail with who changed it', async () => {
    const { id } = await add((await aTicket()).id, '20');
    await core.send('patch', `/api/costs/${id}`, { amount: '30' });
    await core.as(core.admin).delete(`/api/costs/${id}`).expect(200);
    const rows = await core.query(
      `SELECT entity, action, actor_id, before ->> 'amount' AS before, after ->> 'amount' AS after
       FROM auth.audit_entries WHERE entity_id = $1 ORDER BY id`,
      [id],
    );
    const [mine, admins] = [core.managerA, core.admin].map(({ userId }) => ({
      entity: 'ticket_cost',
      actor_id: userId,
    }));
    expect(rows).toEqual([
      { ...mine, action: 'create', before: null, after: '20.00' },
      { ...admins, action: 'update', before: '20.00', after: '30.00' },
      { ...admins, action: 'delete', before: '30.00', after: null },
    ]);
  });

  it('stays with its ticket when the equipment moves, and when it is removed', async () => {
    const equipment = await core.create<{ id: string }>('equipment');
    const { id } = await aTicket({ equipmentId: equipment.id });
    await add(id, '20');
    const costs = async () =>
      ((await core.as(core.managerA).get(`/api/tickets/${id}/costs`)).body as CostResponse[]).map(
        ({ amount }) => amount,
      );
    const moved = await core.send('patch', `/api/equipment/${equipment.id}`, { locationId: core.storeB });
    expect(moved.status).toBe(200);
    expect(await costs()).toEqual(['20.00']);
    const summary = async (user: TestUser) =>
      (await core.as(user).get(`/api/equipment/${equipment.id}/summary`)).body as unknown;
    expect(await summary(core.admin)).toMatchObject({ tickets: 1, totalCost: '20.00' });
    expect(await summary(core.managerB)).toMatchObject({ tickets: 0, totalCost: '0.00' });
    await core.as(core.admin).delete(`/api/equipment/${equipment.id}`).expect(204);
    expect(await costs()).toEqual(['20.00']);
  });
});

describe('a manager', () => {
  it('counts neither vendors nor costs of other stores', async () => {
    await core.query('DELETE FROM core.ticket_costs');
    const count = async (path: string) =>
      Number((await core.as(core.managerA).get(path)).headers['x-total-count']);
    const before = await count('/api/vendors');
    await core.insert('vendors', { location_ids: [core.storeB] });
    expect(await count('/api/vendors')).toBe(before);
    const [mine, theirs] = [await aTicket(), await aTicket({ locationId: core.storeB })];
    await add(mine.id, '20');
    await post(theirs.id, {}, core.admin);
    expect(await count('/api/costs')).toBe(1);
  });
});

describe('GET /api/costs', () => {
  it('has the visible costs of a time and a location, also as a file', async () => {
    await core.query('DELETE FROM core.ticket_costs');
    const mine = await aTicket({ title: 'Oven' });
    const theirs = await aTicket({ locationId: core.storeB });
    await add(mine.id, '20', { incurredOn: '2026-03-05' });
    await add(mine.id, '-5', { incurredOn: '2026-03-01' });
    await post(theirs.id, { amount: '7', incurredOn: '2026-03-02' }, core.admin);
    const list = async (user: TestUser, query = '') =>
      ((await core.as(user).get(`/api/costs${query}`)).body as CostResponse[]).map(({ amount }) => amount);
    expect(await list(core.admin)).toEqual(['-5.00', '7.00', '20.00']);
    expect(await core.walk(core.admin, '/api/costs?limit=2', 'amount')).toEqual([
      ['-5.00', '7.00'],
      ['20.00'],
    ]);
    expect(await list(core.managerA)).toEqual(['-5.00', '20.00']);
    expect(await list(core.managerA, `?locationId=${core.storeB}`)).toEqual([]);
    expect(await list(core.admin, `?locationId=${core.storeA}&from=2026-03-01&to=2026-03-01`)).toEqual([
      '-5.00',
    ]);
    expect(await list(core.admin, '?from=2026-03-02&to=2026-03-05')).toEqual(['7.00', '20.00']);
    const [header, first] = await core.csv(core.managerA, '/api/costs?format=csv');
    expect(header).toBe(
      'Date,Store Number,Location,Ticket,Title,Kind,Description,Amount,Vendor,Invoice Number,Added By',
    );
    expect(first).toMatch(/^2026-03-01,A-1,Store A,\d+,Oven,Parts,Fuse,-5\.00,,,Ann Archer$/);
  });

  it('leaves out those of a removed location, whose rows are deleted later', async () => {
    const location = await core.createStore('Closing');
    await post((await aTicket({ locationId: location })).id, { amount: '77.70' }, core.admin);
    const isListed = async () =>
      ((await core.as(core.admin).get('/api/costs')).body as CostResponse[]).some(
        ({ amount }) => amount === '77.70',
      );
    expect(await isListed()).toBe(true);
    await core.query('UPDATE core.locations SET removed_at = now() WHERE id = $1', [location]);
    expect(await isListed()).toBe(false);
  });
});
