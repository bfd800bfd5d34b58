import { randomUUID } from 'node:crypto';
import type { Family } from './attack.ts';
import { routesOf } from './documents.ts';

const SAFE = ['GET', 'HEAD'];
const STRANGER = 'https://evil.example';

/** What a browser says of a request that another site's page makes. */
const strangers = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site', origin: undefined },
  { origin: STRANGER },
  { origin: 'null' },
  { origin: 'https://stores.example.com.evil.example' },
  { origin: 'http://stores.example.com:81' },
];

export const crossSite: Family = {
  async 'changes something from a page of another site'(stage, trial) {
    const routes = routesOf(stage.documents).filter(({ method }) => !SAFE.includes(method));
    for (const { method, path } of routes) {
      const address = path.replaceAll(/\{\w+\}/g, () => randomUUID());
      for (const headers of strangers) {
        const { status } = await stage.admin.ask(method, address, undefined, headers);
        trial.expect(`${method} ${path} with ${JSON.stringify(headers)}`, status, 403);
      }
    }
    const stillSignedIn = await stage.admin.ask('GET', '/api/user');
    trial.expect('the session', stillSignedIn.status, 200);
  },

  async 'sends a form'(stage, trial) {
    const ticket = JSON.stringify({
      title: 'Form',
      description: 'Cold',
      ticketType: 'repair',
      locationId: stage.storeA,
    });
    for (const type of [
      'text/plain',
      'text/plain; application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      '',
    ]) {
      for (const path of ['/api/tickets', '/api/login', '/api/attachments/s3/multipart']) {
        const { status } = await stage.admin.ask('POST', path, ticket, { 'content-type': type });
        trial.expect(`${path} as ${type}`, status, 415);
      }
    }
  },

  async 'reads responses from another origin'(stage, trial) {
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
        const { headers } = await stage.admin.ask(method, path, undefined, { origin: STRANGER, ...more });
        const granted = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
        trial.expect(`${method} ${path} grants`, granted.join(), '');
      }
    }
  },
};
