import { beforeAll, describe, expect, it } from '@jest/globals';
import { hashToken, RouteTable } from '@mainstay/service-kit';
import { randomUUID } from 'node:crypto';
import { STEP_ID, unknownId, useCoreService } from './core-service.ts';
import { aReport, intakeOf } from './intake-calls.ts';
import { vendorCallsOf } from './vendor-calls.ts';

const core = useCoreService();
const vendors = vendorCallsOf(core);

/**
 * Status of each route for admin, manager A, manager B, a deactivated administrator and an anonymous visitor, requested
 * for data of store A. A route that is missing here fails the first test.
 */
const open = { admin: 200, managerA: 200, managerB: 200, deactivated: 200, anonymous: 200 };
const filed = { admin: 201, managerA: 201, managerB: 201, deactivated: 201, anonymous: 201 };
const signedOut = { deactivated: 401, anonymous: 401 };
const signedIn = { admin: 200, managerA: 200, managerB: 200, ...signedOut };
const ofStoreA = { admin: 200, managerA: 200, managerB: 404, ...signedOut };
const intoStoreA = { admin: 201, managerA: 201, managerB: 400, ...signedOut };
const outOfStoreA = { admin: 204, managerA: 204, managerB: 404, ...signedOut };
const adminsOnly = { managerA: 403, managerB: 403, ...signedOut };
const matrix: Record<string, typeof open> = {
  'GET /api/docs/core.json': open,
  'GET /health/live': open,
  'GET /health/ready': open,
  'GET /metrics': open,
  'GET /api/tickets': signedIn,
  'POST /api/tickets': intoStoreA,
  'GET /api/tickets/:id': ofStoreA,
  'PATCH /api/tickets/:id': ofStoreA,
  'DELETE /api/tickets/:id': { ...adminsOnly, admin: 204 },
  // What is not visible is refused in the response.
  'POST /api/tickets/bulk': signedIn,
  'GET /api/bulk-changes': signedIn,
  // Of manager A, as the views.
  'POST /api/bulk-changes/:id/undo': { ...ofStoreA, admin: 404 },
  'GET /api/views': signedIn,
  'POST /api/views': { ...intoStoreA, managerB: 201 },
  'PATCH /api/views/:id': { ...ofStoreA, admin: 404 },
  'DELETE /api/views/:id': { ...outOfStoreA, admin: 404 },
  'POST /api/tickets/:id/pause': ofStoreA,
  // Nobody paused it.
  'POST /api/tickets/:id/resume': { ...ofStoreA, admin: 409, managerA: 409 },
  'GET /api/response-targets': signedIn,
  'PATCH /api/response-targets/:priority': { ...adminsOnly, admin: 200 },
  'GET /api/completion-rules': signedIn,
  'PATCH /api/completion-rules/:ticketType': { ...adminsOnly, admin: 200 },
  'GET /api/checklists': signedIn,
  'POST /api/checklists': { ...adminsOnly, admin: 201 },
  'GET /api/checklists/:id': signedIn,
  'PATCH /api/checklists/:id': { ...adminsOnly, admin: 200 },
  'DELETE /api/checklists/:id': { ...adminsOnly, admin: 204 },
  'GET /api/checklist-runs': signedIn,
  'POST /api/checklist-runs': intoStoreA,
  'GET /api/checklist-runs/:id': ofStoreA,
  'POST /api/tickets/:id/checklist-runs': { ...ofStoreA, admin: 201, managerA: 201 },
  'PUT /api/checklist-runs/:id/answers/:stepId': ofStoreA,
  'POST /api/checklist-runs/:id/complete': ofStoreA,
  'GET /api/locations/:id/hours': ofStoreA,
  'PUT /api/locations/:id/hours': { ...adminsOnly, admin: 200 },
  'GET /api/tickets/due': signedIn,
  'GET /api/tickets/similar': { ...signedIn, managerB: 400 },
  'GET /api/tickets/:id/timeline': ofStoreA,
  'GET /api/tickets/:id/people': ofStoreA,
  'PUT /api/tickets/:id/watch': outOfStoreA,
  'DELETE /api/tickets/:id/watch': outOfStoreA,
  'POST /api/tickets/:id/comments': { ...ofStoreA, admin: 201, managerA: 201 },
  // Comments of manager A.
  'PATCH /api/comments/:id': { ...ofStoreA, admin: 403 },
  'DELETE /api/comments/:id': outOfStoreA,
  'GET /api/tasks': signedIn,
  'POST /api/tasks': intoStoreA,
  'GET /api/tasks/:id': ofStoreA,
  'PATCH /api/tasks/:id': ofStoreA,
  'DELETE /api/tasks/:id': outOfStoreA,
  'GET /api/projects': signedIn,
  'POST /api/projects': intoStoreA,
  'GET /api/projects/:id': ofStoreA,
  'PATCH /api/projects/:id': ofStoreA,
  'DELETE /api/projects/:id': outOfStoreA,
  'GET /api/recurring-tasks': signedIn,
  'POST /api/recurring-tasks': intoStoreA,
  'GET /api/recurring-tasks/:id': ofStoreA,
  'PATCH /api/recurring-tasks/:id': ofStoreA,
  'DELETE /api/recurring-tasks/:id': { ...adminsOnly, admin: 204 },
  'GET /api/equipment': signedIn,
  'POST /api/equipment': intoStoreA,
  'GET /api/equipment/:id': ofStoreA,
  'PATCH /api/equipment/:id': ofStoreA,
  'DELETE /api/equipment/:id': { ...adminsOnly, admin: 204 },
  'POST /api/imports/locations': { ...adminsOnly, admin: 201 },
  'POST /api/imports/equipment': { ...adminsOnly, admin: 201 },
  // Of a kind that is none.
  'POST /api/imports/:kind': { ...adminsOnly, admin: 404 },
  'GET /api/imports/:id': { ...adminsOnly, admin: 200 },
  'GET /api/imports/:id/rows': { ...adminsOnly, admin: 200 },
  'POST /api/imports/:id/apply': { ...adminsOnly, admin: 202 },
  'GET /api/equipment/:id/summary': ofStoreA,
  // Vendors of store A.
  'GET /api/vendors': signedIn,
  'POST /api/vendors': { ...adminsOnly, admin: 201 },
  'GET /api/vendors/:id': ofStoreA,
  'PATCH /api/vendors/:id': { ...adminsOnly, admin: 200 },
  'DELETE /api/vendors/:id': { ...adminsOnly, admin: 204 },
  'GET /api/costs': signedIn,
  'PATCH /api/costs/:id': ofStoreA,
  'DELETE /api/costs/:id': ofStoreA,
  'GET /api/tickets/:id/costs': ofStoreA,
  'POST /api/tickets/:id/costs': { ...ofStoreA, admin: 201, managerA: 201 },
  // Of store A, as their ticket.
  'GET /api/tickets/:id/vendor-jobs': ofStoreA,
  'POST /api/tickets/:id/vendor-jobs': { ...ofStoreA, admin: 201, managerA: 201 },
  'POST /api/vendor-jobs/:id/resend': { ...ofStoreA, admin: 202, managerA: 202 },
  'POST /api/vendor-jobs/:id/withdraw': ofStoreA,
  // The work is not done.
  'POST /api/vendor-jobs/:id/confirm': { ...ofStoreA, admin: 409, managerA: 409 },
  'POST /api/vendor-jobs/:id/return': { ...ofStoreA, admin: 409, managerA: 409 },
  'POST /api/vendor-quotes/:id/decision': ofStoreA,
  // There is nothing to approve.
  'POST /api/tickets/:id/approval': { ...adminsOnly, admin: 409 },
  'GET /api/intake-codes': signedIn,
  'POST /api/intake-codes': intoStoreA,
  'PATCH /api/intake-codes/:id': ofStoreA,
  'POST /api/intake-codes/:id/rotate': ofStoreA,
  'GET /api/stats': signedIn,
  'GET /api/locations': signedIn,
  'GET /api/locations/:id': ofStoreA,
  'POST /api/locations': { ...adminsOnly, admin: 201 },
  'PATCH /api/locations/:id': { ...adminsOnly, admin: 200 },
  'POST /api/locations/:id/archive': { ...adminsOnly, admin: 200 },
  'POST /api/locations/:id/restore': { ...adminsOnly, admin: 200 },
  'DELETE /api/locations/:id': { ...adminsOnly, admin: 204 },
  'GET /api/managers': { ...adminsOnly, admin: 200 },
  'POST /api/managers/assign': { ...adminsOnly, admin: 409 },
  'DELETE /api/managers/:managerId/locations/:locationId': { ...adminsOnly, admin: 404 },
  'GET /api/audit': { ...adminsOnly, admin: 200 },
  // Sessions and tokens are not looked at.
  'GET /api/intake/:code': open,
  'POST /api/intake/:code': filed,
  'POST /api/intake/:code/reports': filed,
  'GET /api/intake/track/:token': open,
  'POST /api/intake/track/:token/replies': filed,
  'GET /api/intake/jobs/:token': open,
  'POST /api/intake/jobs/:token/answer': open,
  'POST /api/intake/jobs/:token/visit': open,
  'POST /api/intake/jobs/:token/comments': filed,
  'POST /api/intake/jobs/:token/quotes': filed,
  // The work is not accepted.
  'POST /api/intake/jobs/:token/done': {
    admin: 409,
    managerA: 409,
    managerB: 409,
    deactivated: 409,
    anonymous: 409,
  },
  'GET /api/user/assigned-locations': { admin: 403, managerA: 200, managerB: 200, ...signedOut },
};

