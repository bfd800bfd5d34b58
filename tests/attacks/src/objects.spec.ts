import { randomUUID } from 'node:crypto';
import { test, type Trial } from './attack.ts';
import { type ApiResponse, type Caller, textOf } from '@mainstay/test-kit';
import type { Setup } from './setup.ts';

/** One thing of every kind in a store. */
async function thingsOf(setup: Setup, locationId: string) {
  const { admin, createTicket, attach } = setup;
  const create = async (path: string, body: object) =>
    textOf(await admin.ask('POST', path, { ...body, locationId }), 'id');
  const ticket = await createTicket(locationId);
  const said = await admin.ask('POST', `/api/tickets/${ticket}/comments`, { body: 'Please look.' });
  return {
    ticket,
    comment: textOf(said, 'id'),
    task: await create('/api/tasks', { title: 'Paint' }),
    project: await create('/api/projects', { title: 'Refit' }),
    recurringTask: await create('/api/recurring-tasks', {
      title: 'Filters',
      frequency: 'daily',
      nextOccurrence: '2099-12-01T09:00:00Z',
    }),
    equipment: await create('/api/equipment', { name: 'Fryer', category: 'cooking' }),
    code: await create('/api/intake-codes', {}),
    attachment: await attach(admin, ticket),
    store: locationId,
  };
}
type Things = Awaited<ReturnType<typeof thingsOf>>;

/** Every call about one thing that a district manager may make. */
const callsAbout = (things: Things): [method: string, path: string, body?: object][] => [
  ['GET', `/api/locations/${things.store}`],
  ['GET', `/api/tickets/${things.ticket}`],
  ['PATCH', `/api/tickets/${things.ticket}`, { title: 'Stolen' }],
  ['GET', `/api/tickets/${things.ticket}/timeline`],
  ['GET', `/api/tickets/${things.ticket}/people`],
  ['PUT', `/api/tickets/${things.ticket}/watch`, { muted: true }],
  ['DELETE', `/api/tickets/${things.ticket}/watch`],
  ['POST', `/api/tickets/${things.ticket}/comments`, { body: 'Heard.' }],
  ['PATCH', `/api/comments/${things.comment}`, { body: 'Stolen' }],
  ['DELETE', `/api/comments/${things.comment}`],
  ['GET', `/api/tickets/${things.ticket}/attachments`],
  [
    'POST',
    `/api/tickets/${things.ticket}/attachments`,
    { fileName: 'a', fileSize: 1, objectPath: 'uploads/none' },
  ],
  ['GET', `/api/attachments/${things.attachment}/download`],
  ['DELETE', `/api/attachments/${things.attachment}`],
  ['GET', `/api/recurring-tasks/${things.recurringTask}`],
  ['PATCH', `/api/recurring-tasks/${things.recurringTask}`, { title: 'Stolen' }],
  ['GET', `/api/equipment/${things.equipment}`],
  ['PATCH', `/api/equipment/${things.equipment}`, { name: 'Stolen' }],
  ['PATCH', `/api/intake-codes/${things.code}`, { active: false }],
  ['POST', `/api/intake-codes/${things.code}/rotate`],
  ...(['task', 'project'] as const).flatMap((kind): [string, string, object?][] => [
    ['GET', `/api/${kind}s/${things[kind]}`],
    ['PATCH', `/api/${kind}s/${things[kind]}`, { title: 'Stolen' }],
    ['DELETE', `/api/${kind}s/${things[kind]}`],
  ]),
];

/** Ids that never were, by the same names. */
const unknownLike = (things: Things): Things => ({
  ...things,
  ...Object.fromEntries(Object.keys(things).map((kind) => [kind, randomUUID()])),
});

const withoutRequestId = ({ text }: ApiResponse): string => text.replace(/"requestId":"[^"]*"/, '');

