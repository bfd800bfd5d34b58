import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from './attack.ts';
import { signIn } from '@mainstay/test-kit';
import { aTicket } from './setup.ts';

test('signs out during a slow request', async (setup, trial) => {
  const { email, password } = await setup.hire('district_manager', [setup.storeA]);
  const session = await signIn(setup.target, email, password);
  const body = JSON.stringify({ ...aTicket, locationId: setup.storeA });
  const slow = request({
    port: setup.target.port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/tickets',
    headers: {
      host: new URL(setup.target.publicUrl).host,
      cookie: session.cookie,
      'content-type': 'application/json',
      'content-length': body.length,
    },
  });
  const status = new Promise((resolve, reject) => {
    slow.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
  });
  slow.write(body.slice(0, 20));
  await sleep(300);
  await session.ask('POST', '/api/logout');
  slow.end(body.slice(20));
  trial.expect('the slow request', await status, 401);
});
