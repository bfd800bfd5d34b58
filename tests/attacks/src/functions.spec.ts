import { test } from './attack.ts';
import { textOf } from '@mainstay/test-kit';

/** Ways to write an address that a gateway and a service could read differently. */
const disguises = [
  '//api/managers',
  '/api//managers',
  '/api/./managers',
  '/api/tickets/../managers',
  '/api/tickets/%2e%2e/managers',
  '/api/tickets/..%2fmanagers',
  '/api/tickets/%2e%2e%2fmanagers',
  '/api%2fmanagers',
  '/api/%6d%61nagers/',
  '/api/managers/',
  '/api/managers/.',
  '/api/managers%2f',
  '/api/managers%00',
  '/api/managers%20',
  '/api/managers;a=b',
  '/api/managers.json',
  '/\\api\\managers',
  '/api/%5cmanagers',
  '/API/managers',
  '/api/MANAGERS',
  '/api/attachments/objects/../../managers',
  '/api/docs/../managers',
  '/metrics',
  '/health/ready',
  '/api/../metrics',
  '/api/metrics',
  '/gateway/problem',
  '/gateway/objects/attachments/x',
  '/gateway/objects/../../secrets.json',
  '/remotes/../secrets.json',
  '/remotes/%2e%2e/%2e%2e/secrets.json',
  '/assets/../../secrets.json',
  '/remotes/log.jsonl',
  '/.git/config',
];

test('disguises an address', async (setup, trial) => {
  for (const path of disguises) {
    for (const caller of [setup.anonymous, setup.managerA, setup.admin]) {
      const { status, headers } = await caller.ask('GET', path);
      // Any other address is the shell's, whose page says that there is nothing.
      const isPage = status === 200 && headers['content-type']?.startsWith('text/html');
      trial.expect(path, isPage ? 'page' : status, 400, 404, ...(path.startsWith('/api/') ? [] : ['page']));
    }
  }
});

test('disguises a method or an address in a header', async (setup, trial) => {
  const { managerA, admin, storeA } = setup;
  const ticket = `/api/tickets/${await setup.createTicket(storeA)}`;
  for (const header of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
    await admin.ask('GET', ticket, undefined, { [header]: 'DELETE' });
    await admin.ask('POST', ticket, {}, { [header]: 'DELETE' });
    trial.expect(header, (await admin.ask('GET', ticket)).status, 200);
  }
  for (const header of ['x-original-url', 'x-rewrite-url', 'x-forwarded-prefix', 'x-accel-redirect']) {
    const response = await managerA.ask('GET', '/api/user', undefined, { [header]: '/api/managers' });
    trial.expect(header, textOf(response, 'id'), managerA.id);
  }
  for (const method of ['HEAD', 'OPTIONS', 'PUT', 'TRACE', 'PROPFIND']) {
    const response = await managerA.ask(method, '/api/managers');
    trial.expect(`${method} /api/managers`, response.status, 400, 403, 405);
  }
});
