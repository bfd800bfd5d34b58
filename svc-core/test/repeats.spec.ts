import { describe, expect, it } from '@jest/globals';
import type { TicketResponse } from '../src/ticket-rows/tickets.schemas.ts';
import { type Row, useCoreService } from './core-service.ts';
import { intakeOf } from './intake-calls.ts';

const core = useCoreService();
const HOUR = 3_600_000;
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * HOUR);
const solved = (equipment_id: string, hours: number, columns: Row = {}) =>
  core.insert('tickets', { equipment_id, status: 'solved', completed_at: hoursAgo(hours), ...columns });
const repeatOf = async (equipmentId: string) =>
  (await core.create<TicketResponse>('tickets', { equipmentId })).repeatOf?.id ?? null;

describe('a ticket', () => {
  it('repeats the one of its equipment that was solved last, at most 30 × 24 hours before', async () => {
    const fryer = await core.insert('equipment');
    await core.insert('tickets', { equipment_id: fryer });
    await solved(await core.insert('equipment'), 1);
    await solved(fryer, 721);
    expect(await repeatOf(fryer)).toBeNull();
    const edge = await solved(fryer, 719.9);
    expect(await repeatOf(fryer)).toBe(edge);
    const last = await solved(fryer, 5);
    await solved(fryer, 6);
    expect(await repeatOf(fryer)).toBe(last);
    expect((await core.create<TicketResponse>('tickets')).repeatOf).toBeNull();
  });

  it('that was made by a QR code repeats, too', async () => {
    const oven = await core.insert('equipment');
    await solved(oven, 48);
    const before = await solved(oven, 24);
    await solved(oven, 36);
    const intake = intakeOf(core);
    const { code } = await intake.code({ equipment_id: oven });
    await intake.report(code);
    const response = await core.as(core.admin).get(`/api/tickets?equipmentId=${oven}&repeat=true`);
    expect(response.body).toMatchObject([{ via: 'qr', repeatOf: { id: before } }]);
  });

  it('hides the one before where it is not visible', async () => {
    const fridge = await core.insert('equipment');
    await solved(fridge, 24, { location_id: core.storeB });
    const { id, repeatOf: shown } = await core.create<TicketResponse>('tickets', { equipmentId: fridge });
    expect(shown).not.toBeNull();
    const hidden = await core.as(core.managerA).get(`/api/tickets/${id}`);
    expect(hidden.body).toMatchObject({ repeatOf: null });
  });
});
