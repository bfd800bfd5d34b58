import { randomUUID } from 'node:crypto';
import { test, type Trial } from './attack.ts';
import { type ApiResponse, type Caller, textOf } from '@mainstay/test-kit';
import type { Setup } from './setup.ts';

const aCost = { kind: 'parts', amount: '640.00', description: 'Pump' };

/** One thing of every kind in a store. */
async function thingsOf(setup: Setup, locationId: string) {
  const { admin, createTicket, attach } = setup;
  const create = async (path: string, body: object) =>
    textOf(await admin.ask('POST', path, { ...body, locationId }), 'id');
  const ticket = await createTicket(locationId);
  const said = await admin.ask('POST', `/api/tickets/${ticket}/comments`, { body: 'Please look.' });
  const spent = await admin.ask('POST', `/api/tickets/${ticket}/costs`, aCost);
  const served = { name: `Served ${randomUUID()}`, locationIds: [locationId] };
  return {
    ticket,
    comment: textOf(said, 'id'),
    cost: textOf(spent, 'id'),
    vendor: textOf(await admin.ask('POST', '/api/vendors', served), 'id'),
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
  ['GET', `/api/locations/${things.store}/hours`],
  ['GET', `/api/tickets/${things.ticket}`],
  ['PATCH', `/api/tickets/${things.ticket}`, { title: 'Stolen' }],
  ['GET', `/api/tickets/${things.ticket}/timeline`],
  ['GET', `/api/tickets/${things.ticket}/people`],
  ['PUT', `/api/tickets/${things.ticket}/watch`, { muted: true }],
  ['DELETE', `/api/tickets/${things.ticket}/watch`],
  ['POST', `/api/tickets/${things.ticket}/comments`, { body: 'Heard.' }],
  ['PATCH', `/api/comments/${things.comment}`, { body: 'Stolen' }],
  ['DELETE', `/api/comments/${things.comment}`],
  ['POST', `/api/tickets/${things.ticket}/pause`, { reason: 'other' }],
  ['POST', `/api/tickets/${things.ticket}/resume`],
  ['GET', `/api/tickets/${things.ticket}/costs`],
  ['POST', `/api/tickets/${things.ticket}/costs`, aCost],
  ['PATCH', `/api/costs/${things.cost}`, { amount: '1.00' }],
  ['DELETE', `/api/costs/${things.cost}`],
  ['GET', `/api/vendors/${things.vendor}`],
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
  ['GET', `/api/equipment/${things.equipment}/summary`],
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

/** Without what differs in every response. */
const comparable = ({ text }: ApiResponse): string => text.replace(/"(requestId|at)":"[^"]*"/, '');

/** No response about the things differs from one about things that never were. */
async function areInvisible(trial: Trial, caller: Caller, things: Things): Promise<void> {
  const unknown = callsAbout(unknownLike(things));
  for (const [index, [method, path, body]] of callsAbout(things).entries()) {
    const response = await caller.ask(method, path, body);
    trial.expect(`${method} ${path}`, response.status, 404);
    const [, unknownPath = '', sameBody] = unknown[index] ?? [];
    const other = await caller.ask(method, unknownPath, sameBody);
    trial.expect(`${method} ${path}`, comparable(response), comparable(other));
  }
}

test("reads, changes and removes another district's things", async (setup, trial) => {
  await areInvisible(trial, setup.managerB, await thingsOf(setup, setup.storeA));
});

const reports = ['overdue', 'repeats', 'spend', 'speed'].flatMap((question) =>
  ['json', 'csv'].map((format) => `/api/reports/${question}?format=${format}`),
);

test('finds them in lists, counts, searches, statistics and reports', async (setup, trial) => {
  const { managerB, storeA, storeB } = setup;
  const figures = ['/api/stats', ...reports];
  const before = new Map<string, string>();
  for (const path of figures) before.set(path, comparable(await managerB.ask('GET', path)));
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
    '/api/tickets?hasCosts=true',
    `/api/tickets?vendorId=${things.vendor}`,
    '/api/vendors',
    '/api/vendors?q=Served',
    '/api/costs',
    `/api/costs?locationId=${storeA}`,
    `/api/tickets/similar?locationId=${storeB}&title=Oven`,
  ]) {
    const { text, headers, body } = await managerB.ask('GET', path);
    const seen = Object.values(things).filter((id) => text.includes(id));
    trial.expect(path, seen.join(', '), '');
    const count = headers['x-total-count'];
    if (count !== undefined && Array.isArray(body))
      trial.expect(`${path}: count`, Number(count), body.length);
  }
  for (const path of figures)
    trial.expect(path, comparable(await managerB.ask('GET', path)), before.get(path));
  for (const path of reports) {
    const [foreign, unknown] = [
      await managerB.ask('GET', `${path}&locationId=${storeA}`),
      await managerB.ask('GET', `${path}&locationId=${randomUUID()}`),
    ];
    trial.expect(`${path} of the store`, comparable(foreign), comparable(unknown));
  }
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
    [`/api/tickets/${own.ticket}`, { vendorId: foreign.vendor }],
    [`/api/equipment/${own.equipment}`, { vendorId: foreign.vendor }],
  ] as const) {
    const before = (await managerA.ask('GET', path)).text;
    const [field = ''] = Object.keys(fields);
    const response = await managerA.ask('PATCH', path, fields);
    const unknown = await managerA.ask('PATCH', path, { [field]: randomUUID() });
    trial.expect(`${path} ${field}`, response.status, 400);
    trial.expect(`${path} ${field}`, comparable(response), comparable(unknown));
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
  // Vendors are of no store.
  await areInvisible(trial, setup.admin, { ...things, vendor: randomUUID() });
});