/** `Authorization` headers: a token has its user's role and locations, a read-only one cannot write. */
const tokens = { tokenOfAdmin: '', tokenOfA: '', readOnlyTokenOfAdmin: '', readOnlyTokenOfA: '' };

async function createToken(userId: string, readOnly: boolean): Promise<string> {
  const token = randomUUID();
  await core.query(
    `INSERT INTO auth.tokens (user_id, name, token_hash, read_only) VALUES ($1, 'test', $2, $3)`,
    [userId, hashToken(token), readOnly],
  );
  return `Bearer ${token}`;
}

let checklistId: string;

beforeAll(async () => {
  checklistId = await core.insert('checklists');
  tokens.tokenOfAdmin = await createToken(core.admin.userId, false);
  tokens.tokenOfA = await createToken(core.managerA.userId, false);
  tokens.readOnlyTokenOfAdmin = await createToken(core.admin.userId, true);
  tokens.readOnlyTokenOfA = await createToken(core.managerA.userId, true);
});

/** Valid bodies about store A for every caller with access, besides those of `core.bodyOf`. */
const bodies: Record<string, () => object> = {
  'PATCH /api/tickets/:id': () => ({ priority: 'high' }),
  'POST /api/tickets/bulk': () => ({ ids: [unknownId], changes: { priority: 'high' } }),
  'PATCH /api/views/:id': () => ({ query: 'priority=high' }),
  'PUT /api/tickets/:id/watch': () => ({ muted: true }),
  'POST /api/tickets/:id/comments': () => ({ body: 'Please look.' }),
  'PATCH /api/comments/:id': () => ({ body: 'Please look today.' }),
  'PATCH /api/tasks/:id': () => ({ completed: true }),
  'PATCH /api/projects/:id': () => ({ status: 'under way' }),
  'PATCH /api/recurring-tasks/:id': () => ({ active: false }),
  'PATCH /api/equipment/:id': () => ({ status: 'retired' }),
  'PATCH /api/vendors/:id': () => ({ phone: '555-0100' }),
  'PATCH /api/costs/:id': () => ({ amount: '12.50' }),
  'POST /api/tickets/:id/costs': () => ({ kind: 'parts', amount: '12', description: 'Fuse' }),
  'POST /api/tickets/:id/approval': () => ({ decision: 'approve', totalCost: '0' }),
  'PATCH /api/intake-codes/:id': () => ({ active: false }),
  'POST /api/tickets/:id/pause': () => ({ reason: 'other' }),
  'PATCH /api/response-targets/:priority': () => ({ atRiskPercent: 75 }),
  'PATCH /api/completion-rules/:ticketType': () => ({ note: false }),
  'PATCH /api/checklists/:id': () => ({ active: true }),
  'POST /api/checklist-runs': () => ({ checklistId, locationId: core.storeA }),
  'POST /api/tickets/:id/checklist-runs': () => ({ checklistId }),
  'PUT /api/checklist-runs/:id/answers/:stepId': () => ({ value: 'pass' }),
  'PUT /api/locations/:id/hours': () => ({ hours: [], closures: [] }),
  'PATCH /api/locations/:id': () => ({ phone: '555-0100' }),
  'POST /api/intake/:code': () => aReport,
  'POST /api/intake/:code/reports': () => aReport,
  'POST /api/intake/track/:token/replies': () => ({ body: 'Still cold' }),
  'POST /api/tickets/:id/vendor-jobs': () => ({}),
  'POST /api/vendor-jobs/:id/resend': () => ({}),
  'POST /api/vendor-jobs/:id/return': () => ({ note: 'Still warm' }),
  'POST /api/vendor-quotes/:id/decision': () => ({ decision: 'decline' }),
  'POST /api/intake/jobs/:token/answer': () => ({ name: 'Lee', accept: true }),
  'POST /api/intake/jobs/:token/visit': () => ({
    name: 'Lee',
    visitAt: new Date(Date.now() + 60_000).toISOString(),
  }),
  'POST /api/intake/jobs/:token/comments': () => ({ name: 'Lee', body: 'On my way' }),
  'POST /api/intake/jobs/:token/quotes': () => ({ name: 'Lee', amount: '90', description: 'Fan' }),
  'POST /api/intake/jobs/:token/done': () => ({ name: 'Lee', note: 'Replaced' }),
  'POST /api/managers/assign': () => ({ managerId: core.managerA.userId, locationId: core.storeA }),
};

