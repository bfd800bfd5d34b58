import { beforeAll, describe, expect, it } from '@jest/globals';
import type { TicketResponse } from '../src/ticket-rows/tickets.schemas.ts';
import { type Row, unknownId, useCoreService } from './core-service.ts';

const core = useCoreService();

const titles = async (query: string, user: { cookie: string } = core.admin) => {
  const response = await core.as(user).get(`/api/tickets?sort=createdAt&${query}`);
  const found = (response.body as TicketResponse[]).map(({ title }) => title);
  expect(response.headers['x-total-count']).toBe(String(found.length));
  return found;
};

describe('the filters of reports and costs', () => {
  let vendorId: string;
  let ofStoreB: string;

  beforeAll(async () => {
    await core.query('DELETE FROM core.tickets');
    const oven = await core.insert('equipment');
    const till = await core.insert('equipment', { category: 'pos', location_id: core.storeB });
    vendorId = await core.insert('vendors');
    ofStoreB = await core.insert('vendors', { location_ids: [core.storeB] });
    const tokyo = await core.createStore('Tokyo', { timezone: 'Asia/Tokyo' });
    const ticket = (title: string, created_at: string, columns: Row = {}) =>
      core.insert('tickets', { title, created_at, ...columns });
    // 11:30 PM of the day before in New York, where store A is.
    await ticket('Late', '2026-03-05T04:30:00Z', { vendor_id: vendorId, equipment_id: oven });
    const cost = await ticket('Paid', '2026-03-05T05:00:00Z', {
      approval: 'needed',
      spending_limit: 5,
      repeat_of: unknownId,
    });
    await core.insert('ticket_costs', { ticket_id: cost, incurred_on: '2026-03-09', vendor_id: vendorId });
    await core.insert('ticket_costs', { ticket_id: cost, incurred_on: '2026-03-12' });
    await ticket('Solved', '2026-03-06T04:59:59Z', {
      status: 'solved',
      responded_at: '2026-03-06T05:00:00Z',
      completed_at: '2026-03-08T04:00:00Z',
    });
    await core.query(
      `INSERT INTO core.ticket_deadlines (ticket_id, is_paused, due_at, passed)
       SELECT id, FALSE, '2026-03-08T04:00:00Z', 0 FROM core.tickets WHERE title = 'Solved'`,
    );
    // March 7 in Tokyo.
    await ticket('Far', '2026-03-06T15:30:00Z', { location_id: tokyo });
    await ticket('Theirs', '2026-03-07T15:30:00Z', {
      location_id: core.storeB,
      equipment_id: till,
      vendor_id: ofStoreB,
    });
  });

  it.each([
    ['approval=needed', ['Paid']],
    ['approval=none&createdTo=2026-03-05', ['Late', 'Solved']],
    ['category=cooking', ['Late']],
    ['category=pos', ['Theirs']],
    ['category=none', ['Paid', 'Solved', 'Far']],
    ['repeat=true', ['Paid']],
    ['hasCosts=true', ['Paid']],
    ['responded=true', ['Solved']],
    ['open=true&createdTo=2026-03-05', ['Late', 'Paid']],
    ['createdFrom=2026-03-05&createdTo=2026-03-05', ['Paid', 'Solved']],
    ['createdTo=2026-03-04', ['Late']],
    ['createdFrom=2026-03-07', ['Far', 'Theirs']],
    ['completedFrom=2026-03-07&completedTo=2026-03-07', ['Solved']],
    ['respondedFrom=2026-03-06&respondedTo=2026-03-06', ['Solved']],
    ['respondedTo=2026-03-05', []],
    ['costFrom=2026-03-10&costTo=2026-03-12', ['Paid']],
    // One cost must fulfil both.
    ['costTo=2026-03-09&costVendorId=none', []],
    ['costFrom=2026-03-10&costVendorId=none', ['Paid']],
    ['due=met', ['Solved']],
    ['due=missed', []],
    ['completedTo=2026-03-06', []],
    ['completedFrom=2026-03-08', []],
  ])('%s', async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  it('find what a visible vendor repairs', async () => {
    expect(await titles(`vendorId=${vendorId}`)).toEqual(['Late']);
    expect(await titles(`vendorId=${ofStoreB}`)).toEqual(['Theirs']);
    expect(await titles(`vendorId=${unknownId}`)).toEqual([]);
  });

  it('by days have the tickets of archived stores, other lists do not', async () => {
    const [store] = await core.query<{ id: string }>(
      `UPDATE core.locations SET archived_at = now() WHERE name = 'Tokyo' RETURNING id`,
    );
    expect(await titles(`locationId=${store?.id}&createdFrom=2026-03-07`)).toEqual(['Far']);
    expect(await titles(`locationId=${store?.id}`)).toEqual([]);
    await core.query('UPDATE core.locations SET archived_at = NULL');
  });

  it('let a manager count nothing of another store', async () => {
    expect(await titles('category=pos', core.managerA)).toEqual([]);
    await core.query(`UPDATE core.tickets SET vendor_id = $1 WHERE title = 'Paid'`, [ofStoreB]);
    expect(await titles(`vendorId=${ofStoreB}`, core.managerA)).toEqual([]);
  });
});
