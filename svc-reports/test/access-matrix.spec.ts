import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hashToken, RouteTable } from '@mainstay/service-kit';
import { randomUUID } from 'node:crypto';
import { type RunningService, startReportsService } from './running-service.ts';

/**
 * The status that each route returns to an administrator, a district manager, a deactivated administrator and an
 * anonymous visitor. A route that is missing here fails the first test.
 */
const open = { admin: 200, manager: 200, deactivated: 200, anonymous: 200 };
const signedOut = { deactivated: 401, anonymous: 401 };
const signedIn = { admin: 200, manager: 200, ...signedOut };
const matrix: Record<string, typeof open> = {
  'GET /api/docs/reports.json': open,
  'GET /health/live': open,
  'GET /health/ready': open,
  'GET /metrics': open,
  'GET /api/reports/overdue': signedIn,
  'GET /api/reports/repeats': signedIn,
  'GET /api/reports/spend': signedIn,
  'GET /api/reports/speed': signedIn,
};

let service: RunningService;
beforeAll(async () => {
  service = await startReportsService();
});
afterAll(() => service.close());

/** The `Authorization` header of an administrator's token that can only read. */
async function createToken(): Promise<string> {
  const token = randomUUID();
  await service.backends.admin.query(
    `INSERT INTO auth.tokens (user_id, name, token_hash, read_only) VALUES ($1, 'test', $2, TRUE)`,
    [service.admin.userId, hashToken(token)],
  );
  return `Bearer ${token}`;
}

const ask = (route: string, headers: Record<string, string>) =>
  service.as().set(headers).get(route.replace('GET ', ''));

it('covers every route, and every route declares its access', () => {
  const routes = service.app.get(RouteTable).routes();
  expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(matrix).sort());
  expect(routes.filter(({ access }) => access === undefined)).toEqual([]);
});

describe.each(Object.entries(matrix))('%s', (route, expected) => {
  it.each(['anonymous', 'deactivated', 'manager', 'admin'] as const)('%s', async (who) => {
    const response = await ask(route, who === 'anonymous' ? {} : { Cookie: service[who].cookie });
    expect(response.status).toBe(expected[who]);
    if (expected[who] >= 400) {
      expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    }
  });

  it('an administrator with a token that can only read', async () => {
    expect((await ask(route, { Authorization: await createToken() })).status).toBe(expected.admin);
  });
});
