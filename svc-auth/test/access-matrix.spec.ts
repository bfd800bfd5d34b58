import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { RouteTable } from '@mainstay/service-kit';
import type { TestUser } from '@mainstay/service-kit/testing';
import { type AuthService, startAuthService } from './auth-service.ts';

/** Statuses for anonymous, manager, deactivated user with a live cookie. `open` means: not stopped by the guard. */
const matrix: Record<string, ['open' | 401, 'open' | 403, 'open' | 401]> = {
  'GET /api/setup': ['open', 'open', 'open'],
  'GET /api/login': ['open', 'open', 'open'],
  'POST /api/login': ['open', 'open', 'open'],
  'POST /api/register': ['open', 'open', 'open'],
  'POST /api/logout': [401, 'open', 401],
  'GET /api/user': [401, 'open', 401],
  'PATCH /api/users/:id': [401, 403, 401],
  'PATCH /api/users/:id/active': [401, 403, 401],
  'POST /api/admin/reset-user-password': [401, 403, 401],
  'GET /api/tokens': [401, 'open', 401],
  'POST /api/tokens': [401, 'open', 401],
  'DELETE /api/tokens/:id': [401, 'open', 401],
  'GET /health/live': ['open', 'open', 'open'],
  'GET /health/ready': ['open', 'open', 'open'],
  'GET /metrics': ['open', 'open', 'open'],
};

let auth: AuthService;
let manager: TestUser;
let deactivated: TestUser;

beforeAll(async () => {
  auth = await startAuthService();
  manager = await auth.createUser({ role: 'district_manager' });
  deactivated = await auth.createUser({ role: 'admin', active: false });
});
afterAll(() => auth.close());

it('knows every route, and every route says who may call it', () => {
  const routes = auth.app.get(RouteTable).routes();
  expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(matrix).sort());
  expect(routes.filter(({ access }) => access === undefined)).toEqual([]);
});

it.each(Object.entries(matrix))('%s', async (route, expected) => {
  const [method = '', path = ''] = route.split(' ');
  // POST /api/logout would end the manager's session for the routes after it.
  const user = await auth.createUser({ role: 'district_manager' });
  const callers = [undefined, path === '/api/logout' ? user : manager, deactivated];
  for (const [index, caller] of callers.entries()) {
    const agent = auth.as(caller);
    const url = path.replace(':id', '01890000-0000-7000-8000-000000000000');
    const response = await send(agent, method, url);
    const want = expected[index];
    if (want === 'open') expect([200, 204, 302, 400, 404]).toContain(response.status);
    else expect(response.status).toBe(want);
  }
});

function send(agent: ReturnType<AuthService['as']>, method: string, url: string) {
  switch (method) {
    case 'GET':
      return agent.get(url);
    case 'PATCH':
      return agent.patch(url).send({});
    case 'DELETE':
      return agent.delete(url);
    default:
      return agent.post(url).send(url === '/api/logout' ? undefined : {});
  }
}
