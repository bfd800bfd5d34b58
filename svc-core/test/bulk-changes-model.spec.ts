import { expect, it } from '@jest/globals';
import type { TestUser } from '@mainstay/service-kit/testing';
import type { TicketResponse } from '../src/ticket-rows/tickets.schemas.ts';
import { bulksOf, outcomesOf, resultsOf } from './bulk-calls.ts';
import { unknownId, useCoreService } from './core-service.ts';

const core = useCoreService();
const { change, undo } = bulksOf(core);

interface Values {
  status: string;
  priority: string;
  assignedTo: string | null;
  locationId: string;
}
type Field = keyof Values;
const fields: readonly Field[] = ['status', 'priority', 'assignedTo', 'locationId'];
/** What a ticket should be. Moments are numbers of steps. */
interface Model extends Values {
  id: string;
  version: number;
  needsApproval: boolean;
  completedAt: number | null;
  isPaused: boolean;
  /** When its pauses ended. */
  pausesEnded: number[];
}
interface Bulk {
  id: string;
  by: TestUser;
  isUndone: boolean;
  changes: Partial<Values>;
  changed: { ticket: Model; before: Partial<Values>; completedAt: number | null; step: number }[];
}

// A generator with a seed: the same steps in each run.
let seed = 6;
const random = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
};
function oneOf<Value>(values: readonly Value[]): Value {
  const value = values[random(values.length)];
  if (value === undefined) throw new Error('nothing to choose from');
  return value;
}
const some = <Value>(values: readonly Value[]): Value[] => values.filter(() => random(3) === 0);

