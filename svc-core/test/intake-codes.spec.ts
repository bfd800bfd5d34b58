import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import type {
  IntakeCodeResponse,
  IssuedIntakeCodeResponse,
} from '../src/intake-codes/intake-codes.schemas.ts';
import { hashOf } from '../src/intake-codes/secret-code.ts';
import { type CoreService, startCoreService, unknownId } from './core-service.ts';

let core: CoreService;
let fryer: string;
let foreignFryer: string;
beforeAll(async () => {
  core = await startCoreService();
  const add = (location_id: string) =>
    core.insert('equipment', { location_id, name: 'Fryer 2', category: 'cooking' });
  [fryer, foreignFryer] = [await add(core.storeA), await add(core.storeB)];
});
afterAll(() => core.close());

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const secret = expect.stringMatching(/^[a-z2-7]{26}$/);
const errorsOf = (response: { body: unknown }): unknown => (response.body as { errors?: unknown }).errors;

const post = (body: object, user: { cookie: string } = core.admin) =>
  core.as(user).post('/api/intake-codes').send(body);
async function create(more: object = {}): Promise<IssuedIntakeCodeResponse> {
  const response = await post({ locationId: core.storeA, ...more });
  expect(response.status).toBe(201);
  return response.body as IssuedIntakeCodeResponse;
}
const storedHash = async (id: string): Promise<Buffer | undefined> => {
  const { rows } = await core.backends.admin.query<{ code_hash: Buffer }>(
    'SELECT code_hash FROM core.intake_codes WHERE id = $1',
    [id],
  );
  return rows[0]?.code_hash;
};

describe('POST /api/intake-codes', () => {
  it('requires a session', async () => {
    expect((await core.as().post('/api/intake-codes').send({ locationId: core.storeA })).status).toBe(401);
  });

  it.each([
    ['no location', { locationId: undefined }, { locationId: ['Required.'] }],
    ['an unknown location', { locationId: unknownId }, { locationId: ['There is no such location.'] }],
    [
      'unknown equipment',
      { equipmentId: unknownId },
      { equipmentId: ['There is no such equipment at this location.'] },
    ],
    ['a label of 61 characters', { label: 'x'.repeat(61) }, { label: ['At most 60 characters.'] }],
    ['a code of their own', { code: 'x' }, { code: ['Unknown field.'] }],
  ])('rejects %s', async (_name, change, errors) => {
    const response = await post({ locationId: core.storeA, ...change });
    expect([response.status, errorsOf(response)]).toEqual([400, errors]);
  });

  it('rejects an invisible location, and equipment of another location', async () => {
    const foreign = await post({ locationId: core.storeB }, core.managerA);
    expect(errorsOf(foreign)).toEqual({ locationId: ['There is no such location.'] });
    for (const user of [core.admin, core.managerA]) {
      const response = await post({ locationId: core.storeA, equipmentId: foreignFryer }, user);
      expect(errorsOf(response)).toEqual({ equipmentId: ['There is no such equipment at this location.'] });
    }
  });

  it('creates a code for equipment, shows its secret, and stores the hash of it alone', async () => {
    const response = await post(
      { locationId: core.storeA, equipmentId: fryer, label: ' Left side ' },
      core.managerA,
    );
    expect([response.status, response.headers['etag']]).toEqual([201, '"1"']);
    const issued = response.body as IssuedIntakeCodeResponse;
    expect(issued).toEqual({
      id: expect.any(String),
      locationId: core.storeA,
      equipmentId: fryer,
      label: 'Left side',
      active: true,
      suspendedUntil: null,
      createdBy: core.managerA.userId,
      createdAt: instant,
      rotatedAt: null,
      lastUsedAt: null,
      location: { id: core.storeA, name: 'Store A', storeNumber: 'A-1' },
      equipment: { id: fryer, name: 'Fryer 2' },
      code: secret,
    });
    expect(await storedHash(issued.id)).toEqual(hashOf(issued.code));
  });

  it('creates a code for the whole location', async () => {
    expect(await create()).toMatchObject({ equipmentId: null, equipment: null, label: null });
  });

  describe('with a key', () => {
    const keyed = (key: string, body: object = { locationId: core.storeA }) =>
      post(body).set('Idempotency-Key', key);

    it('creates one for ten identical concurrent requests, and shows the same secret to each', async () => {
      const key = randomUUID();
      const responses = await Promise.all(Array.from({ length: 10 }, () => keyed(key)));
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
      expect(new Set(responses.map(({ text, headers }) => `${headers['etag'] ?? ''} ${text}`)).size).toBe(1);
      const issued = responses[0]?.body as IssuedIntakeCodeResponse;
      expect(await storedHash(issued.id)).toEqual(hashOf(issued.code));
      expect((await keyed(key, { locationId: core.storeB })).status).toBe(422);
    });

    it('stores the secret encrypted: no table has it', async () => {
      const { code } = (await keyed(randomUUID())).body as IssuedIntakeCodeResponse;
      const { rows: tables } = await core.backends.admin.query<{ name: string }>(
        `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('auth', 'core')`,
      );
      for (const { name } of tables) {
        const { rowCount } = await core.backends.admin.query(
          `SELECT FROM ${name} AS stored WHERE stored::text LIKE '%' || $1 || '%'`,
          [code],
        );
        expect([name, rowCount]).toEqual([name, 0]);
      }
    });

    it('returns 409 when what is stored cannot be decrypted any more', async () => {
      const key = randomUUID();
      expect((await keyed(key)).status).toBe(201);
      await core.backends.admin.query(
        `UPDATE core.idempotency_keys
         SET answer = jsonb_set(answer, '{answer,code}', to_jsonb('A' || substr(answer #>> '{answer,code}', 1)))
         WHERE key = $1`,
        [key],
      );
      const response = await keyed(key);
      expect([response.status, response.headers['content-type']]).toEqual([
        409,
        'application/problem+json; charset=utf-8',
      ]);
    });
  });
});

