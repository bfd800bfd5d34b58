import { randomUUID } from 'node:crypto';
import type { ApiResponse, Caller } from './caller.ts';
import { type Fault, none, noneBut } from './fault.ts';

const TICKETS = 25;
const KEYS = 10;
const EQUAL_POSTS = 10;

export const twoEdits: Fault = {
  title: 'two users edit one ticket',
  async run({ admin, manager, locationId }) {
    const tried = await Promise.all(
      Array.from({ length: TICKETS }, () => editAtOnce(admin, manager, locationId)),
    );
    const firstTries = tried.flatMap((it) => it.firstTries);
    return [
      none('tickets where not one of two was told of the other', tried.filter((it) => !it.oneWon).length),
      none('lost updates', tried.filter((it) => it.lost).length),
      noneBut('responses other than 200 and 412', firstTries, 200, 412),
    ];
  },
};

/** Both users change the same version at the same time; the one who gets a 412 reads again and repeats the change. */
async function editAtOnce(
  admin: Caller,
  manager: Caller,
  locationId: string,
): Promise<{ firstTries: ApiResponse[]; oneWon: boolean; lost: boolean }> {
  const created = await admin.ask('POST', '/api/tickets', ticketAt(locationId));
  const path = `/api/tickets/${(created.body as { id: string }).id}`;
  const edits = [
    { caller: admin, change: { title: `Changed by the administrator ${randomUUID()}` } },
    { caller: manager, change: { notes: `Changed by the manager ${randomUUID()}` } },
  ];
  const firstTries = await Promise.all(
    edits.map(({ caller, change }) => caller.ask('PATCH', path, change, { 'if-match': created.etag })),
  );
  for (const [index, { caller, change }] of edits.entries()) {
    if (firstTries[index]?.status !== 412) continue;
    const { etag } = await caller.ask('GET', path);
    await caller.ask('PATCH', path, change, { 'if-match': etag });
  }
  const { body } = await admin.ask('GET', path);
  const wanted = Object.assign({}, ...edits.map(({ change }) => change)) as Record<string, string>;
  return {
    firstTries,
    oneWon: firstTries.filter(({ status }) => status === 200).length === 1,
    lost: Object.entries(wanted).some(([field, value]) => (body as Record<string, unknown>)[field] !== value),
  };
}

export const equalPosts: Fault = {
  title: 'ten equal POSTs with one key',
  async run({ admin, database, locationId }) {
    const responses: ApiResponse[] = [];
    let others = 0;
    for (let turn = 0; turn < KEYS; turn += 1) {
      const key = randomUUID();
      const ticket = { ...ticketAt(locationId), title: `Sent ten times ${key}` };
      const same = Array.from({ length: EQUAL_POSTS }, () =>
        admin.ask('POST', '/api/tickets', ticket, { 'idempotency-key': key }),
      );
      responses.push(...(await Promise.all(same)));
      const { rowCount } = await database.query('SELECT FROM core.tickets WHERE title = $1', [ticket.title]);
      others += Math.abs((rowCount ?? 0) - 1);
    }
    const ids = new Set(responses.map(({ body }) => (body as { id?: string } | undefined)?.id));
    return [
      none('rows more or fewer than one for each key', others),
      none('different responses to equal requests', ids.size - KEYS),
      noneBut('responses other than 201', responses, 201),
    ];
  },
};

const ticketAt = (locationId: string) => ({
  title: 'The slicer does not stop',
  description: 'It was the lever.',
  locationId,
  ticketType: 'repair',
});
