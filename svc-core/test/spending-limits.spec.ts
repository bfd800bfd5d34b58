import { describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { type Row, unknownId, useCoreService } from './core-service.ts';

const core = useCoreService();
type Person = 'admin' | 'managerA';

const aVendor = (limit: string | null, more: object = {}) =>
  core.insert('vendors', { spending_limit: limit, ...more });
const aTicket = (more: object = {}) => core.create<Row & { id: string }>('tickets', more);
const change = (id: string, changes: object, person: Person = 'admin') =>
  core.send('patch', `/api/tickets/${id}`, changes, core[person]);
const addCost = (id: string, amount: string, vendorId: string | null = null, person: Person = 'admin') =>
  core.send(
    'post',
    `/api/tickets/${id}/costs`,
    { kind: 'parts', amount, description: 'Fuse', vendorId },
    core[person],
  );
const changeCost = ({ body }: Response, changes: object, person: Person = 'managerA') =>
  core.send('patch', `/api/costs/${(body as { id: string }).id}`, changes, core[person]);

describe('a spending limit', () => {
  const RAISED = 'Only administrators raise or remove a spending limit.';
  const ABOVE = 'Only an administrator can set a limit above $500.00.';

  /** Vendors by the names that stand in the cases. */
  const vendors = async () => ({
    with500: await aVendor('500'),
    with300: await aVendor('300'),
    without: await aVendor(null),
  });

  // A step is a person, a vendor and a limit: - where it is not named. The first one creates the ticket, each further
  // one is a PATCH. The last one leads to the limit, or is refused. All cases: approval.spec.ts.
  it.each<[string, string[], string | null]>([
    ['created with both', ['managerA with500 500'], '500.00'],
    ['created with both, above it', ['managerA with500 500.01'], ABOVE],
    ['created with both by an administrator', ['admin with500 900'], '900.00'],
    ['created with a vendor alone', ['managerA with500 -'], '500.00'],
    ['created with no limit in words', ['managerA with500 null'], '500.00'],
    ['limit, then vendor', ['managerA - 9999999999.99', 'managerA with500 -'], '500.00'],
    ['limit, then vendor by an administrator', ['managerA - 900', 'admin with500 -'], '900.00'],
    ['vendor, then more', ['managerA with500 -', 'managerA - 501'], RAISED],
    ['vendor, then a first limit', ['managerA with500 -', 'admin - null', 'managerA - 501'], ABOVE],
    ['of an administrator, then a lower one', ['admin with500 900', 'managerA - 800'], ABOVE],
    ['another vendor with a lower limit', ['managerA with500 -', 'managerA with300 -'], '300.00'],
    [
      'without a vendor, then with it',
      ['admin with500 900', 'managerA null -', 'managerA with500 -'],
      '500.00',
    ],
    ['without a vendor, then more', ['managerA with500 -', 'managerA null 501'], RAISED],
    ['both at once, the limit as it was', ['managerA - 900', 'managerA with500 900'], '500.00'],
    ['removed by an administrator', ['managerA with500 -', 'admin - null'], null],
  ])('set by managers and administrators: %s', async (_name, steps, expected) => {
    const ids: Record<string, string> = await vendors();
    let response: Response | undefined;
    for (const step of steps) {
      const [person, vendor = '', limit] = step.split(' ');
      const user = person === 'admin' ? core.admin : core.managerA;
      const body = {
        ...(vendor !== '-' && { vendorId: ids[vendor] ?? null }),
        ...(limit !== '-' && { spendingLimit: limit === 'null' ? null : limit }),
      };
      const { id } = (response?.body ?? {}) as { id?: string };
      expect(response?.status ?? 201).toBeLessThan(300);
      response = await (id === undefined
        ? core.post('tickets', body, user)
        : core.send('patch', `/api/tickets/${id}`, body, user));
    }
    const isRefused = expected === RAISED || expected === ABOVE;
    expect([response?.status, response?.body]).toMatchObject(
      isRefused ? [403, { detail: expected }] : [steps.length === 1 ? 201 : 200, { spendingLimit: expected }],
    );
  });

  it('of a ticket that moves away from its vendor stays, and is bound by none', async () => {
    const ofA = await aVendor('500', { location_ids: [core.storeA] });
    const { id } = await aTicket({ vendorId: ofA });
    expect((await change(id, { locationId: core.storeB })).body).toMatchObject({
      vendorId: null,
      spendingLimit: '500.00',
    });
    const setBy = (spendingLimit: string) =>
      core.send('patch', `/api/tickets/${id}`, { spendingLimit }, core.managerB);
    expect((await setBy('501')).status).toBe(403);
    expect((await setBy('400')).body).toMatchObject({ spendingLimit: '400.00' });
  });

  it('taken from a vendor does not follow it, and asks for an approval where it is below the costs', async () => {
    const vendorId = await aVendor('300');
    const { id } = await aTicket({ spendingLimit: '900' });
    await addCost(id, '310');
    const refused = await change(id, { vendorId, status: 'solved' }, 'managerA');
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { detail: 'Costs of $310.00 exceed the limit of $300.00. An administrator must approve.' },
    ]);
    const changed = await change(id, { vendorId }, 'managerA');
    expect(changed.body).toMatchObject({ spendingLimit: '300.00', approval: 'needed' });
    // Limit and approval are one change of the ticket.
    expect(changed.headers['etag']).toBe('"2"');
    await core.send('patch', `/api/vendors/${vendorId}`, { spendingLimit: '900' });
    expect((await core.as(core.admin).get(`/api/tickets/${id}`)).body).toMatchObject({
      spendingLimit: '300.00',
    });
  });

  it('is no reason to tell of a vendor that cannot be chosen', async () => {
    const vendorId = await aVendor('500', { location_ids: [core.storeB] });
    for (const unseen of [vendorId, unknownId]) {
      const refused = await core.post('tickets', { vendorId: unseen, spendingLimit: '900' }, core.managerA);
      expect([refused.status, refused.text]).toEqual([400, expect.not.stringContaining('500')]);
    }
  });
});

