import { beforeAll, describe, expect, it } from '@jest/globals';
import { hashToken, RouteTable } from '@mainstay/service-kit';
import { randomUUID } from 'node:crypto';
import { unknownId, useCoreService } from './core-service.ts';
import { intakeOf } from './intake-calls.ts';
import { RouteCalls } from './route-calls.ts';

const core = useCoreService();
const calls = new RouteCalls(core);
const { vendors } = calls;

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

beforeAll(async () => {
  tokens.tokenOfAdmin = await createToken(core.admin.userId, false);
  tokens.tokenOfA = await createToken(core.managerA.userId, false);
  tokens.readOnlyTokenOfAdmin = await createToken(core.admin.userId, true);
  tokens.readOnlyTokenOfA = await createToken(core.managerA.userId, true);
});

it('covers every route, and every route declares its access', () => {
  const routes = core.app.get(RouteTable).routes();
  expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(matrix).sort());
  expect(routes.filter(({ access }) => access === undefined)).toEqual([]);
});

describe.each(Object.entries(matrix))('%s', (route, expected) => {
  const callers = ['anonymous', 'deactivated', 'managerB', 'managerA', 'admin'] as const;
  it.each(callers)('%s', async (who) => {
    const response = await calls.ask(route, who === 'anonymous' ? {} : { Cookie: core[who].cookie });
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
    expect((await calls.ask(route, { Authorization: tokens[token] })).status).toBe(status);
  });
});

const invisible = Object.entries(matrix).flatMap(([route, { managerB }]) =>
  managerB === 404 ? [route] : [],
);
it.each(invisible)('%s says the same of what is not visible and of what never was', async (route) => {
  const headers = { Cookie: core.managerB.cookie };
  const [one, other] = [await calls.ask(route, headers), await calls.ask(route, headers, unknownId)];
  expect(one.body).toEqual({ ...(other.body as object), requestId: expect.any(String) });
});

it('the token of a link reaches its job alone', async () => {
  const [one, other] = [await vendors.sent(), await vendors.sent()];
  expect(await vendors.page(one.token)).toMatchObject({ number: one.ticket.number });
  const before = JSON.stringify(await vendors.jobs(other.ticket.id));
  // It is no session and no token of the API, and no code or tracking token either.
  for (const route of Object.keys(matrix).filter((name) => matrix[name]?.anonymous === 401))
    expect([route, (await calls.ask(route, { Authorization: `Bearer ${one.token}` })).status]).toEqual([
      route,
      401,
    ]);
  for (const path of [one.token, `track/${one.token}`, `${one.token}/reports`])
    expect((await intakeOf(core).read(path)).status).toBe(404);
  const report = await calls.aReportedCode();
  for (const token of [report.code, report.token]) expect((await vendors.open(token)).status).toBe(404);
  await vendors.call(one.token, 'answer', { accept: true });
  expect(JSON.stringify(await vendors.jobs(other.ticket.id))).toBe(before);
});
