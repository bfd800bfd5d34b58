import { describe, expect, it, jest } from '@jest/globals';
import { EquipmentService } from '../src/equipment/equipment.service.ts';
import { ImportWork } from '../src/imports/import-work.ts';
import type { ImportResponse } from '../src/imports/imports.schemas.ts';
import { unknownId, useOwnCoreService } from './core-service.ts';
import { counts, header, importsOf, stores } from './import-calls.ts';

const core = useOwnCoreService({ WRITES_PER_MINUTE_AND_ADDRESS: '1000000' });
const { plan, rowsOf, apply, applied } = importsOf(core);

describe('POST /api/imports/:id/apply', () => {
  it('applies stores with their managers; the same file again is unchanged', async () => {
    const [manager] = await core.query<{ email: string }>('SELECT email FROM auth.users WHERE id = $1', [
      core.managerA.userId,
    ]);
    const file = `${header},managers\nQ-1,Elm,1 Elm Street,Troy,NY,12180,555-0100,${manager?.email}`;
    const { id } = await plan('locations', file);
    const response = await apply(id).set('If-Match', '"1"');
    expect([response.status, (response.body as ImportResponse).state]).toEqual([202, 'applying']);
    expect((await applied(id)).counts).toEqual({ ...counts, create: 1, applied: 1 });
    const [store] = await core.query<{ id: string }>(
      `SELECT l.id FROM core.locations l JOIN core.manager_assignments a ON a.location_id = l.id
       WHERE store_number = 'Q-1' AND a.manager_id = $1`,
      [core.managerA.userId],
    );
    expect(
      await core.query('SELECT actor_id, request_id FROM auth.audit_entries WHERE entity_id = $1', [
        store?.id,
      ]),
    ).toEqual([{ actor_id: core.admin.userId, request_id: `import-${id}` }]);
    expect((await plan('locations', file)).counts).toEqual({ ...counts, unchanged: 1 });
    expect((await apply(id)).status).toBe(409);
  });

  it('applies equipment, by store and name', async () => {
    const file =
      'storeNumber\tname\tcategory\tstatus\nA-1\tIce machine\tBeverage\tOut of service\nX-9\tFan\thvac\t';
    const { id, counts: planned } = await plan('equipment', file);
    expect(planned).toEqual({ ...counts, create: 1, error: 1 });
    expect((await apply(id)).status).toBe(409);
    expect((await apply(id, '?skipErrors=true')).status).toBe(202);
    expect((await applied(id)).counts.applied).toBe(1);
    expect(
      await core.query(`SELECT status FROM core.equipment WHERE name = 'Ice machine' AND location_id = $1`, [
        core.storeA,
      ]),
    ).toEqual([{ status: 'out_of_service' }]);
    expect((await plan('equipment', file)).counts).toEqual({ ...counts, unchanged: 1, error: 1 });
  });

  it('leaves rows alone whose target has changed since the preview', async () => {
    const changed = await core.createStore('Elm', { store_number: 'R-1' });
    const { id } = await plan(
      'locations',
      `${header}\nR-1,New name,,,,,\n${stores(2, 'R').split('\n').slice(1, 2).join()}`,
    );
    await core.createStore('Taken', { store_number: 'R-0' });
    await core.query(`UPDATE core.locations SET city = 'Troy' WHERE id = $1`, [changed]);
    await apply(id);
    expect((await applied(id)).counts).toMatchObject({ applied: 0, conflict: 2 });
    expect(await core.query('SELECT name FROM core.locations WHERE id = $1', [changed])).toEqual([
      { name: 'Elm' },
    ]);
    expect((await rowsOf(id, '?action=conflict')).map(({ key }) => key)).toEqual(['R-1', 'R-0']);
  });

  it('adds equipment of a name that the store has already, if it has another serial', async () => {
    const store = await core.createStore('Elm', { store_number: 'V-1' });
    await core.insert('equipment', { name: 'Fryer', serial: 'V1', location_id: store });
    const rows = ['V2', 'V3'].map((serial) => `V-1,Fryer,cooking,${serial}`);
    const { id } = await plan('equipment', ['storeNumber,name,category,serial', ...rows].join('\n'));
    await apply(id);
    expect((await applied(id)).counts).toEqual({ ...counts, create: 2, applied: 2 });
  });

  it('leaves a row alone whose serial was taken since the preview, or that fails for no known reason', async () => {
    const store = await core.createStore('Elm', { store_number: 'W-1' });
    await core.insert('equipment', { name: 'Oven', location_id: store });
    const lines = ['Oven,cooking,W1', 'Fan,hvac,', 'Mixer,other,', 'Grill,cooking,'];
    const file = ['storeNumber,name,category,serial', ...lines.map((line) => `W-1,${line}`)].join('\n');
    const { id } = await plan('equipment', file);
    await core.insert('equipment', { name: 'Other', serial: 'W1', location_id: store });
    await core.insert('equipment', { name: 'Fan', location_id: store });
    const equipment = core.app.get(EquipmentService, { strict: false });
    jest.spyOn(equipment, 'createWithin').mockRejectedValueOnce(new TypeError('unforeseen'));
    await apply(id);
    expect((await applied(id)).counts).toMatchObject({ applied: 1, conflict: 3 });
    jest.restoreAllMocks();
    expect((await rowsOf(id, '?action=conflict')).map(({ errors }) => errors[0]?.message)).toEqual([
      'Other equipment of this location already has this serial number.',
      'It was added since the preview.',
      'It could not be applied.',
    ]);
  });

  it('applies nothing of a version that is not the one read, of an expired plan, or of no plan', async () => {
    const { id } = await plan('locations', stores(1, 'S'));
    expect((await apply(id).set('If-Match', '"9"')).status).toBe(412);
    await core.query(`UPDATE core.imports SET expires_at = now() WHERE id = $1`, [id]);
    expect((await apply(id)).status).toBe(409);
    await core.app.get(ImportWork, { strict: false }).runAll();
    expect((await core.as(core.admin).get(`/api/imports/${id}`)).body).toMatchObject({ state: 'expired' });
    expect(await rowsOf(id)).toEqual([]);
    expect((await core.as(core.admin).get(`/api/imports/${id}`)).body).toMatchObject({
      counts: { ...counts, create: 1 },
    });
    expect((await apply(unknownId)).status).toBe(404);
  });

  it('deletes the rows of what was applied 30 days later, and keeps the counts', async () => {
    const { id } = await plan('locations', stores(2, 'O'));
    await apply(id);
    const before = await applied(id);
    const after = async (days: number) => {
      await core.query(`UPDATE core.imports SET expires_at = now() - $2 * interval '1 day' WHERE id = $1`, [
        id,
        days,
      ]);
      await core.app.get(ImportWork, { strict: false }).runAll();
      const found = (await core.as(core.admin).get(`/api/imports/${id}`)).body as ImportResponse;
      return { counts: found.counts, rows: (await rowsOf(id)).length };
    };
    expect(await after(29)).toEqual({ counts: before.counts, rows: 2 });
    expect(await after(30)).toEqual({ counts: { ...counts, create: 2, applied: 2 }, rows: 0 });
    expect(await core.count('core.import_rows WHERE import_id = $1', id)).toBe(0);
  });
});