/** No response about the things differs from one about things that never were. */
async function areInvisible(trial: Trial, caller: Caller, things: Things): Promise<void> {
  const unknown = callsAbout(unknownLike(things));
  for (const [index, [method, path, body]] of callsAbout(things).entries()) {
    const response = await caller.ask(method, path, body);
    trial.expect(`${method} ${path}`, response.status, 404);
    const [, unknownPath = '', sameBody] = unknown[index] ?? [];
    const other = await caller.ask(method, unknownPath, sameBody);
    trial.expect(`${method} ${path}`, withoutRequestId(response), withoutRequestId(other));
  }
}

test("reads, changes and removes another district's things", async (setup, trial) => {
  await areInvisible(trial, setup.managerB, await thingsOf(setup, setup.storeA));
});

test('finds them in lists, counts, searches and statistics', async (setup, trial) => {
  const { managerB, storeA } = setup;
  const before = (await managerB.ask('GET', '/api/stats')).text;
  const things = await thingsOf(setup, storeA);
  for (const path of [
    '/api/locations',
    '/api/locations?q=Attacked',
    '/api/user/assigned-locations',
    '/api/tickets',
    `/api/tickets?locationId=${storeA}`,
    `/api/tickets?assignedTo=${setup.managerA.id}`,
    '/api/tickets?q=Oven&sort=createdAt',
    '/api/tickets?assignedTo=none',
    '/api/tasks',
    `/api/tasks?recurringTaskId=${things.recurringTask}`,
    '/api/projects',
    '/api/recurring-tasks',
    '/api/recurring-tasks?q=Filters',
    '/api/equipment',
    '/api/equipment?q=Fryer',
    '/api/intake-codes',
    `/api/tickets?equipmentId=${things.equipment}`,
  ]) {
    const { text, headers, body } = await managerB.ask('GET', path);
    const seen = Object.values(things).filter((id) => text.includes(id));
    trial.expect(path, seen.join(', '), '');
    const count = headers['x-total-count'];
    if (count !== undefined && Array.isArray(body))
      trial.expect(`${path}: count`, Number(count), body.length);
  }
  trial.expect('statistics', (await managerB.ask('GET', '/api/stats')).text, before);
});

test('moves or ties own things to another district', async (setup, trial) => {
  const { managerA, storeA, storeB } = setup;
  const own = await thingsOf(setup, storeA);
  const foreign = await thingsOf(setup, storeB);
  for (const [path, fields] of [
    [`/api/tickets/${own.ticket}`, { locationId: storeB }],
    [`/api/tasks/${own.task}`, { locationId: storeB }],
    [`/api/tasks/${own.task}`, { projectId: foreign.project }],
    [`/api/projects/${own.project}`, { locationId: storeB }],
    [`/api/recurring-tasks/${own.recurringTask}`, { locationId: storeB }],
    [`/api/equipment/${own.equipment}`, { locationId: storeB }],
    [`/api/tickets/${own.ticket}`, { equipmentId: foreign.equipment }],
  ] as const) {
    const before = (await managerA.ask('GET', path)).text;
    const [field = ''] = Object.keys(fields);
    const response = await managerA.ask('PATCH', path, fields);
    const unknown = await managerA.ask('PATCH', path, { [field]: randomUUID() });
    trial.expect(`${path} ${field}`, response.status, 400);
    trial.expect(`${path} ${field}`, withoutRequestId(response), withoutRequestId(unknown));
    trial.expect(`${path} afterwards`, (await managerA.ask('GET', path)).text, before);
  }
});

test('continues after an assignment is removed', async (setup, trial) => {
  const store = await setup.createStore();
  const manager = await setup.hire('district_manager', [store]);
  const things = await thingsOf(setup, store);
  for (const [method, path] of callsAbout(things)) {
    if (method === 'GET') trial.expect(path, (await manager.ask(method, path)).status, 200);
  }
  await setup.admin.ask('DELETE', `/api/managers/${manager.id}/locations/${store}`);
  await areInvisible(trial, manager, things);
});

test('continues after a location is deleted', async (setup, trial) => {
  const store = await setup.createStore();
  const manager = await setup.hire('district_manager', [store]);
  const things = await thingsOf(setup, store);
  await setup.admin.ask('DELETE', `/api/locations/${store}`);
  await areInvisible(trial, manager, things);
  await areInvisible(trial, setup.admin, things);
});