describe('POST /api/intake-codes/:id/rotate', () => {
  const rotate = (id: string, user: { cookie: string } = core.admin) =>
    core.as(user).post(`/api/intake-codes/${id}/rotate`);

  it('requires a session', async () => {
    const { id } = await create();
    expect((await core.as().post(`/api/intake-codes/${id}/rotate`)).status).toBe(401);
  });

  it('returns 404 for unknown, malformed and invisible codes, and leaves them', async () => {
    const { id, code } = await create({ locationId: core.storeB });
    for (const asked of [unknownId, 'nonsense', id]) {
      expect((await rotate(asked, core.managerA)).status).toBe(404);
    }
    expect(await storedHash(id)).toEqual(hashOf(code));
  });

  it('takes no key, and only the version that was read', async () => {
    const { id } = await create();
    expect((await rotate(id).set('Idempotency-Key', randomUUID())).status).toBe(400);
    expect((await rotate(id).set('If-Match', '"9"')).status).toBe(412);
    expect((await rotate(id).set('If-Match', '"1"')).status).toBe(200);
  });

  it('replaces the secret at once, shows the new one, and ends a suspension', async () => {
    const before = await create();
    await core.backends.admin.query(
      `UPDATE core.intake_codes SET suspended_until = now() + interval '1 hour' WHERE id = $1`,
      [before.id],
    );
    const response = await rotate(before.id, core.managerA);
    expect([response.status, response.headers['etag']]).toEqual([200, '"3"']);
    const after = response.body as IssuedIntakeCodeResponse;
    expect(after).toEqual({ ...before, rotatedAt: instant, code: secret });
    expect(after.code).not.toBe(before.code);
    expect(await storedHash(before.id)).toEqual(hashOf(after.code));
  });
});

describe('PATCH /api/intake-codes/:id', () => {
  const patch = (id: string, changes: object, user: { cookie: string } = core.admin) =>
    core.as(user).patch(`/api/intake-codes/${id}`).send(changes);

  it('requires a session', async () => {
    const { id } = await create();
    expect((await core.as().patch(`/api/intake-codes/${id}`).send({ active: false })).status).toBe(401);
  });

  it('returns 404 for a code that is not visible', async () => {
    const { id } = await create({ locationId: core.storeB });
    expect((await patch(id, { active: false }, core.managerA)).status).toBe(404);
    expect((await patch(unknownId, { active: false })).status).toBe(404);
  });

  it.each([
    [{ active: null }, 'active'],
    [{ active: 'no' }, 'active'],
    [{ label: 'x'.repeat(61) }, 'label'],
    [{ locationId: unknownId }, 'locationId'],
    [{ suspendedUntil: null }, 'suspendedUntil'],
  ])('rejects %j', async (changes, field) => {
    const { id } = await create();
    const response = await patch(id, changes);
    expect([response.status, Object.keys(errorsOf(response) as object)]).toEqual([400, [field]]);
  });

  it('changes the given fields, at the version that was read, without the secret', async () => {
    const { code, ...issued } = await create({ label: 'Left side' });
    const off = await patch(issued.id, { active: false }, core.managerA);
    expect([off.status, off.headers['etag'], off.body]).toEqual([200, '"2"', { ...issued, active: false }]);
    expect((await patch(issued.id, { label: null }).set('If-Match', '"1"')).status).toBe(412);
    const renamed = await patch(issued.id, { label: '', active: true }).set('If-Match', '"2"');
    expect(renamed.body).toEqual({ ...issued, label: null });
    expect((await patch(issued.id, {})).headers['etag']).toBe('"3"');
    expect(await storedHash(issued.id)).toEqual(hashOf(code));
  });
});