it('500 random changes of many tickets, edits, pauses and undos by four people equal a model', async () => {
  const { admin, managerA, managerB, storeA, storeB } = core;
  const both = await core.createManager(storeA, storeB);
  const people = [admin, managerA, managerB, both];
  const stores = (user: TestUser): string[] =>
    user === managerA ? [storeA] : user === managerB ? [storeB] : [storeA, storeB];
  const canSee = (user: TestUser, ticket: Model) => stores(user).includes(ticket.locationId);
  /** Administrators, and whoever shares a store. */
  const canAssign = (user: TestUser, id: string | null): boolean =>
    id === null ||
    people.some(
      (one) =>
        one.userId === id && (one === admin || stores(one).some((store) => stores(user).includes(store))),
    );
  const valueFor = (user: TestUser, field: Field): string | null => {
    if (field === 'status') return oneOf(['incoming', 'in_progress', 'solved']);
    if (field === 'priority') return oneOf(['low', 'high']);
    if (field === 'locationId') return oneOf(stores(user));
    return oneOf([null, ...people.map(({ userId }) => userId).filter((id) => canAssign(user, id))]);
  };
  const changesFor = (user: TestUser): Partial<Values> => {
    const chosen = some(fields);
    return Object.fromEntries(
      (chosen.length > 0 ? chosen : [oneOf(fields)]).map((field) => [field, valueFor(user, field)]),
    );
  };

  const tickets: Model[] = [];
  for (let n = 0; n < 12; n += 1) {
    const { id } = await core.create('tickets', { locationId: oneOf([storeA, storeB]), spendingLimit: '5' });
    const needsApproval = n < 2;
    if (needsApproval)
      await core.send('post', `/api/tickets/${id}/costs`, {
        kind: 'parts',
        amount: '20',
        description: 'Fuse',
      });
    const response = await core.as(admin).get(`/api/tickets/${id}`);
    const { status, priority, locationId } = response.body as TicketResponse;
    const version = Number(response.headers['etag']?.replaceAll('"', ''));
    tickets.push({
      id,
      version,
      needsApproval,
      status,
      priority,
      locationId,
      assignedTo: null,
      completedAt: null,
      isPaused: false,
      pausesEnded: [],
    });
  }

  /** Writes these values, as an undo with the step of the change and the completion before it. */
  const write = (
    ticket: Model,
    values: Partial<Values>,
    step: number,
    undone?: { completedAt: number | null; step: number },
  ) => {
    const wasSolved = ticket.status === 'solved';
    Object.assign(ticket, values);
    ticket.version += 1;
    const isSolved = ticket.status === 'solved';
    if (isSolved && !wasSolved) {
      if (ticket.isPaused) ticket.pausesEnded.push(step);
      ticket.isPaused = false;
      ticket.completedAt = undone?.completedAt ?? step;
    }
    if (!isSolved && wasSolved) {
      const ended = ticket.pausesEnded.indexOf(ticket.completedAt ?? -1);
      if (undone?.step === ticket.completedAt && ended >= 0) {
        ticket.pausesEnded.splice(ended, 1);
        ticket.isPaused = true;
      }
      ticket.completedAt = null;
    }
  };
  const isRefused = (ticket: Model, { status }: Partial<Values>) =>
    ticket.needsApproval && status === 'solved' && ticket.status !== 'solved';

  const bulks: Bulk[] = [];
  const moments = new Map<number, string>();
  const seen = new Map<string, number>();

  async function edit(step: number): Promise<Model[]> {
    const [user, ticket] = [oneOf(people), oneOf(tickets)];
    const changes = changesFor(user);
    const { status } = await core.send('patch', `/api/tickets/${ticket.id}`, changes, user);
    const expected = !canSee(user, ticket) ? 404 : isRefused(ticket, changes) ? 409 : 200;
    expect([step, status]).toEqual([step, expected]);
    if (expected === 200) write(ticket, changes, step);
    return [ticket];
  }
  async function pause(step: number): Promise<Model[]> {
    const ticket = oneOf(tickets);
    const { status } = await core.send('post', `/api/tickets/${ticket.id}/pause`, { reason: 'other' });
    const isOpen = ticket.status !== 'solved' && !ticket.isPaused;
    expect([step, status]).toEqual([step, isOpen ? 200 : 409]);
    if (isOpen) {
      ticket.isPaused = true;
      ticket.version += 1;
    }
    return [ticket];
  }
  async function changeMany(step: number): Promise<Model[]> {
    const user = oneOf(people);
    const chosen = some(tickets);
    const [changes, isStrange] = [changesFor(user), random(10) === 0 || chosen.length === 0];
    const read = some(chosen).map((ticket) => ({
      ticket,
      version: ticket.version + (random(4) === 0 ? 1 : 0),
    }));
    const versions = Object.fromEntries(read.map(({ ticket, version }) => [ticket.id, version]));
    const ids = [...chosen.map(({ id }) => id), ...(isStrange ? [unknownId] : [])];
    const response = await change({ ids, versions, changes }, user);
    const bulk: Bulk = { id: resultsOf(response).id, by: user, isUndone: false, changes, changed: [] };
    const expected = chosen.map((ticket) => {
      const differing = fields.filter((field) => field in changes && changes[field] !== ticket[field]);
      if (!canSee(user, ticket)) return 'refused 404';
      if (read.some((one) => one.ticket === ticket && one.version !== ticket.version)) return 'refused 412';
      if (differing.length === 0) return 'unchanged 200';
      if (isRefused(ticket, changes)) return 'refused 409';
      const of = (from: Partial<Values>) =>
        Object.fromEntries(differing.map((field) => [field, from[field]]));
      bulk.changed.push({ ticket, before: of(ticket), completedAt: ticket.completedAt, step });
      write(ticket, of(changes), step);
      return 'changed 200';
    });
    expect([step, ...outcomesOf(response)]).toEqual([
      step,
      ...expected,
      ...(isStrange ? ['refused 404'] : []),
    ]);
    bulks.push(bulk);
    return chosen;
  }
  async function undoOne(step: number): Promise<Model[]> {
    const bulk = oneOf(bulks.slice(-16));
    const user = random(8) === 0 ? oneOf(people) : bulk.by;
    const response = await undo(bulk.id, user);
    if (user !== bulk.by || bulk.isUndone) {
      expect([step, response.status]).toEqual([step, user === bulk.by ? 409 : 404]);
      return [];
    }
    bulk.isUndone = true;
    const expected = bulk.changed.map(({ ticket, before, ...undone }) => {
      if (!canSee(user, ticket)) return 'kept 404';
      if (fields.some((field) => field in before && bulk.changes[field] !== ticket[field])) return 'kept 409';
      if ('assignedTo' in before && !canAssign(user, before.assignedTo ?? null)) return 'kept 400';
      if (isRefused(ticket, before)) return 'kept 409';
      write(ticket, before, step, undone);
      return 'restored 200';
    });
    expect([step, ...outcomesOf(response)]).toEqual([step, ...expected]);
    return bulk.changed.map(({ ticket }) => ticket);
  }

  for (let step = 1; step <= 500; step += 1) {
    const act =
      bulks.length === 0 ? changeMany : oneOf([edit, edit, pause, changeMany, changeMany, undoOne, undoOne]);
    for (const ticket of new Set(await act(step))) {
      const response = await core.as(admin).get(`/api/tickets/${ticket.id}`);
      const { pause: paused, ...found } = response.body as TicketResponse;
      const { status, priority, assignedTo, locationId, completedAt } = found;
      if (completedAt !== null && ticket.completedAt === step) moments.set(step, completedAt);
      expect({
        step,
        status,
        priority,
        assignedTo,
        locationId,
        isPaused: paused !== null,
        completedAt,
        etag: response.headers['etag'],
      }).toEqual({
        step,
        status: ticket.status,
        priority: ticket.priority,
        assignedTo: ticket.assignedTo,
        locationId: ticket.locationId,
        isPaused: ticket.isPaused,
        completedAt: ticket.completedAt === null ? null : moments.get(ticket.completedAt),
        etag: `"${ticket.version}"`,
      });
    }
    seen.set(act.name, (seen.get(act.name) ?? 0) + 1);
  }
  // The generator made what the test is about.
  expect([...seen.values()].every((count) => count > 40)).toBe(true);
  const outcomes = await core.query<{ outcome: string }>(
    'SELECT outcome FROM core.bulk_change_tickets GROUP BY outcome, status HAVING count(*) > 2 ORDER BY 1, status',
  );
  expect(outcomes.map(({ outcome }) => outcome)).toEqual([
    'changed',
    'kept',
    'kept',
    'kept',
    'refused',
    'refused',
    'refused',
    'restored',
    'unchanged',
  ]);
}, 120_000);
