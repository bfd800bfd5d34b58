import { randomUUID } from 'node:crypto';
import type { Family } from './attack.ts';
import { cookiesOf, textOf } from './caller.ts';

const RACES = 10;

const person = (password: string) => ({
  email: `${randomUUID()}@example.com`,
  password,
  role: 'admin',
  firstName: 'Casey',
  lastName: 'Doe',
});

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

export const functions: Family = {
  async 'registers as administrator'(stage, trial) {
    const { anonymous, managerA, managerB, deactivated, database } = stage;
    for (const [caller, status] of [
      [anonymous, 401],
      [deactivated, 401],
      [managerA, 403],
      [managerB, 403],
    ] as const) {
      const body = person(stage.newPassword());
      trial.expect('POST /api/register', (await caller.ask('POST', '/api/register', body)).status, status);
      const { rowCount } = await database.query('SELECT FROM auth.users WHERE email = $1', [body.email]);
      trial.expect('accounts made', rowCount, 0);
    }
  },

  async 'disguises an address'(stage, trial) {
    for (const path of disguises) {
      for (const caller of [stage.anonymous, stage.managerA, stage.admin]) {
        const { status, headers } = await caller.ask('GET', path);
        // Any other address is the shell's, whose page says that there is nothing.
        const isPage = status === 200 && headers['content-type']?.startsWith('text/html');
        trial.expect(path, isPage ? 'page' : status, 400, 404, ...(path.startsWith('/api/') ? [] : ['page']));
      }
    }
  },

  async 'disguises a method or an address in a header'(stage, trial) {
    const { managerA, admin, storeA } = stage;
    const ticket = `/api/tickets/${await stage.createTicket(storeA)}`;
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
  },

  async 'writes with a read-only token, or uses a token after it ended'(stage, trial) {
    const owner = await stage.hire('admin');
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    const created = await owner.ask('POST', '/api/tokens', { name: 'attack', readOnly: true });
    const token = textOf(created, 'token');
    const { anonymous } = stage;
    trial.expect(
      'reading',
      (await anonymous.ask('GET', '/api/managers', undefined, bearer(token))).status,
      200,
    );
    for (const [method, path, body] of [
      ['POST', '/api/register', person(stage.newPassword())],
      ['POST', '/api/tokens', { name: 'another' }],
      ['DELETE', `/api/locations/${stage.storeA}`],
      ['POST', '/api/attachments/upload'],
    ] as const) {
      const { status } = await anonymous.ask(method, path, body, bearer(token));
      trial.expect(`${method} ${path}`, status, 403);
    }
    for (const altered of [token.slice(0, -1), `${token}a`, token.toUpperCase(), '', 'null']) {
      const { status } = await anonymous.ask('GET', '/api/user', undefined, bearer(altered));
      trial.expect('an altered token', status, 401);
    }
    await owner.ask('DELETE', `/api/tokens/${textOf(created, 'id')}`);
    for (const path of ['/api/user', '/api/tickets', `/api/tickets/${randomUUID()}/attachments`]) {
      const { status } = await anonymous.ask('GET', path, undefined, bearer(token));
      trial.expect(`${path} with a revoked token`, status, 401);
    }
  },

  async 'leaves no administrator by a race'(stage, trial) {
    const { database, hire } = stage;
    for (let race = 0; race < RACES; race += 1) {
      const [one, other] = [await hire('admin'), await hire('admin')];
      const { rows: others } = await database.query<{ id: string }>(
        `UPDATE auth.users SET active = false WHERE role = 'admin' AND active AND id <> ALL ($1) RETURNING id`,
        [[one.id, other.id]],
      );
      const [path, body] =
        race % 2 === 0
          ? (['', { role: 'district_manager' }] as const)
          : (['/active', { active: false }] as const);
      const responses = await Promise.all([
        one.ask('PATCH', `/api/users/${other.id}${path}`, body),
        other.ask('PATCH', `/api/users/${one.id}${path}`, body),
      ]);
      const { rowCount } = await database.query(
        `SELECT FROM auth.users WHERE role = 'admin' AND active AND id = ANY ($1)`,
        [[one.id, other.id]],
      );
      trial.expect('administrators left', rowCount, 1);
      const statuses = responses.map(({ status }) => status).sort();
      trial.expect('responses', statuses.join(), '200,401', '200,403', '200,409');
      await database.query('UPDATE auth.users SET active = true WHERE id = ANY ($1)', [
        others.map(({ id }) => id),
      ]);
    }
  },
};

export const firstAdmin: Family = {
  async 'registers fifty first administrators at once'(stage, trial) {
    const { database, anonymous } = stage;
    await database.query('DELETE FROM auth.users');
    const responses = await Promise.all(
      Array.from({ length: 50 }, () =>
        anonymous.ask('POST', '/api/register', person(stage.newPassword()), { cookie: undefined }),
      ),
    );
    const made = responses.filter(({ status }) => status === 201);
    trial.expect('responses with 201', made.length, 1);
    // A busy machine refuses some with a 503.
    const refused = responses.filter(({ status }) => status === 401 || status === 503);
    trial.expect('refusals', refused.length, 49);
    trial.expect('sessions given', responses.filter((response) => cookiesOf(response) !== '').length, 1);
    const { rowCount } = await database.query('SELECT FROM auth.users');
    trial.expect('accounts', rowCount, 1);
    trial.figure = `${made.length} of ${responses.length} won`;
  },
};
