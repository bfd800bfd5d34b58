import { expect, it } from '@jest/globals';
import {
  accessCases,
  accessFaults,
  type AccessMatrix,
  callRoute,
  createTestUser,
  headersOf,
} from '@mainstay/service-kit/testing';
import { useService } from './running-service.ts';
import { defaults } from './settings-body.ts';
import { askForStream } from './stream-client.ts';

const matrix: AccessMatrix = {
  'GET /api/docs/notifications.json': { access: 'everyone', status: 200 },
  'GET /api/changes': { access: 'users', status: 200 },
  'GET /api/events': { access: 'users', status: 200 },
  'GET /health/live': { access: 'everyone', status: 200 },
  'GET /health/ready': { access: 'everyone', status: 200 },
  'GET /metrics': { access: 'everyone', status: 200 },
  'GET /api/inbox': { access: 'users', status: 200 },
  'GET /api/inbox/summary': { access: 'users', status: 200 },
  'POST /api/inbox/read': {
    access: 'users',
    status: 204,
    body: () => ({ before: '2026-03-05T16:21:00.000Z' }),
  },
  'GET /api/notification-settings': { access: 'users', status: 200 },
  'PUT /api/notification-settings': { access: 'users', status: 200, body: () => defaults },
  'POST /api/notification-settings/test': { access: 'users', status: 202 },
  'GET /api/unsubscribe/:token': { access: 'everyone', status: 303 },
  'POST /api/unsubscribe/:token': { access: 'everyone', status: 404 },
};

const service = useService({ SMTP_URL: 'smtp://127.0.0.1:1' });

/** The response of a stream, which does not end by itself. */
async function callStream(headers: Record<string, string>): Promise<{ status: number; type: string }> {
  const response = await askForStream(service.app, headers);
  response.destroy();
  const [type = ''] = response.headers['content-type']?.split(';') ?? [];
  return { status: response.statusCode ?? 0, type };
}

it('covers every route, and every route declares its access', () => {
  expect(accessFaults(service.app, matrix)).toEqual([]);
});

it.each(accessCases(matrix))('$route as $caller', async ({ route, caller, row, status }) => {
  const { backends, config, app } = service;
  const headers = await headersOf(caller, backends.admin, (user) => createTestUser(backends, config, user));
  const isStream = route === 'GET /api/events';
  const response = await (isStream
    ? callStream(headers)
    : callRoute(app, route, headers, { id: 'x', body: row.body?.() }));
  expect(response.status).toBe(status);
  if (status >= 400) expect(response.type).toBe('application/problem+json');
});
