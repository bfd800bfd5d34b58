import { test } from './attack.ts';
import { aTicket } from './setup.ts';

const STRANGER = 'https://evil.example';

test('sends a form', async (setup, trial) => {
  const ticket = JSON.stringify({ ...aTicket, locationId: setup.storeA });
  for (const type of [
    'text/plain',
    'text/plain; application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    '',
  ]) {
    for (const path of ['/api/tickets', '/api/login', '/api/attachments/s3/multipart']) {
      const { status } = await setup.admin.ask('POST', path, ticket, { 'content-type': type });
      trial.expect(`${path} as ${type}`, status, 415);
    }
  }
});

test('reads responses from another origin', async (setup, trial) => {
  for (const path of [
    '/',
    '/api/user',
    '/api/login',
    '/api/tickets',
    '/config.json',
    '/remotes/registry.json',
  ]) {
    for (const [method, more] of [
      ['GET', {}],
      ['OPTIONS', { 'access-control-request-method': 'DELETE' }],
    ] as const) {
      const { headers } = await setup.admin.ask(method, path, undefined, { origin: STRANGER, ...more });
      const granted = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
      trial.expect(`${method} ${path} grants`, granted.join(), '');
    }
  }
});
