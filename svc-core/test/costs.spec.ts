import { describe, expect, it } from '@jest/globals';
import type { ChangedCost, CostResponse } from '../src/costs/costs.schemas.ts';
import { errorsOf, instant, itRejects, type Row, unknownId, useCoreService } from './core-service.ts';

const core = useCoreService();
type Ticket = Row & { id: string; version: number };

const aTicket = (more: object = {}) => core.create<Ticket>('tickets', more);
const read = async (id: string): Promise<Row> => {
  const response = await core.as(core.admin).get(`/api/tickets/${id}`);
  return { ...(response.body as Row), version: Number(response.headers['etag']?.replaceAll('"', '')) };
};
const post = (ticketId: string, more: object = {}, user: { cookie: string } = core.managerA) =>
  core.send(
    'post',
    `/api/tickets/${ticketId}/costs`,
    { kind: 'parts', amount: '20', description: 'Fuse', ...more },
    user,
  );
const add = async (ticketId: string, amount: string, more: object = {}): Promise<ChangedCost> => {
  const response = await post(ticketId, { amount, ...more });
  if (response.status !== 201) throw new Error(response.text);
  return response.body as ChangedCost;
};
const change = (id: string, changes: object, user: { cookie: string } = core.admin) =>
  core.send('patch', `/api/tickets/${id}`, changes, user);
/** A decision about the costs as they are. */
const decide = async (id: string, body: object) => {
  const { totalCost } = await read(id);
  return core.send('post', `/api/tickets/${id}/approval`, { totalCost, ...body });
};
const spending = async (id: string) => {
  const { approval, totalCost, spendingLimit } = await read(id);
  return { approval, totalCost, spendingLimit };
};

describe('POST /api/tickets/:id/costs', () => {
  itRejects<object>(
    async (change) => post((await aTicket()).id, change),
    [
      ['no amount', { amount: '0.00' }, { amount: ['Must not be 0.'] }],
      ['an amount above the most', { amount: '1000000' }, 'amount'],
      ['a credit below the least', { amount: '-100000' }, 'amount'],
      ['a slip of the year', { incurredOn: '2206-11-27' }, 'incurredOn'],
      ['an unknown vendor', { vendorId: unknownId }, 'vendorId'],
    ],
  );

  it('refuses a vendor of another store, and one that is inactive', async () => {
    const { id } = await aTicket();
    for (const columns of [{ location_ids: [core.storeB] }, { active: false }]) {
      const vendorId = await core.insert('vendors', columns);
      expect(errorsOf(await post(id, { vendorId }))).toHaveProperty('vendorId');
    }
  });

  it('takes the vendor of the ticket once that is inactive, too', async () => {
    const vendorId = await core.insert('vendors');
    const { id } = await aTicket({ vendorId });
    await core.send('patch', `/api/vendors/${vendorId}`, { active: false });
    const cost = await add(id, '20', { vendorId });
    expect(cost).toMatchObject({ vendorId });
    const other = await add(id, '20');
    const changed = await core.send('patch', `/api/costs/${other.id}`, { vendorId });
    expect(changed.body).toMatchObject({ vendorId });
  });

  it('adds a cost of today at the store', async () => {
    const { id } = await aTicket();
    const vendorId = await core.insert('vendors', { name: 'Bay Refrigeration' });
    const response = await post(id, { amount: '120.5', vendorId, invoiceNumber: 'INV-1' });
    const [day] = await core.query<{ day: string }>(
      `SELECT (now() AT TIME ZONE 'America/New_York')::date::text AS day`,
    );
    expect([response.status, response.headers['etag']]).toEqual([201, '"1"']);
    expect(response.body).toEqual({
      id: expect.any(String),
      ticketId: id,
      kind: 'parts',
      amount: '120.50',
      description: 'Fuse',
      vendorId,
      vendor: { id: vendorId, name: 'Bay Refrigeration' },
      invoiceNumber: 'INV-1',
      incurredOn: day?.day,
      createdBy: core.managerA.userId,
      creator: { id: core.managerA.userId, firstName: 'Ann', lastName: 'Archer' },
      createdAt: instant,
      updatedAt: instant,
      version: 1,
      ticket: { totalCost: '120.50', approval: 'none', version: 1 },
    });
  });
});

it('sums exactly, lists by day and creation, and ends with 0.00', async () => {
  const { id } = await aTicket();
  const amounts = ['0.10', '0.20', '-0.05', '999999.99'];
  const costs: ChangedCost[] = [];
  for (const [at, amount] of amounts.entries()) {
    costs.push(await add(id, amount, { incurredOn: at === 2 ? '2026-03-01' : '2026-03-05' }));
  }
  expect(costs.at(-1)?.ticket).toEqual({ totalCost: '1000000.24', approval: 'none', version: 1 });
  const listed = (await core.as(core.managerA).get(`/api/tickets/${id}/costs`)).body as CostResponse[];
  expect(listed.map(({ amount }) => amount)).toEqual(['-0.05', '0.10', '0.20', '999999.99']);
  const [first, ...others] = costs;
  const patched = await core.send('patch', `/api/costs/${first?.id}`, { amount: '0.11' }, core.managerA);
  expect(patched.body).toMatchObject({ amount: '0.11', version: 2, ticket: { totalCost: '1000000.25' } });
  for (const cost of others) await core.as(core.managerA).delete(`/api/costs/${cost.id}`).expect(200);
  const last = await core.as(core.managerA).delete(`/api/costs/${first?.id}`);
  expect(last.body).toEqual({ ticket: { totalCost: '0.00', approval: 'none', version: 1 } });
  expect((await core.as(core.admin).delete(`/api/costs/${first?.id}`)).status).toBe(404);
});

