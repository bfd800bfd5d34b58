import { hashOfCode } from '@mainstay/service-kit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import type {
  IntakeCodeResponse,
  IssuedIntakeCodeResponse,
} from '../src/intake-codes/intake-codes.schemas.ts';
import { instant, itRejects, unknownId, useCoreService } from './core-service.ts';

const core = useCoreService();

let fryer: string;
let foreignFryer: string;
beforeAll(async () => {
  const add = (location_id: string) => core.insert('equipment', { location_id, name: 'Fryer 2' });
  [fryer, foreignFryer] = [await add(core.storeA), await add(core.storeB)];
});

const secret = expect.stringMatching(/^[a-z2-7]{26}$/);

const post = (change: object, user: { cookie: string } = core.admin) =>
  core.send('post', '/api/intake-codes', { locationId: core.storeA, ...change }, user);
const create = (more: object = {}) => core.create<IssuedIntakeCodeResponse>('intake-codes', more);
const storedHash = async (id: string): Promise<Buffer | undefined> =>
  (await core.query<{ code_hash: Buffer }>('SELECT code_hash FROM core.intake_codes WHERE id = $1', [id]))[0]
    ?.code_hash;

describe('POST /api/intake-codes', () => {
  itRejects(post, [
    ['an unknown location', { locationId: unknownId }, { locationId: ['There is no such location.'] }],
    ['a label of 61 characters', { label: 'x'.repeat(61) }, { label: ['At most 60 characters.'] }],
    ['a code of their own', { code: 'x' }, { code: ['Unknown field.'] }],
  ]);

  it('creates a code for equipment, shows its secret, and stores the hash of it alone', async () => {
    const response = await post({ equipmentId: fryer, label: ' Left side ' }, core.managerA);
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
    expect(await storedHash(issued.id)).toEqual(hashOfCode(issued.code));
  });

  it('creates a code for the whole location', async () => {
    expect(await create()).toMatchObject({ equipmentId: null, equipment: null, label: null });
  });

  describe('with a key', () => {
    const keyed = (key: string, body: object = {}) => post(body).set('Idempotency-Key', key);

    it('stores the secret encrypted: no table has it', async () => {
      const key = randomUUID();
      const first = await keyed(key);
      const { code } = first.body as IssuedIntakeCodeResponse;
      expect((await keyed(key)).body).toEqual(first.body);
      expect((await keyed(key, { locationId: core.storeB })).status).toBe(422);
      const tables = await core.query<{ name: string }>(
        `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('auth', 'core')`,
      );
      for (const { name } of tables) {
        const found = await core.query(
          `SELECT FROM ${name} AS stored WHERE stored::text LIKE '%' || $1 || '%'`,
          [code],
        );
        expect([name, found]).toEqual([name, []]);
      }
    });

    it('returns 409 when what is stored cannot be decrypted any more', async () => {
      const key = randomUUID();
      expect((await keyed(key)).status).toBe(201);
      await core.query(
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

  it('takes only the version that was read', async () => {
    const { id } = await create();
    expect((await rotate(id).set('If-Match', '"9"')).status).toBe(412);
    expect((await rotate(id).set('If-Match', '"1"')).status).toBe(200);
  });

  it('replaces the secret at once, shows the new one, and ends a suspension', async () => {
    const before = await create();
    await core.query(
      `UPDATE core.intake_codes SET suspended_until = now() + interval '1 hour' WHERE id = $1`,
      [before.id],
    );
    const response = await rotate(before.id, core.managerA);
    expect([response.status, response.headers['etag']]).toEqual([200, '"3"']);
    const after = response.body as IssuedIntakeCodeResponse;
    expect(after).toEqual({ ...before, rotatedAt: instant, code: secret });
    expect(after.code).not.toBe(before.code);
    expect(await storedHash(before.id)).toEqual(hashOfCode(after.code));
  });
});

describe('PATCH /api/intake-codes/:id', () => {
  const patch = (id: string, changes: object, user: { cookie: string } = core.admin) =>
    core.as(user).patch(`/api/intake-codes/${id}`).send(changes);

  it('changes the given fields, at the version that was read, without the secret', async () => {
    const { code, ...issued } = await create({ label: 'Left side' });
    const off = await patch(issued.id, { active: false }, core.managerA);
    expect([off.status, off.headers['etag'], off.body]).toEqual([200, '"2"', { ...issued, active: false }]);
    expect((await patch(issued.id, { label: null }).set('If-Match', '"1"')).status).toBe(412);
    const renamed = await patch(issued.id, { label: '', active: true }).set('If-Match', '"2"');
    expect(renamed.body).toEqual({ ...issued, label: null });
    expect((await patch(issued.id, {})).headers['etag']).toBe('"3"');
    expect(await storedHash(issued.id)).toEqual(hashOfCode(code));
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
    await core.query('DELETE FROM core.intake_codes');
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
    const rows = await core.query<{ action: string; fields: string[]; row: object }>(
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
