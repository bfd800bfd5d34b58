import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hashToken, RouteTable } from '@mainstay/service-kit';
import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { type AuthService, startAuthService } from './auth-service.ts';

const principals = [
  'anonymous',
  'deactivated',
  'manager',
  'admin',
  'tokenOfManager',
  'tokenOfAdmin',
  'readOnly',
] as const;
type PrincipalName = (typeof principals)[number];
type Statuses = Record<PrincipalName, number>;

const open = (status: number): Statuses => ({
  anonymous: status,
  deactivated: status,
  manager: status,
  admin: status,
  tokenOfManager: status,
  tokenOfAdmin: status,
  readOnly: status,
});
const signedOut = { anonymous: 401, deactivated: 401 };
const signedIn = (status: number): Statuses => ({ ...open(status), ...signedOut });
const adminsOnly = (status: number): Statuses => ({
  ...signedIn(status),
  manager: 403,
  tokenOfManager: 403,
});
/** A read-only token gets 403 for every write, also an administrator's. */
const writing = (statuses: Statuses): Statuses => ({ ...statuses, readOnly: 403 });
/** Needs a session: a token must not create further access. */
const withoutTokens = (statuses: Statuses): Statuses => ({
  ...statuses,
  tokenOfManager: 403,
  tokenOfAdmin: 403,
  readOnly: 403,
});

interface Row {
  statuses: Statuses;
  body?: () => object;
}

/** Every route. A route that is missing here fails the test. `readOnly` is an administrator's token. */
const matrix: Record<string, Row> = {
  'GET /api/setup': { statuses: open(200) },
  'GET /api/login': { statuses: open(302) },
  'POST /api/login': { statuses: open(401), body: () => ({ email: 'nobody@example.com', password: 'x' }) },
  'POST /api/register': {
    statuses: withoutTokens(adminsOnly(201)),
    body: () => ({
      email: `${randomUUID()}@example.com`,
      password: 'secret',
      firstName: 'New',
      lastName: 'Person',
    }),
  },
  'POST /api/logout': { statuses: writing(signedIn(204)) },
  'GET /api/user': { statuses: signedIn(200) },
  'PATCH /api/user': { statuses: writing(signedIn(200)), body: () => ({ profileImageUrl: null }) },
  'GET /api/users/:id': { statuses: adminsOnly(200) },
  'PATCH /api/users/:id': { statuses: writing(adminsOnly(200)), body: () => ({ lastName: 'Other' }) },
  'PATCH /api/users/:id/active': { statuses: writing(adminsOnly(200)), body: () => ({ active: true }) },
  'POST /api/admin/reset-user-password': {
    statuses: withoutTokens(adminsOnly(200)),
    body: () => ({ userId: employee, newPassword: 'secret' }),
  },
  'GET /api/tokens': { statuses: signedIn(200) },
  'POST /api/tokens': { statuses: withoutTokens(signedIn(201)), body: () => ({ name: 'test' }) },
  // A token of another user.
  'DELETE /api/tokens/:id': { statuses: withoutTokens(signedIn(404)) },
  'GET /api/users/:id/tokens': { statuses: adminsOnly(200) },
  'DELETE /api/users/:id/tokens/:tokenId': { statuses: withoutTokens(adminsOnly(404)) },
  'POST /api/remote-loads': {
    statuses: writing(signedIn(204)),
    body: () => ({ remote: 'maintenance', outcome: 'loaded', milliseconds: 1 }),
  },
  'GET /api/docs/auth.json': { statuses: open(200) },
  'GET /health/live': { statuses: open(200) },
  'GET /health/ready': { statuses: open(200) },
  'GET /metrics': { statuses: open(200) },
};

let auth: AuthService;
/** The user that the requests refer to. */
let employee: string;

beforeAll(async () => {
  auth = await startAuthService();
  // Keeps one administrator, because otherwise registration would be open.
  await auth.createUser({ role: 'admin' });
  employee = (await auth.createUser({ role: 'district_manager' })).userId;
});
afterAll(() => auth.close());

async function createToken(userId: string, readOnly = false): Promise<string> {
  const token = randomUUID();
  await auth.backends.admin.query(
    `INSERT INTO auth.tokens (user_id, name, token_hash, read_only) VALUES ($1, 'test', $2, $3)`,
    [userId, hashToken(token), readOnly],
  );
  return `Bearer ${token}`;
}

/** New for each request, because some requests end the session. */
async function headersOf(principal: PrincipalName): Promise<Record<string, string>> {
  if (principal === 'anonymous') return {};
  const role = /manager/i.test(principal) ? 'district_manager' : 'admin';
  const { cookie, userId } = await auth.createUser({ role, active: principal !== 'deactivated' });
  if (principal === 'readOnly') return { Authorization: await createToken(userId, true) };
  return principal.startsWith('token') ? { Authorization: await createToken(userId) } : { Cookie: cookie };
}

describe('access matrix', () => {
  it('covers every route, and every route declares its access', () => {
    const routes = auth.app.get(RouteTable).routes();
    expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(matrix).sort());
    expect(routes.filter(({ access }) => access === undefined)).toEqual([]);
  });

  it.each(
    Object.entries(matrix).flatMap(([route, row]) =>
      principals.map((principal) => ({ route, row, principal })),
    ),
  )('$route as $principal', async ({ route, row, principal }) => {
    const [method = '', path = ''] = route.split(' ');
    const call = send(method, path.replace(/:(id|tokenId)/g, employee)).set(await headersOf(principal));
    const { status } = await (row.body ? call.send(row.body()) : call);
    expect(status).toBe(row.statuses[principal]);
  });
});

function send(method: string, url: string): request.Test {
  const agent = request(auth.app.getHttpServer());
  switch (method) {
    case 'GET':
      return agent.get(url);
    case 'PATCH':
      return agent.patch(url);
    case 'DELETE':
      return agent.delete(url);
    default:
      return agent.post(url);
  }
}
