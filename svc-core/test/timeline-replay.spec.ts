import { beforeAll, describe, expect, it } from '@jest/globals';
import type { TestUser } from '@mainstay/service-kit/testing';
import type { AuditEntryResponse } from '../src/audit/audit.schemas.ts';
import {
  type ChangedField,
  changedFields,
  type TimelineLineResponse,
} from '../src/timeline/timeline.schemas.ts';
import { conversationOf } from './conversation.ts';
import { useCoreService } from './core-service.ts';

const core = useCoreService();
const talk = conversationOf(core);

/** Sets the times of the entries about a ticket, in their order, to these seconds after its creation. */
async function spread(ticketId: string, secondsOf: (index: number) => number): Promise<void> {
  const rows = await core.query<{ id: string }>(
    `SELECT id FROM auth.audit_entries
     WHERE entity_id = $1 OR coalesce(after, before) ->> 'ticket_id' = $1::text ORDER BY id`,
    [ticketId],
  );
  for (const [index, { id }] of rows.entries()) {
    await core.query(
      `UPDATE auth.audit_entries SET occurred_at = date_trunc('day', now()) + make_interval(secs => $2) WHERE id = $1`,
      [id, secondsOf(index)],
    );
  }
}

describe('200 random edits by five users', () => {
  const SECRET = 'Hidden';
  const fields = changedFields;
  type Field = ChangedField;
  type State = Record<Field, string | null>;

  let id: string;
  /** Sees store A and nothing else. */
  let reader: TestUser;
  const names = new Map<string, string>();
  let entries: AuditEntryResponse[];

  beforeAll(async () => {
    reader = core.managerA;
    const hidden = await core.createStore(`${SECRET} Street`);
    const users: TestUser[] = [];
    for (const [index, role] of (
      ['admin', 'admin', 'district_manager', 'district_manager', 'admin'] as const
    ).entries()) {
      const user = await core.createUser({ role, firstName: `First${index}`, lastName: `Last${index}` });
      if (role === 'district_manager') {
        for (const store of [core.storeA, core.storeB, hidden]) await core.assign(user.userId, store);
      }
      names.set(user.userId, `First${index} Last${index}`);
      users.push(user);
    }
    for (const [store, name] of [
      [core.storeA, 'Store A'],
      [core.storeB, 'Store B'],
      [hidden, `${SECRET} Street`],
    ] as const)
      names.set(store, name);
    const equipment = new Map<string, string>();
    for (const [store, name] of [
      [core.storeA, 'Fryer'],
      [core.storeB, 'Store B freezer'],
      [hidden, `${SECRET} oven`],
    ] as const) {
      const piece = await core.insert('equipment', { location_id: store, name, category: 'cooking' });
      equipment.set(store, piece);
      names.set(piece, name);
    }
    const vendor = await core.insert('vendors', { name: `${SECRET} vendor`, location_ids: [hidden] });
    names.set(vendor, `${SECRET} vendor`);
    let place = core.storeA;
    // Something else of the hidden store, which must not show up.
    const other = await talk.createTicket(core.admin, { locationId: hidden, title: `${SECRET} freezer` });
    await talk.comment(core.admin, other.id, `${SECRET} words`);

    // A generator with a seed: the same edits in each run.
    let seed = 20_260_305;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const oneOf = <Value>(values: readonly Value[]): Value => {
      const value = values[random(values.length)];
      if (value === undefined) throw new Error('nothing to choose from');
      return value;
    };
    /** Other fields are texts that may be missing. */
    const values: Partial<Record<Field, () => string | null>> = {
      title: () => `Title ${random(4)}`,
      description: () => `Description ${random(4)} `.repeat(1 + random(200)).trim(),
      locationId: () => (place = oneOf([core.storeA, core.storeB, hidden])),
      equipmentId: () => oneOf([null, equipment.get(place) ?? null]),
      assignedTo: () => oneOf([null, ...users.map(({ userId }) => userId)]),
      status: () => oneOf(['incoming', 'in_progress', 'solved']),
      priority: () => oneOf(['low', 'medium', 'high']),
      ticketType: () => oneOf(['repair', 'inspection', 'cleaning']),
      vendorId: () => (place === hidden ? oneOf([null, vendor]) : null),
      // Only administrators raise it.
      spendingLimit: () => '500.00',
      dueAt: () => oneOf([null, '2099-03-05T15:04:00.000Z', '2099-03-06T15:04:00.000Z']),
    };
    ({ id } = await talk.createTicket(core.admin));
    let user = oneOf(users);
    for (let edit = 0; edit < 200; edit += 1) {
      // Often the same user again, or nothing would fold.
      if (random(3) === 0) user = oneOf(users);
      if (random(20) === 0) await talk.comment(user, id, `Comment ${edit}`);
      const chosen = fields.filter(() => random(4) === 0);
      const valueOf = (field: Field) =>
        field in values ? values[field]?.() : oneOf([null, `${field} ${random(3)}`]);
      await talk.changeTicket(user, id, Object.fromEntries(chosen.map((field) => [field, valueOf(field)])));
    }
    await talk.changeTicket(core.admin, id, { locationId: core.storeA });
    let seconds = 0;
    await spread(id, () => (seconds += random(40)));

    entries = [];
    for await (const audit of core.pages(core.admin, `/api/audit?entityId=${id}&limit=1000`)) {
      entries.push(...(audit.body as AuditEntryResponse[]));
    }
    entries.sort((one, next) => (one.id < next.id ? -1 : 1));
  }, 60_000);

  const pick = (state: Record<string, unknown>): State =>
    Object.fromEntries(fields.map((field) => [field, asShown(field, state[field] ?? null)])) as State;
  /** The trail has times and amounts as PostgreSQL writes them in JSON. */
  const asShown = (field: Field, value: unknown) =>
    field === 'dueAt' && typeof value === 'string'
      ? new Date(value).toISOString()
      : typeof value === 'number'
        ? value.toFixed(2)
        : value;
  const differences = (before: State, after: State) =>
    fields
      .filter((field) => before[field] !== after[field])
      .map((field) => ({ field, from: shown(field, before[field]), to: shown(field, after[field]) }));
  const shown = (field: Field, value: string | null): string | null =>
    value !== null && ['locationId', 'assignedTo', 'equipmentId', 'vendorId'].includes(field)
      ? (names.get(value) ?? '?')
      : value;
  const order: readonly string[] = fields;
  const byField = (one: { field: string }, other: { field: string }): number =>
    order.indexOf(one.field) - order.indexOf(other.field);

  it('equal a replay of the audit trail, line by line and field by field', async () => {
    const comments = await core.query<{ id: string }>(
      `SELECT id FROM auth.audit_entries WHERE entity = 'ticket_comment' AND action = 'create' AND after ->> 'ticket_id' = $1`,
      [id],
    );
    const updates = entries.filter(({ action }) => action === 'update');
    const all = [
      ...comments.map((comment) => ({ id: comment.id, update: null })),
      ...updates
        .filter(({ before, after }) => differences(pick(before ?? {}), pick(after ?? {})).length > 0)
        .map((update) => ({ id: update.id, update })),
    ].toSorted((one, next) => (one.id < next.id ? -1 : 1));
    // Groups of entries that make a line: the state before the first and after the last show what changed.
    const groups: (AuditEntryResponse[] | null)[] = [];
    for (const { update } of all) {
      const group = groups.at(-1);
      const [first] = group ?? [];
      if (update === null) groups.push(null);
      else if (
        group &&
        first?.actorId === update.actorId &&
        Date.parse(update.occurredAt) - Date.parse(first.occurredAt) <= 60_000
      )
        group.push(update);
      else groups.push([update]);
    }
    const expected = groups.flatMap((group) => {
      if (group === null) return [{ kind: 'commented' }];
      const [first, last] = [group[0], group.at(-1)];
      const changes = differences(pick(first?.before ?? {}), pick(last?.after ?? {}));
      return changes.length === 0
        ? []
        : [{ kind: 'changed', id: first?.id, at: first?.occurredAt, actorId: first?.actorId, changes }];
    });
    const [, ...lines] = await talk.timeline(core.admin, id);
    expect(
      lines.map((line) =>
        line.kind === 'commented'
          ? { kind: 'commented' }
          : {
              kind: line.kind,
              id: line.id,
              at: line.at,
              actorId: line.actor?.id,
              changes: line.changes.toSorted(byField),
            },
      ),
    ).toEqual(expected);
    // The generator made what the test is about: folded lines and lines of their own.
    expect(expected.length).toBeGreaterThan(40);
    expect(expected.length).toBeLessThan(updates.length - 20);
  });

  it('show a manager no name or text of a store that is not visible to them', async () => {
    const response = await core.as(reader).get(`/api/tickets/${id}/timeline`);
    const changes = (response.body as TimelineLineResponse[]).flatMap((line) => line.changes);
    const valuesOf = (field: Field) =>
      new Set(changes.filter((change) => change.field === field).flatMap(({ from, to }) => [from, to]));
    expect(valuesOf('locationId')).toEqual(new Set(['Store A', 'another location']));
    expect(valuesOf('equipmentId')).toEqual(new Set([null, 'Fryer', 'other equipment']));
    expect(valuesOf('vendorId')).toEqual(new Set([null, 'another vendor']));
    expect(response.text).not.toContain(SECRET);
    expect(response.text).not.toContain('Store B');
    await talk.changeTicket(core.admin, id, { locationId: core.storeB });
    expect((await core.as(reader).get(`/api/tickets/${id}/timeline`)).status).toBe(404);
  });
});
