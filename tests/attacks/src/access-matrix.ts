import { randomUUID } from 'node:crypto';
import type { Family, Trial } from './attack.ts';
import { type Caller, pathOf, textOf } from './caller.ts';
import { type Route, routesOf } from './documents.ts';
import type { Person, Stage } from './stage.ts';

const principals = ['anonymous', 'deactivated', 'admin', 'managerA', 'managerB', 'public'] as const;

/** The status that each principal gets, in their order; the public gets that of an anonymous caller. */
type Statuses = readonly [number, number, number, number, number];
const everyone = (status: number): Statuses => [status, status, status, status, status];
const signedIn = (status: number): Statuses => [401, 401, status, status, status];
const adminsOnly = (status: number): Statuses => [401, 401, status, 403, 403];
/** About something of store A. */
const inStoreA = (status: number): Statuses => [401, 401, status, status, 404];
/** A body that refers to store A. */
const intoStoreA: Statuses = [401, 401, 201, 201, 400];
/** What manager A alone began. */
const ofManagerA = (status: number): Statuses => [401, 401, 404, status, 404];

interface Row {
  statuses: Statuses;
  /** Path parameters, and what follows `?`. */
  at?: (stage: Stage) => Promise<Record<string, string>>;
  body?: (stage: Stage, caller: Caller) => unknown;
}

const ofStoreA = (
  collection: string,
  body: object,
  of: (status: number) => Statuses,
  changes: object = { title: 'Changed' },
): Record<string, Row> => {
  const at = async (stage: Stage) => {
    const created = await stage.admin.ask('POST', `/api/${collection}`, {
      ...body,
      locationId: stage.storeA,
    });
    return { id: textOf(created, 'id') };
  };
  return {
    [`GET /api/${collection}`]: { statuses: signedIn(200) },
    [`POST /api/${collection}`]: {
      statuses: intoStoreA,
      body: ({ storeA }) => ({ ...body, locationId: storeA }),
    },
    [`GET /api/${collection}/{id}`]: { statuses: inStoreA(200), at },
    [`PATCH /api/${collection}/{id}`]: { statuses: inStoreA(200), at, body: () => changes },
    [`DELETE /api/${collection}/{id}`]: { statuses: of(204), at },
  };
};

const aStore = () => ({
  name: 'New',
  address: '1 Main Street',
  city: 'Springfield',
  state: 'NY',
  zipCode: '10001',
  storeNumber: randomUUID(),
});
const aPerson = (stage: Stage) => ({
  email: `${randomUUID()}@example.com`,
  firstName: 'New',
  lastName: 'Person',
  password: stage.newPassword(),
});
const employee = async (stage: Stage) => ({ id: (await stage.hire('district_manager')).id });
const newStore = async (stage: Stage) => ({ id: await stage.createStore() });
const ticket = async ({ createTicket, storeA }: Stage) => ({ id: await createTicket(storeA) });
/** A comment of manager A on a ticket of store A. */
const comment = async ({ createTicket, storeA, managerA }: Stage) => {
  const commented = await createTicket(storeA);
  const created = await managerA.ask('POST', `/api/tickets/${commented}/comments`, { body: 'Please look.' });
  return { id: textOf(created, 'id') };
};
const code = async ({ admin, storeA }: Stage) => ({
  id: textOf(await admin.ask('POST', '/api/intake-codes', { locationId: storeA }), 'id'),
});
const attachment = async (stage: Stage) => ({
  id: await stage.attach(stage.admin, await stage.createTicket(stage.storeA)),
});
/** An upload in parts that manager A began; the earlier ones end, or there would soon be too many. */
const upload = async ({ managerA, database }: Stage) => {
  await database.query('DELETE FROM attachments.upload_grants WHERE recorded_at IS NULL');
  const begun = await managerA.ask('POST', '/api/attachments/s3/multipart', {
    filename: 'a.txt',
    type: 'text/plain',
  });
  return { uploadId: textOf(begun, 'uploadId'), partNumber: '1', '?': `key=${textOf(begun, 'key')}` };
};

