import { describe, expect, it } from '@jest/globals';
import type { TestUser } from '@mainstay/service-kit/testing';
import type { ViewResponse } from '../src/views/views.schemas.ts';
import { itRejects, useCoreService } from './core-service.ts';

const core = useCoreService();

const create = (name: string, user: TestUser, more: object = {}) =>
  core.create<ViewResponse>('views', { name, ...more }, user);
const namesOf = async (user: TestUser): Promise<string[]> =>
  ((await core.as(user).get('/api/views')).body as ViewResponse[]).map(({ name }) => name);
const patch = (id: string, changes: object, user: TestUser) =>
  core.send('patch', `/api/views/${id}`, changes, user);

it('views are those of their owner, then the shared ones, each by name', async () => {
  await create('store 10', core.managerA);
  await create('Store 9', core.managerA);
  await create('Shared 2', core.admin, { shared: true });
  await create('shared 1', core.admin, { shared: true });
  await create('Private', core.admin);
  expect(await namesOf(core.managerA)).toEqual(['Store 9', 'store 10', 'shared 1', 'Shared 2']);
  expect(await namesOf(core.admin)).toEqual(['Private', 'shared 1', 'Shared 2']);
  expect(await namesOf(core.managerB)).toEqual(['shared 1', 'Shared 2']);
});

describe('a shared view', () => {
  it('is made, changed and deleted by administrators alone, also one of somebody else', async () => {
    const { managerA } = core;
    const refused = {
      status: 403,
      detail: 'Only administrators share views, and change those that are shared.',
    };
    expect((await core.post('views', { shared: true }, managerA)).body).toMatchObject(refused);
    const own = await create('Mine', managerA);
    expect((await patch(own.id, { shared: true }, managerA)).body).toMatchObject(refused);
    const shared = await create('Ours', core.admin, { shared: true });
    expect((await patch(shared.id, { name: 'My own' }, managerA)).body).toMatchObject(refused);
    expect((await core.as(managerA).delete(`/api/views/${shared.id}`)).body).toMatchObject(refused);
    const other = await core.createUser({ role: 'admin' });
    const changed = await patch(shared.id, { query: 'priority=high' }, other);
    expect([changed.status, changed.body]).toEqual([200, { ...shared, query: 'priority=high', version: 2 }]);
    expect((await patch(shared.id, { shared: false }, other)).body).toMatchObject({ shared: false });
    expect((await core.as(other).delete(`/api/views/${shared.id}`)).status).toBe(404);
    expect((await core.as(core.admin).delete(`/api/views/${shared.id}`)).status).toBe(204);
  });
});

it('a name stands once for an owner, whatever its case', async () => {
  const taken = { status: 409, errors: { name: ['A view with this name exists already.'] } };
  await create('Urgent', core.managerB);
  const { id } = await create('Later', core.managerB);
  expect((await core.post('views', { name: ' urgent' }, core.managerB)).body).toMatchObject(taken);
  expect((await patch(id, { name: 'URGENT' }, core.managerB)).body).toMatchObject(taken);
  expect(await create('Urgent', core.managerA)).toMatchObject({
    ownerId: core.managerA.userId,
    shared: false,
  });
});

it('a person has 50 at most, however many are sent at once', async () => {
  const user = await core.createUser({ role: 'district_manager' });
  const sent = Array.from({ length: 52 }, (_, n) => core.post('views', { name: `View ${n}` }, user));
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(50);
  expect(statuses.filter((status) => status === 409)).toHaveLength(2);
});

itRejects(
  (body: object) => core.post('views', body),
  [
    ['another screen', { screen: 'tasks' }, 'screen'],
    ['a longer name', { name: 'x'.repeat(61) }, { name: ['At most 60 characters.'] }],
    ['a longer query', { query: 'x'.repeat(2001) }, { query: ['At most 2000 characters.'] }],
  ],
);