/** Tables of the rows that routes with an id refer to. */
const tables = ['tickets', 'tasks', 'projects', 'recurring-tasks', 'equipment', 'intake-codes', 'imports'];

/** The id of a new comment by manager A on a ticket of store A. */
async function aComment(): Promise<string> {
  return core.insert('ticket_comments', {
    ticket_id: await core.insert('tickets'),
    author_id: core.managerA.userId,
    body: 'Look.',
  });
}

/** The id of a new cost of a ticket of store A. */
async function aCost(): Promise<string> {
  return core.insert('ticket_costs', { ticket_id: await core.insert('tickets') });
}

/** The id of a row of store A as the target of the request. */
async function targetOf(method: string, path: string): Promise<string> {
  const collection = path.split('/')[2] ?? '';
  if (collection === 'comments') return aComment();
  if (collection === 'vendor-jobs') return (await vendors.sent()).job.id;
  if (collection === 'vendor-quotes') return aQuote();
  if (path.endsWith('/vendor-jobs')) return (await vendors.unsent()).id;
  if (collection === 'costs') return aCost();
  const { userId } = core.managerA;
  if (collection === 'bulk-changes')
    return core.insert('bulk_changes', { created_by: userId, changes: '{}' });
  if (collection === 'views')
    return core.insert('views', { owner_id: userId, name: randomUUID(), screen: 'tickets', query: '' });
  if (collection === 'checklists') return core.insert('checklists');
  if (collection === 'checklist-runs') return core.insert('checklist_runs', { checklist_id: checklistId });
  if (collection === 'vendors') return core.insert('vendors', { location_ids: [core.storeA] });
  if (collection === 'intake-codes') return (await intakeOf(core).code()).id;
  if (tables.includes(collection)) return core.insert(collection.replace('-', '_'));
  if (path.endsWith('/archive') || path.endsWith('/restore'))
    return core.createStore('Closing', { archived_at: path.endsWith('/restore') ? new Date() : null });
  return method === 'DELETE' && collection === 'locations' ? core.createStore('Closing') : core.storeA;
}