const aCode = async ({ createCode, storeA }: Stage) => ({ code: await createCode(storeA) });
const aTracked = async ({ createCode, report, storeA }: Stage) => ({
  token: await report(await createCode(storeA)),
});
const guessedToken = () => Promise.resolve({ token: randomUUID() });
const notificationSettings = {
  kinds: Object.fromEntries(
    ['assigned', 'mentioned', 'reported', 'commented', 'status_changed'].map((kind) => [
      kind,
      { inApp: true, email: 'digest' },
    ]),
  ),
  quietHours: { from: '22:00', to: '06:00' },
  digestTime: '07:00',
  timeZone: 'America/New_York',
  pausedUntil: null,
};

const matrix: Record<string, Row> = {
  'GET /api/setup': { statuses: everyone(200) },
  'GET /api/login': { statuses: everyone(302) },
  'POST /api/login': {
    statuses: everyone(401),
    body: () => ({ email: `${randomUUID()}@example.com`, password: 'wrong password' }),
  },
  'POST /api/logout': { statuses: signedIn(204) },
  'POST /api/register': { statuses: adminsOnly(201), body: aPerson },
  'POST /api/remote-loads': {
    statuses: signedIn(204),
    body: () => ({ remote: 'maintenance', outcome: 'loaded', milliseconds: 1 }),
  },
  'GET /api/tokens': { statuses: signedIn(200) },
  'POST /api/tokens': { statuses: signedIn(201), body: () => ({ name: 'attack' }) },
  // Somebody else's.
  'DELETE /api/tokens/{id}': {
    statuses: signedIn(404),
    at: async (stage) => {
      const owner = await stage.hire('admin');
      return { id: textOf(await owner.ask('POST', '/api/tokens', { name: 'attack' }), 'id') };
    },
  },
  'GET /api/user': { statuses: signedIn(200) },
  'PATCH /api/user': { statuses: signedIn(200), body: () => ({ profileImageUrl: null }) },
  'GET /api/users/{id}': { statuses: adminsOnly(200), at: employee },
  'PATCH /api/users/{id}': { statuses: adminsOnly(200), at: employee, body: () => ({ lastName: 'Other' }) },
  'PATCH /api/users/{id}/active': {
    statuses: adminsOnly(200),
    at: employee,
    body: () => ({ active: false }),
  },
  'GET /api/users/{id}/tokens': { statuses: adminsOnly(200), at: employee },
  // Of somebody else again.
  'DELETE /api/users/{id}/tokens/{tokenId}': {
    statuses: adminsOnly(404),
    at: async (stage) => {
      const owner = await stage.hire('admin');
      const tokenId = textOf(await owner.ask('POST', '/api/tokens', { name: 'attack' }), 'id');
      return { ...(await employee(stage)), tokenId };
    },
  },
  'POST /api/admin/reset-user-password': {
    statuses: adminsOnly(200),
    body: async (stage) => ({ userId: (await employee(stage)).id, newPassword: stage.newPassword() }),
  },

  'GET /api/events': { statuses: signedIn(200) },
  'GET /api/inbox': { statuses: signedIn(200) },
  'GET /api/inbox/summary': { statuses: signedIn(200) },
  // Somebody else's, or nobody's: nothing is said about it.
  'POST /api/inbox/read': { statuses: signedIn(204), body: () => ({ ids: [randomUUID()] }) },
  'GET /api/notification-settings': { statuses: signedIn(200) },
  'PUT /api/notification-settings': { statuses: signedIn(200), body: () => notificationSettings },
  'POST /api/notification-settings/test': { statuses: signedIn(202) },
  // Leads to the settings, whatever the token is.
  'GET /api/unsubscribe/{token}': { statuses: everyone(303), at: guessedToken },
  'POST /api/unsubscribe/{token}': { statuses: everyone(404), at: guessedToken },

  // Whoever has the code or the token, with a session or without.
  'GET /api/intake/{code}': { statuses: everyone(200), at: aCode },
  'POST /api/intake/{code}/reports': {
    statuses: everyone(201),
    at: aCode,
    body: () => ({ description: 'Cold', urgency: 'low' }),
  },
  'GET /api/intake/track/{token}': { statuses: everyone(200), at: aTracked },
  'POST /api/intake/track/{token}/replies': {
    statuses: everyone(201),
    at: aTracked,
    body: () => ({ body: 'Still cold' }),
  },
  'POST /api/intake/track/{token}/photos': { statuses: everyone(201), at: aTracked },
  // Nothing was uploaded.
  'POST /api/intake/track/{token}/photos/{id}/done': {
    statuses: everyone(409),
    at: async (stage) => {
      const tracked = await aTracked(stage);
      const granted = await stage.anonymous.ask('POST', `/api/intake/track/${tracked.token}/photos`);
      return { ...tracked, id: textOf(granted, 'id') };
    },
  },

  'GET /api/audit': { statuses: adminsOnly(200) },
  'GET /api/stats': { statuses: signedIn(200) },
  'GET /api/user/assigned-locations': { statuses: [401, 401, 403, 200, 200] },
  'GET /api/locations': { statuses: signedIn(200) },
  'POST /api/locations': { statuses: adminsOnly(201), body: aStore },
  'GET /api/locations/{id}': {
    statuses: inStoreA(200),
    at: ({ storeA }) => Promise.resolve({ id: storeA }),
  },
  'PATCH /api/locations/{id}': { statuses: adminsOnly(200), at: newStore, body: () => ({ city: 'Albany' }) },
  'DELETE /api/locations/{id}': { statuses: adminsOnly(204), at: newStore },
  'GET /api/managers': { statuses: adminsOnly(200) },
  'POST /api/managers/assign': {
    statuses: adminsOnly(201),
    body: async (stage) => ({ managerId: (await employee(stage)).id, locationId: stage.storeB }),
  },
  'DELETE /api/managers/{managerId}/locations/{locationId}': {
    statuses: adminsOnly(204),
    at: async ({ hire, storeB }) => ({
      managerId: (await hire('district_manager', [storeB])).id,
      locationId: storeB,
    }),
  },
  ...ofStoreA('tickets', { title: 'Oven', description: 'Cold', ticketType: 'repair' }, adminsOnly),
  'GET /api/tickets/similar': {
    statuses: [401, 401, 200, 200, 400],
    at: ({ storeA }) => Promise.resolve({ '?': `locationId=${storeA}` }),
  },
  'GET /api/tickets/{id}/timeline': { statuses: inStoreA(200), at: ticket },
  'GET /api/tickets/{id}/people': { statuses: inStoreA(200), at: ticket },
  'PUT /api/tickets/{id}/watch': { statuses: inStoreA(204), at: ticket, body: () => ({ muted: true }) },
  'DELETE /api/tickets/{id}/watch': { statuses: inStoreA(204), at: ticket },
  'POST /api/tickets/{id}/comments': {
    statuses: inStoreA(201),
    at: ticket,
    body: () => ({ body: 'Please look.' }),
  },
  'PATCH /api/comments/{id}': {
    statuses: [401, 401, 403, 200, 404],
    at: comment,
    body: () => ({ body: 'Please look today.' }),
  },
  'DELETE /api/comments/{id}': { statuses: inStoreA(204), at: comment },
  ...ofStoreA('tasks', { title: 'Paint' }, inStoreA),
  ...ofStoreA('projects', { title: 'Refit' }, inStoreA),
  ...ofStoreA(
    'recurring-tasks',
    { title: 'Filters', frequency: 'weekly', nextOccurrence: '2099-12-01T09:00:00Z' },
    adminsOnly,
  ),

  ...ofStoreA('equipment', { name: 'Fryer', category: 'cooking' }, adminsOnly, { status: 'retired' }),
  'GET /api/intake-codes': { statuses: signedIn(200) },
  'POST /api/intake-codes': {
    statuses: intoStoreA,
    body: ({ storeA }) => ({ locationId: storeA }),
  },
  'PATCH /api/intake-codes/{id}': { statuses: inStoreA(200), at: code, body: () => ({ active: false }) },
  'POST /api/intake-codes/{id}/rotate': { statuses: inStoreA(200), at: code },

  'GET /api/tickets/{id}/attachments': { statuses: inStoreA(200), at: ticket },
  'POST /api/tickets/{id}/attachments': {
    statuses: inStoreA(201),
    at: ticket,
    body: async (_stage, caller) => {
      const grant = await caller.ask('POST', '/api/attachments/upload');
      if (grant.status !== 201) return { fileName: 'a', fileSize: 1, objectPath: 'uploads/none' };
      await caller.ask('PUT', pathOf(textOf(grant, 'uploadURL')), 'content');
      return { fileName: 'a', fileSize: 7, objectPath: textOf(grant, 'objectPath') };
    },
  },
  'POST /api/attachments/upload': { statuses: signedIn(201) },
  'DELETE /api/attachments/upload': {
    statuses: ofManagerA(204),
    at: async ({ managerA }) => {
      const granted = await managerA.ask('POST', '/api/attachments/upload');
      return { '?': `objectPath=${textOf(granted, 'objectPath')}` };
    },
  },
  'GET /api/attachments/{id}/download': { statuses: inStoreA(200), at: attachment },
  'DELETE /api/attachments/{id}': { statuses: inStoreA(204), at: attachment },
  'GET /api/attachments/s3/params': {
    statuses: signedIn(200),
    at: () => Promise.resolve({ '?': 'filename=a.txt&type=text/plain' }),
  },
  // Off, unless a role for it is named.
  'GET /api/attachments/s3/sts': { statuses: signedIn(404) },
  'POST /api/attachments/s3/multipart': {
    statuses: signedIn(201),
    body: () => ({ filename: 'a.txt', type: 'text/plain' }),
  },
  'GET /api/attachments/s3/multipart/{uploadId}': { statuses: ofManagerA(200), at: upload },
  'GET /api/attachments/s3/multipart/{uploadId}/{partNumber}': { statuses: ofManagerA(200), at: upload },
  // Nothing was uploaded: whoever may complete it hears that its part is missing.
  'POST /api/attachments/s3/multipart/{uploadId}/complete': {
    statuses: ofManagerA(400),
    at: upload,
    body: () => ({ parts: [{ PartNumber: 1, ETag: 'none' }] }),
  },
  'DELETE /api/attachments/s3/multipart/{uploadId}': { statuses: ofManagerA(204), at: upload },
};

