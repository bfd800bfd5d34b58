import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hashToken, RouteTable } from '@mainstay/service-kit';
import { randomUUID } from 'node:crypto';
import { type RunningService, startNotificationsService } from './running-service.ts';
import { askForStream } from './stream-client.ts';

/**
 * The status that each route returns to an administrator, a district manager, a deactivated administrator and an
 * anonymous visitor. A route that is missing here fails the first test.
 */
const open = { admin: 200, manager: 200, deactivated: 200, anonymous: 200 };
const matrix: Record<string, typeof open> = {
  'GET /api/docs/notifications.json': open,
  'GET /api/events': { admin: 200, manager: 200, deactivated: 401, anonymous: 401 },
  'GET /health/live': open,
  'GET /health/ready': open,
  'GET /metrics': open,
};

let service: RunningService;
beforeAll(async () => {
  service = await startNotificationsService();
});
afterAll(() => service.close());

/** The `Authorization` header of an administrator's token. */
async function createToken(isReadOnly: boolean): Promise<string> {
  const token = randomUUID();
  await service.backends.admin.query(
    `INSERT INTO auth.tokens (user_id, name, token_hash, read_only) VALUES ($1, 'test', $2, $3)`,
    [service.admin.userId, hashToken(token), isReadOnly],
  );
  return `Bearer ${token}`;
}

/** The response of a stream, which does not end by itself. */
async function askStream(headers: Record<string, string>) {
  const response = await askForStream(service.app, headers);
  response.destroy();
  return { status: response.statusCode, headers: response.headers };
}

function ask(route: string, headers: Record<string, string>) {
  const [method = '', path = ''] = route.split(' ');
  if (path === '/api/events') return askStream(headers);
  const agent = service.as().set(headers);
  if (method === 'GET') return agent.get(path);
  if (method === 'DELETE') return agent.delete(path);
  return (method === 'POST' ? agent.post(path) : agent.patch(path)).send({ name: 'Example' });
}

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
    const status = route.startsWith('GET') ? expected.admin : 403;
    expect((await ask(route, { Authorization: await createToken(false) })).status).toBe(expected.admin);
    expect((await ask(route, { Authorization: await createToken(true) })).status).toBe(status);
  });
});