/** The id of a new quote about a ticket of store A. */
async function aQuote(): Promise<string> {
  const { token, ticket } = await vendors.sent();
  await vendors.call(token, 'quotes', { amount: '90', description: 'Fan' });
  const [job] = await vendors.jobs(ticket.id);
  return job?.quotes[0]?.id ?? '';
}

/** A code of store A, and the token of a report with it. */
async function aReportedCode(): Promise<{ code: string; token: string }> {
  const { code } = await intakeOf(core).code();
  return { code, token: (await intakeOf(core).report(code)).trackingToken };
}

/** @param id of the target, if it is not to be of store A */
async function ask(route: string, headers: Record<string, string>, id?: string) {
  const [method = '', path = ''] = route.split(' ');
  const isJob = path.includes('/intake/jobs/');
  const { code, token } = isJob
    ? { code: '', token: (await vendors.sent()).token }
    : path.includes('/intake/')
      ? await aReportedCode()
      : { code: '', token: '' };
  const url = path
    .replace(':code', code)
    .replace(':token', token)
    .replace(':managerId', core.managerA.userId)
    .replace(':locationId', unknownId)
    .replace(':priority', 'high')
    .replace(':ticketType', 'repair')
    .replace(':stepId', STEP_ID)
    .replace(':id', path.includes(':id') ? (id ?? (await targetOf(method, path))) : '')
    .concat(path.endsWith('/similar') ? `?locationId=${core.storeA}` : '');
  const agent = core.as().set(headers);
  if (method === 'GET') return agent.get(url);
  if (method === 'DELETE') return agent.delete(url);
  const send = { POST: () => agent.post(url), PUT: () => agent.put(url), PATCH: () => agent.patch(url) };
  if (/^\/api\/imports\/[a-z]+$/.test(path)) return agent.post(url).type('text/csv').send('storeNumber,name');
  if (method !== 'POST' && method !== 'PUT' && method !== 'PATCH') throw new Error(`no request for ${route}`);
  const isCreation = method === 'POST' && /^\/api\/[a-z-]+$/.test(path);
  return send[method]().send(
    bodies[route]?.() ?? (isCreation ? core.bodyOf(path.slice('/api/'.length)) : undefined),
  );
}