async function tryRoute(stage: Stage, trial: Trial, { method, path }: Route, row: Row): Promise<void> {
  for (const [index, principal] of principals.entries()) {
    const parameters = (await row.at?.(stage)) ?? {};
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? randomUUID());
    // Signing out ends the session, so it is not the one the others use.
    const caller = path === '/api/logout' ? await again(stage, stage[principal]) : stage[principal];
    const query = parameters['?'] === undefined ? '' : `?${parameters['?']}`;
    const response = await caller.ask(method, address + query, await row.body?.(stage, caller));
    trial.expect(
      `${method} ${path} as ${principal}`,
      response.status,
      row.statuses[principal === 'public' ? 0 : index],
    );
    if (response.status >= 400) {
      const type = response.headers['content-type'] ?? '';
      trial.expect(`${method} ${path} as ${principal}`, type.split(';')[0], 'application/problem+json');
    }
  }
}

const again = (stage: Stage, person: Caller | Person): Promise<Caller> =>
  'email' in person && person !== stage.deactivated
    ? stage.signIn(person.email, person.password)
    : Promise.resolve(person);

export const accessMatrix: Family = {
  async 'every documented call as everybody'(stage, trial) {
    const routes = routesOf(stage.documents);
    const known = new Set(Object.keys(matrix));
    for (const route of routes) {
      const row = matrix[`${route.method} ${route.path}`];
      trial.expect(`${route.method} ${route.path}`, row === undefined ? 'unknown here' : 'known', 'known');
      known.delete(`${route.method} ${route.path}`);
      if (row) await tryRoute(stage, trial, route, row);
      if (route.path.startsWith('/api/intake/')) await stage.forgetTries();
    }
    trial.expect('calls that are documented no more', [...known].join(', '), '');
    await stage.forgetTries();
    trial.figure = `${routes.length} calls × ${principals.length} principals`;
  },
};
