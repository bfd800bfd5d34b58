import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hashToken, RouteTable } from '@mainstay/service-kit';
import { randomUUID } from 'node:crypto';
import { type RunningService, startNotificationsService } from './running-service.ts';

/**
 * The status that each route returns to an administrator, a district manager, a deactivated administrator and an
 * anonymous visitor. A route that is missing here fails the first test.
 */
const open = { admin: 200, manager: 200, deactivated: 200, anonymous: 200 };
const signedIn = { ...open, deactivated: 401, anonymous: 401 };
const matrix: Record<string, typeof open> = {
  'GET /api/docs/notifications.json': open,
  'GET /health/live': open,
  'GET /health/ready': open,
  'GET /metrics': open,
  'GET /api/inbox': signedIn,
  'GET /api/inbox/summary': signedIn,
  'POST /api/inbox/read': { ...signedIn, admin: 204, manager: 204 },
  'GET /api/notification-settings': signedIn,
  'PUT /api/notification-settings': signedIn,
};

/** Valid bodies of the calls that take one. */
const bodies: Record<string, object> = {
  'POST /api/inbox/read': { before: '2026-03-05T16:21:00.000Z' },
  'PUT /api/notification-settings': {
    kinds: {
      assigned: { inApp: true, email: 'off' },
      mentioned: { inApp: true, email: 'off' },
      reported: { inApp: true, email: 'off' },
      commented: { inApp: true, email: 'off' },
      status_changed: { inApp: true, email: 'off' },
    },
    quietHours: null,
    digestTime: '07:00',
    timeZone: 'America/New_York',
    pausedUntil: null,
  },
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

function ask(route: string, headers: Record<string, string>) {
  const [method = '', path = ''] = route.split(' ');
  const agent = service.as().set(headers);
  if (method === 'GET') return agent.get(path);
  return (method === 'POST' ? agent.post(path) : agent.put(path)).send(bodies[route] ?? {});
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