it('covers every route, and every route declares its access', () => {
  const routes = core.app.get(RouteTable).routes();
  expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(matrix).sort());
  expect(routes.filter(({ access }) => access === undefined)).toEqual([]);
});

describe.each(Object.entries(matrix))('%s', (route, expected) => {
  const callers = ['anonymous', 'deactivated', 'managerB', 'managerA', 'admin'] as const;
  it.each(callers)('%s', async (who) => {
    const response = await ask(route, who === 'anonymous' ? {} : { Cookie: core[who].cookie });
    expect(response.status).toBe(expected[who]);
    if (expected[who] === 401) expect(response.body).toMatchObject({ status: 401, detail: 'Unauthorized' });
    if (expected[who] >= 400) {
      expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    }
  });

  const isWrite = !route.startsWith('GET') && expected.anonymous === 401;
  it.each([
    ['tokenOfAdmin', expected.admin],
    ['tokenOfA', expected.managerA],
    ['readOnlyTokenOfAdmin', isWrite ? 403 : expected.admin],
    ['readOnlyTokenOfA', isWrite ? 403 : expected.managerA],
  ] as const)('with the token %s', async (token, status) => {
    expect((await ask(route, { Authorization: tokens[token] })).status).toBe(status);
  });
});

const invisible = Object.entries(matrix).flatMap(([route, { managerB }]) =>
  managerB === 404 ? [route] : [],
);
it.each(invisible)('%s says the same of what is not visible and of what never was', async (route) => {
  const headers = { Cookie: core.managerB.cookie };
  const [one, other] = [await ask(route, headers), await ask(route, headers, unknownId)];
  expect(one.body).toEqual({ ...(other.body as object), requestId: expect.any(String) });
});

it('the token of a link reaches its job alone', async () => {
  const [one, other] = [await vendors.sent(), await vendors.sent()];
  expect(await vendors.page(one.token)).toMatchObject({ number: one.ticket.number });
  const before = JSON.stringify(await vendors.jobs(other.ticket.id));
  // It is no session and no token of the API, and no code or tracking token either.
  for (const route of Object.keys(matrix).filter((name) => matrix[name]?.anonymous === 401))
    expect([route, (await ask(route, { Authorization: `Bearer ${one.token}` })).status]).toEqual([
      route,
      401,
    ]);
  for (const path of [one.token, `track/${one.token}`, `${one.token}/reports`])
    expect((await intakeOf(core).read(path)).status).toBe(404);
  const report = await aReportedCode();
  for (const token of [report.code, report.token]) expect((await vendors.open(token)).status).toBe(404);
  await vendors.call(one.token, 'answer', { accept: true });
  expect(JSON.stringify(await vendors.jobs(other.ticket.id))).toBe(before);
});