describe('costs above the limit', () => {
  const SENTENCE = 'Costs of $640.00 exceed the limit of $500.00. An administrator must approve.';
  const exceeding = async () => {
    const { id } = await aTicket({ spendingLimit: '500' });
    await add(id, '640');
    return id;
  };

  it('need an approval, without which the ticket cannot be solved, and which alone changes its version', async () => {
    const { id } = await aTicket({ spendingLimit: '500' });
    expect((await add(id, '500')).ticket).toEqual({ totalCost: '500.00', approval: 'none', version: 1 });
    expect((await add(id, '139.99')).ticket).toEqual({ totalCost: '639.99', approval: 'needed', version: 2 });
    expect((await add(id, '0.01')).ticket).toEqual({ totalCost: '640.00', approval: 'needed', version: 2 });
    const refused = await change(id, { status: 'solved' }, core.managerA);
    expect([refused.status, refused.body]).toMatchObject([409, { detail: SENTENCE }]);
    expect(await read(id)).toMatchObject({ status: 'incoming', version: 2 });
    expect((await decide(id, { decision: 'decline', note: 'Too much' })).body).toMatchObject({
      approval: 'declined',
    });
    expect((await change(id, { status: 'solved' })).status).toBe(409);
    expect((await decide(id, { decision: 'approve' })).body).toMatchObject({
      approval: 'approved',
      spendingLimit: '500.00',
    });
    expect((await change(id, { status: 'solved' })).status).toBe(200);
    const lines = (await core.as(core.managerA).get(`/api/tickets/${id}/timeline`)).body as Row[];
    expect(lines.slice(1, -1)).toMatchObject([
      { kind: 'cost_added', cost: { kind: 'parts', amount: '500.00' }, actor: { lastName: 'Archer' } },
      { kind: 'cost_added', cost: { amount: '139.99' } },
      { kind: 'cost_added', cost: { amount: '0.01' } },
      { kind: 'declined', decision: { amount: '640.00', note: 'Too much' } },
      { kind: 'approved', decision: { amount: '640.00', note: null }, actor: { lastName: 'Admin' } },
    ]);
  });

  it('are approved with a new limit that is not below them', async () => {
    const id = await exceeding();
    expect(errorsOf(await decide(id, { decision: 'approve', spendingLimit: '639.99' }))).toEqual({
      spendingLimit: ['Must not be below the costs of $640.00.'],
    });
    expect((await decide(id, { decision: 'approve', spendingLimit: '800' })).body).toMatchObject({
      approval: 'approved',
      spendingLimit: '800.00',
    });
  });

  it('need it after a limit below them, and need none without a limit', async () => {
    const { id } = await aTicket();
    await add(id, '640');
    expect((await change(id, { spendingLimit: '500' }, core.managerA)).body).toMatchObject({
      approval: 'needed',
    });
    expect((await change(id, { spendingLimit: null })).body).toMatchObject({ approval: 'none' });
    expect((await change(id, { spendingLimit: '500', status: 'solved' })).body).toMatchObject({
      detail: SENTENCE,
    });
    expect(await spending(id)).toEqual({ approval: 'none', totalCost: '640.00', spendingLimit: null });
  });

  it('are decided once', async () => {
    const none = await aTicket();
    expect((await decide(none.id, { decision: 'approve' })).status).toBe(409);
    const id = await exceeding();
    expect((await decide(id, { decision: 'decline' })).status).toBe(200);
    expect((await decide(id, { decision: 'decline' })).status).toBe(409);
    expect((await decide(id, { decision: 'approve' })).status).toBe(200);
    expect((await decide(id, { decision: 'approve' })).status).toBe(409);
    const stale = await core
      .as(core.admin)
      .post(`/api/tickets/${id}/approval`)
      .set('If-Match', '"1"')
      .send({ decision: 'approve', totalCost: '640' });
    expect(stale.status).toBe(412);
  });

  it('are not approved unseen: those that came meanwhile are named', async () => {
    const id = await exceeding();
    await add(id, '5000');
    const refused = await decide(id, { decision: 'approve', totalCost: '640' });
    expect([refused.status, refused.body]).toMatchObject([
      412,
      { detail: 'The costs are $5,640.00 by now.' },
    ]);
    expect(await spending(id)).toMatchObject({ approval: 'needed' });
    const approved = await decide(id, { decision: 'approve', totalCost: '5640' });
    expect(approved.body).toMatchObject({ approval: 'approved' });
  });

  itRejects<object>(
    async (body) => decide(await exceeding(), body),
    [['a limit with a refusal', { decision: 'decline', spendingLimit: '900' }, 'spendingLimit']],
  );

  it('are told once for each passage, and the decision to who added the last cost', async () => {
    const id = await exceeding();
    await add(id, '1');
    await decide(id, { decision: 'approve' });
    await add(id, '1');
    await decide(id, { decision: 'decline' });
    const credit = await add(id, '-2');
    expect(credit.ticket.approval).toBe('declined');
    await core.as(core.admin).delete(`/api/costs/${credit.id}`).expect(200);
    const events = await core.query(
      `SELECT kind, amount, told_to FROM core.ticket_events
       WHERE ticket_id = $1 AND kind IN ('approval_needed', 'approved', 'declined') ORDER BY id`,
      [id],
    );
    expect(events).toEqual([
      { kind: 'approval_needed', amount: '640.00', told_to: null },
      { kind: 'approved', amount: '641.00', told_to: [core.managerA.userId] },
      { kind: 'approval_needed', amount: '642.00', told_to: null },
      { kind: 'declined', amount: '642.00', told_to: [core.managerA.userId] },
      // Declined costs that rise ask again.
      { kind: 'approval_needed', amount: '642.00', told_to: null },
    ]);
  });

  it('are told when a credit that brought them down is deleted, also of a solved ticket', async () => {
    const id = await exceeding();
    const credit = await add(id, '-200');
    expect(credit.ticket.approval).toBe('none');
    expect((await change(id, { status: 'solved' }, core.managerA)).status).toBe(200);
    await core.as(core.managerA).delete(`/api/costs/${credit.id}`).expect(200);
    expect(await read(id)).toMatchObject({ status: 'solved', approval: 'needed', totalCost: '640.00' });
    const told = `core.ticket_events WHERE ticket_id = $1 AND kind = 'approval_needed'`;
    expect(await core.count(told, id)).toBe(2);
    expect((await decide(id, { decision: 'approve' })).body).toMatchObject({
      status: 'solved',
      approval: 'approved',
    });
  });

  it('may be approved by the administrator who added them', async () => {
    const { id } = await aTicket({ spendingLimit: '500' });
    expect((await post(id, { amount: '640' }, core.admin)).status).toBe(201);
    expect((await decide(id, { decision: 'approve' })).body).toMatchObject({ approval: 'approved' });
  });

  it('50 at once, and somebody who solves meanwhile, never pass it unnoticed', async () => {
    const { id } = await aTicket({ spendingLimit: '500' });
    // Reopened each time, so that the next one tries again.
    const solve = async () => {
      await change(id, { status: 'solved' });
      await change(id, { status: 'in_progress' });
    };
    // A busy machine asks to try again: the others hold the ticket for too long.
    const add = async (amount: string): Promise<number> => {
      const { status } = await post(id, { amount });
      return status === 503 ? add(amount) : status;
    };
    const results = await Promise.all(
      Array.from({ length: 50 }, async (_, at) => {
        if (at % 10 === 5) await solve();
        return add(`${at}.37`);
      }),
    );
    expect(new Set(results)).toEqual(new Set([201]));
    const [sum] = await core.query<{ sum: string }>(
      'SELECT sum(amount)::text AS sum FROM core.ticket_costs WHERE ticket_id = $1',
      [id],
    );
    expect(await spending(id)).toMatchObject({ approval: 'needed', totalCost: sum?.sum });
    // Whoever solved it did so before the costs passed the limit.
    const solved = await core.count(
      `auth.audit_entries WHERE entity_id = $1 AND after ->> 'status' = 'solved'
         AND before ->> 'status' <> 'solved' AND after ->> 'approval' IN ('needed', 'declined')`,
      id,
    );
    expect(solved).toBe(0);
    expect(await core.count(`core.ticket_events WHERE ticket_id = $1 AND kind = 'approval_needed'`, id)).toBe(
      1,
    );
  }, 60_000);
});

describe('the vendor of a ticket', () => {
  it('stays once it is inactive', async () => {
    const vendorId = await core.insert('vendors');
    const { id } = await aTicket({ vendorId });
    await core.send('patch', `/api/vendors/${vendorId}`, { active: false });
    expect((await change(id, { vendorId, title: 'Oven' })).body).toMatchObject({ vendorId, title: 'Oven' });
  });

  it('leaves a ticket that moves where it does not serve, and is hidden from who cannot see it', async () => {
    const ofA = await core.insert('vendors', { location_ids: [core.storeA] });
    const { id } = await aTicket({ vendorId: ofA });
    expect((await change(id, { locationId: core.storeB })).body).toMatchObject({
      vendorId: null,
      vendor: null,
    });
    const everywhere = await core.insert('vendors');
    const other = await aTicket({ vendorId: everywhere });
    expect((await change(other.id, { locationId: core.storeB })).body).toMatchObject({
      vendorId: everywhere,
    });
    await core.send('patch', `/api/vendors/${everywhere}`, { locationIds: [core.storeA] });
    const hidden = await core.as(core.managerB).get(`/api/tickets/${other.id}`);
    expect(hidden.body).toMatchObject({ vendorId: null, vendor: null });
  });
});
