import { describe, expect, it } from '@jest/globals';
import type { VendorResponse } from '../src/vendors/vendors.schemas.ts';
import { errorsOf, instant, itRejects, unknownId, useCoreService } from './core-service.ts';

const core = useCoreService();
const create = (more: object = {}) => core.create<VendorResponse>('vendors', more);
const patch = (id: string, changes: object) => core.send('patch', `/api/vendors/${id}`, changes);

describe('POST /api/vendors', () => {
  itRejects<object>(
    (change) => core.post('vendors', change),
    [
      ['what is no e-mail address', { email: 'bay' }, { email: ['Must be an e-mail address.'] }],
      ['a limit below 0', { spendingLimit: '-1' }, 'spendingLimit'],
      ['a location that does not exist', { locationIds: [unknownId] }, 'locationIds'],
    ],
  );

  it('adds a vendor of all locations', async () => {
    const vendor = await create({
      name: ' Bay Refrigeration ',
      trades: ['hvac', 'hvac'],
      spendingLimit: '500',
    });
    expect(vendor).toEqual({
      id: expect.any(String),
      name: 'Bay Refrigeration',
      trades: ['hvac'],
      email: null,
      language: 'en',
      phone: null,
      spendingLimit: '500.00',
      active: true,
      locationIds: [],
      allLocations: true,
      createdAt: instant,
      updatedAt: instant,
      version: 1,
    });
    const response = await core.as(core.managerA).get(`/api/vendors/${vendor.id}`);
    expect([response.body, response.headers['etag']]).toEqual([vendor, '"1"']);
  });

  it('refuses a name that another vendor has, whatever the case', async () => {
    const { id } = await create({ name: 'Élan Repair' });
    for (const name of ['éLAN repair', 'Élan  Repair', 'Élan\u00a0Repair', '\u3000E\u0301lan\tRepair']) {
      const refused = await core.post('vendors', { name });
      expect([refused.status, Object.keys(errorsOf(refused) as object)]).toEqual([409, ['name']]);
    }
    expect((await patch(id, { name: 'ÉLAN REPAIR' })).body).toMatchObject({
      name: 'ÉLAN REPAIR',
      version: 2,
    });
    const other = await create();
    expect((await patch(other.id, { name: 'Élan \u2009Repair' })).status).toBe(409);
  });
});

describe('a manager', () => {
  it('sees vendors for all locations, or for one of theirs, and of these only their own locations', async () => {
    const ofAll = await create();
    const ofBoth = await create({ locationIds: [core.storeA, core.storeB] });
    const ofB = await create({ locationIds: [core.storeB] });
    const seen = async (query = '') =>
      ((await core.as(core.managerA).get(`/api/vendors${query}`)).body as VendorResponse[]).filter(({ id }) =>
        [ofAll.id, ofBoth.id, ofB.id].includes(id),
      );
    const expected = [
      { id: ofAll.id, locationIds: [], allLocations: true },
      { id: ofBoth.id, locationIds: [core.storeA], allLocations: false },
    ];
    expect((await seen()).toSorted((a, b) => a.id.localeCompare(b.id))).toMatchObject(expected);
    expect((await core.as(core.managerA).get(`/api/vendors/${ofB.id}`)).status).toBe(404);
    // Whom a store of others has is not to be found out.
    expect(await seen(`?locationId=${core.storeB}`)).toMatchObject([{ id: ofAll.id }]);
    expect(await seen(`?locationId=${core.storeA}`)).toHaveLength(2);
  });
});

describe('GET /api/vendors', () => {
  it('is by name and has filters', async () => {
    await core.query('DELETE FROM core.vendors');
    await create({ name: 'Zeta', trades: ['hvac', 'cooking'], email: 'desk@example.com' });
    await create({ name: 'alpha 10', active: false });
    await create({ name: 'Alpha 9', trades: ['cooking'], phone: '207-555-0188', locationIds: [core.storeB] });
    const names = async (query = '') =>
      ((await core.as(core.admin).get(`/api/vendors${query}`)).body as VendorResponse[]).map(
        ({ name }) => name,
      );
    expect(await names()).toEqual(['Alpha 9', 'alpha 10', 'Zeta']);
    expect(await core.walk(core.admin, '/api/vendors?limit=2', 'name')).toEqual([
      ['Alpha 9', 'alpha 10'],
      ['Zeta'],
    ]);
    for (const [query, expected] of [
      ['?active=true', ['Alpha 9', 'Zeta']],
      ['?active=false', ['alpha 10']],
      ['?trade=cooking', ['Alpha 9', 'Zeta']],
      ['?q=ALPHA', ['Alpha 9', 'alpha 10']],
      ['?q=desk@', ['Zeta']],
      ['?q=0188', ['Alpha 9']],
      [`?locationId=${core.storeA}`, ['alpha 10', 'Zeta']],
    ] as const)
      expect([query, await names(query)]).toEqual([query, expected]);
    expect(await core.csv(core.admin, '/api/vendors?format=csv&active=true')).toEqual([
      'Name,Trades,Phone,E-mail,Limit,Status,Language',
      'Alpha 9,Cooking,207-555-0188,,,Active,English',
      'Zeta,Heating and cooling; Cooking,,desk@example.com,,Active,English',
    ]);
  });
});

describe('DELETE /api/vendors/:id', () => {
  it.each(['tickets', 'equipment', 'ticket_costs'])('refuses one that %s name', async (table) => {
    const { id } = await create();
    const more = table === 'ticket_costs' ? { ticket_id: await core.insert('tickets') } : {};
    await core.insert(table, { ...more, vendor_id: id });
    const refused = await core.as(core.admin).delete(`/api/vendors/${id}`);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { detail: 'A ticket, a cost or equipment names this vendor. Deactivate it instead.' },
    ]);
  });
});