describe('a cost that names a vendor with a limit', () => {
  const ticketOf = async (id: string) => (await core.as(core.admin).get(`/api/tickets/${id}`)).body as Row;

  it('by a manager gives the limit to the ticket, as a change of the ticket: without approval it is not solved', async () => {
    const { id } = await aTicket({ spendingLimit: '900', vendorId: await aVendor(null) });
    const vendorId = await aVendor('100');
    const added = await addCost(id, '250000', vendorId, 'managerA');
    const expected = { totalCost: '250000.00', approval: 'needed', version: 2 };
    expect([added.status, added.body]).toMatchObject([201, { ticket: expected }]);
    expect(await ticketOf(id)).toMatchObject({ spendingLimit: '100.00' });
    expect((await change(id, { status: 'solved' }, 'managerA')).status).toBe(409);
    const lines = (await core.as(core.managerA).get(`/api/tickets/${id}/timeline`)).body as Row[];
    const limit = { field: 'spendingLimit', from: '900.00', to: '100.00' };
    expect(lines.at(-1)).toMatchObject({
      kind: 'changed',
      actor: { lastName: 'Archer' },
      changes: expect.arrayContaining([limit]),
    });
    // It stays when another vendor comes to the ticket.
    const other = await aVendor('5000');
    expect((await change(id, { vendorId: other }, 'managerA')).body).toMatchObject({
      spendingLimit: '100.00',
    });
  });

  it.each([
    ['a vendor', ({ with100 }: Record<string, string>) => ({ vendorId: with100 }), null, '100.00'],
    ['an amount', () => ({ amount: '21' }), 'with100', '100.00'],
    ['what is no money', () => ({ description: 'Belt', amount: '20' }), 'with100', null],
  ])('changed by a manager, in %s', async (_what, changesFor, before, limit) => {
    const { id } = await aTicket();
    const vendors: Record<string, string> = { with100: await aVendor('100') };
    const cost = await addCost(id, '20', before === null ? null : vendors[before]);
    // Costs come later, also of a vendor that is inactive by now.
    if (before !== null) await core.send('patch', `/api/vendors/${vendors[before]}`, { active: false });
    expect((await changeCost(cost, changesFor(vendors))).status).toBe(200);
    expect(await ticketOf(id)).toMatchObject({ spendingLimit: limit, approval: 'none' });
  });

  it('by an administrator changes no limit', async () => {
    const { id } = await aTicket({ spendingLimit: '900' });
    const vendorId = await aVendor('100');
    expect((await addCost(id, '500', vendorId)).status).toBe(201);
    await changeCost(await addCost(id, '1'), { vendorId, amount: '2' }, 'admin');
    expect(await ticketOf(id)).toMatchObject({ spendingLimit: '900.00', approval: 'none' });
  });
});