describe('GET /api/intake-codes', () => {
  const list = async (query = '', user = core.admin) => {
    const response = await core.as(user).get(`/api/intake-codes${query}`);
    expect(response.status).toBe(200);
    return {
      labels: (response.body as IntakeCodeResponse[]).map(({ label }) => label),
      total: response.headers['x-total-count'],
      text: response.text,
      next: /^<\/api\/intake-codes([^>]+)>; rel="next"$/.exec(response.headers['link'] ?? '')?.[1],
    };
  };

  beforeAll(async () => {
    await core.backends.admin.query('DELETE FROM core.intake_codes');
    for (const [index, [label, location_id, equipment_id]] of [
      ['door', core.storeA, null],
      ['fryer', core.storeA, fryer],
      ['foreign', core.storeB, foreignFryer],
    ].entries()) {
      await core.insert('intake_codes', {
        label,
        location_id,
        equipment_id,
        code_hash: randomBytes(32),
        created_at: new Date(Date.UTC(2026, 2, 5, 15, index)),
      });
    }
  });

  it('requires a session', async () => {
    expect((await core.as().get('/api/intake-codes')).status).toBe(401);
  });

  it.each(['?locationId=1', '?equipmentId=1', '?cursor=x', '?code=x'])('rejects %s', async (query) => {
    expect((await core.as(core.admin).get(`/api/intake-codes${query}`)).status).toBe(400);
  });

  it('lists codes newest first, without their secrets, in pages', async () => {
    const all = await list();
    expect(all).toMatchObject({ labels: ['foreign', 'fryer', 'door'], total: '3', next: undefined });
    expect(all.text).not.toContain('"code"');
    expect(all.text).not.toContain('ash"');
    const first = await list('?limit=2');
    expect(first).toMatchObject({ labels: ['foreign', 'fryer'], total: '3' });
    expect(await list(first.next)).toMatchObject({ labels: ['door'], total: '3', next: undefined });
  });

  it('limits a manager to their stores, whatever the filters', async () => {
    expect(await list('', core.managerA)).toMatchObject({ labels: ['fryer', 'door'], total: '2' });
    expect(await list(`?locationId=${core.storeB}`, core.managerA)).toMatchObject({ labels: [], total: '0' });
    expect(await list(`?equipmentId=${foreignFryer}`, core.managerA)).toMatchObject({ labels: [] });
  });

  it('filters by location and by equipment', async () => {
    expect(await list(`?locationId=${core.storeA}`)).toMatchObject({ labels: ['fryer', 'door'], total: '2' });
    expect(await list(`?equipmentId=${fryer}`)).toMatchObject({ labels: ['fryer'], total: '1' });
  });
});

describe('what the audit trail and the feed have of a code', () => {
  const entriesOf = async (id: string) => {
    const { rows } = await core.backends.admin.query<{ action: string; fields: string[]; row: object }>(
      `SELECT c.action, c.fields, c.location_before, c.location_after, c.version, a.after AS row
       FROM auth.changes c JOIN auth.audit_entries a USING (id)
       WHERE c.entity = 'intake_code' AND c.entity_id = $1 ORDER BY id`,
      [id],
    );
    return rows;
  };

  it('is its place and the names of its fields, never the secret or its hash', async () => {
    const { id } = await create();
    await core.as(core.admin).post(`/api/intake-codes/${id}/rotate`);
    const place = { location_before: core.storeA, location_after: core.storeA };
    const entries = await entriesOf(id);
    expect(entries).toMatchObject([
      { action: 'create', location_before: null, location_after: core.storeA, version: 1 },
      { action: 'update', fields: ['rotatedAt'], ...place, version: 2 },
    ]);
    for (const { row } of entries) expect(Object.keys(row)).not.toContain('code_hash');
  });

  it('is nothing of its use, which is no version either', async () => {
    const { id } = await create();
    // Twice in the same millisecond.
    const used = new Date();
    const use = 'UPDATE core.intake_codes SET last_used_at = $2 WHERE id = $1';
    for (const _ of [1, 2]) await core.backends.admin.query(use, [id, used]);
    expect(await entriesOf(id)).toHaveLength(1);
    const patched = await core
      .as(core.admin)
      .patch(`/api/intake-codes/${id}`)
      .set('If-Match', '"1"')
      .send({ label: 'x' });
    expect(patched.status).toBe(200);
  });
});