/** Rows of a ticket, as many as there may be. */
const fill = (id: string, columns: string, values: string) =>
  core.query(`INSERT INTO ${columns} SELECT ${values} FROM generate_series(1, 500) AS n`, [id]);

describe('a ticket', () => {
  const costs = 'core.ticket_costs (ticket_id, kind, amount, description, incurred_on)';

  it('has at most 500 costs, also of those that are added at once, whose sum is exact', async () => {
    const { id } = await aTicket({ spendingLimit: '9999999999.99' });
    await fill(id, costs, `$1, 'parts', 999999.99, 'Fuse', '2026-03-05'`);
    await core.query(
      'DELETE FROM core.ticket_costs WHERE id IN (SELECT id FROM core.ticket_costs WHERE ticket_id = $1 LIMIT 2)',
      [id],
    );
    const added = await Promise.all(Array.from({ length: 8 }, () => addCost(id, '999999.99')));
    expect(added.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409, 409, 409]);
    expect(added.find(({ status }) => status === 409)?.body).toMatchObject({
      detail: 'A ticket can have at most 500 costs.',
    });
    const ticket = async () => (await core.as(core.admin).get(`/api/tickets/${id}`)).body as Row;
    expect(await ticket()).toMatchObject({ totalCost: '499999995.00', approval: 'none' });
    const listed = await core.as(core.managerA).get(`/api/tickets/${id}/costs`);
    expect(listed.body).toHaveLength(500);
    expect((await change(id, { spendingLimit: '0' })).body).toMatchObject({ approval: 'needed' });
    const approved = await core.send('post', `/api/tickets/${id}/approval`, {
      decision: 'approve',
      totalCost: '499999995',
    });
    expect([approved.status, approved.body]).toMatchObject([200, { approval: 'approved' }]);
  });

  it('of a version before with costs beyond what a limit can say can still be changed', async () => {
    const { id } = await aTicket({ spendingLimit: '1' });
    for (let times = 0; times < 21; times += 1)
      await fill(id, costs, `$1, 'parts', 999999.99, 'Fuse', '2026-03-05'`);
    const credit = (
      await core.query<{ id: string }>(
        `UPDATE core.ticket_costs SET description = 'Other'
       WHERE id IN (SELECT id FROM core.ticket_costs WHERE ticket_id = $1 LIMIT 1) RETURNING id`,
        [id],
      )
    )[0];
    const changed = await core.send('patch', `/api/costs/${credit?.id}`, { amount: '5' });
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { ticket: { totalCost: '10498999900.01', approval: 'needed' } },
    ]);
    const [event] = await core.query(
      `SELECT amount FROM core.ticket_events WHERE ticket_id = $1 AND kind = 'approval_needed'`,
      [id],
    );
    expect(event).toEqual({ amount: '10498999900.01' });
  });

  it.each([
    ['paused', 'waiting_parts', 'A ticket can be paused at most 500 times.'],
    ['reopened', 'solved', 'A ticket can be reopened at most 500 times. Create a new one.'],
  ])('is %s at most 500 times', async (_what, reason, detail) => {
    const { id } = await aTicket();
    await fill(
      id,
      'core.ticket_stops (ticket_id, reason, since, ended_at)',
      `$1, '${reason}', now() - make_interval(hours => n::int + 1), now() - make_interval(hours => n::int)`,
    );
    const pause = () =>
      core.send('post', `/api/tickets/${id}/pause`, { reason: 'waiting_parts' }, core.managerA);
    await change(id, { status: 'solved' });
    const reopen = () => change(id, { status: 'in_progress' }, 'managerA');
    const refused = reason === 'solved' ? await reopen() : await reopen().then(pause);
    expect([refused.status, refused.body]).toMatchObject([409, { detail }]);
    if (reason !== 'solved') return;
    expect((await core.as(core.admin).get(`/api/tickets/${id}`)).body).toMatchObject({ status: 'solved' });
  });
});
