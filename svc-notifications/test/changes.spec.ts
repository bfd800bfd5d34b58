import { beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { TestUser } from '@mainstay/service-kit/testing';
import type { ChangesResponse } from '../src/changes/changes.schemas.ts';
import { ChangeCursors } from '../src/changes/change-cursors.ts';
import { entities } from '../src/events/entities.ts';
import { useService } from './running-service.ts';
import { WrittenRows } from './written-rows.ts';

const service = useService();
const rows = new WrittenRows(service);

const ask = (user: { cookie: string }, query = '') => service.as(user).get(`/api/changes${query}`);
async function changesOf(user: { cookie: string }, query = ''): Promise<ChangesResponse> {
  return (await ask(user, query).expect(200)).body as ChangesResponse;
}
const now = async (user: { cookie: string }): Promise<string> => (await changesOf(user)).cursor;
const move = (ticket: string, to: string) =>
  rows.idOf('UPDATE core.tickets SET location_id = $2 WHERE id = $1 RETURNING id', [ticket, to]);

let here: string;
let there: string;
let dana: TestUser;
beforeEach(async () => {
  [here, there] = [await rows.location(), await rows.location()];
  dana = await service.createUser('district_manager');
  await rows.assign(dana.userId, here);
});

it('has what changed where the caller sees it, oldest first, with moves and removals, and goes on', async () => {
  const begin = await changesOf(dana);
  expect(begin).toEqual({ changes: [], cursor: expect.any(String), more: false });
  const ofAdmin = await now(service.admin);
  const ticket = await rows.ticket(here);
  await rows.ticket(there);
  await move(ticket, there);
  await rows.idOf('DELETE FROM core.tickets WHERE id = $1 RETURNING id', [ticket]);
  const last = await rows.ticket(here);
  const first = await changesOf(dana, `?after=${begin.cursor}&limit=2`);
  const at = expect.stringMatching(/^\d{4}-.*Z$/);
  expect(first).toMatchObject({
    changes: [
      { entity: 'ticket', id: ticket, version: 1, action: 'create', at },
      { entity: 'ticket', id: ticket, version: 2, action: 'update', at },
    ],
    more: true,
  });
  const second = await changesOf(dana, `?after=${first.cursor}&limit=2`);
  expect([second.changes.map(({ id }) => id), second.more]).toEqual([[last], false]);
  expect((await changesOf(dana, `?after=${second.cursor}`)).changes).toEqual([]);
  const all = await changesOf(service.admin, `?after=${ofAdmin}`);
  expect(all.changes.map(({ action }) => action)).toEqual(['create', 'create', 'update', 'delete', 'create']);
  expect(all.changes[3]).toMatchObject({ id: ticket, version: null });
  const comment = await rows.comment(last);
  const comments = await changesOf(dana, `?after=${first.cursor}&entity=ticket_comment`);
  expect(comments.changes.map(({ id }) => id)).toEqual([comment]);
});

describe('410, with the cursor of now, for', () => {
  const isGone = async (user: TestUser, after: string): Promise<void> => {
    const response = await ask(user, `?after=${after}`);
    const { cursor } = response.body as { cursor: string };
    expect([response.status, response.body]).toEqual([
      410,
      expect.objectContaining({ detail: 'Read everything again.', cursor: expect.any(String) }),
    ]);
    const ticket = await rows.ticket(here);
    const { changes } = await changesOf(user, `?after=${cursor}`);
    expect(changes.map(({ id }) => id)).toEqual([ticket]);
  };

  it('a cursor of somebody else, and what is none', async () => {
    await isGone(dana, await now(service.admin));
    const kim = await service.createUser('district_manager');
    await rows.assign(kim.userId, here);
    await isGone(dana, await now(kim));
    await isGone(dana, 'x');
  });

  it('one of more than 30 days', async () => {
    const { cursorOf, holder } = {
      cursorOf: service.app.get(ChangeCursors),
      holder: { userId: dana.userId, scope: new Set([here]) },
    };
    const feed = cursorOf.read(await now(dana), holder) ?? '';
    const days = 24 * 60 * 60 * 1000;
    expect((await ask(dana, `?after=${cursorOf.of(feed, holder, Date.now() - 29.9 * days)}`)).status).toBe(
      200,
    );
    await isGone(dana, cursorOf.of(feed, holder, Date.now() - 30.1 * days));
  });

  it('one from before other locations were visible, and not for those of others', async () => {
    const before = await now(dana);
    const kim = await service.createUser('district_manager');
    await rows.assign(kim.userId, there);
    expect((await ask(dana, `?after=${before}`)).status).toBe(200);
    await rows.assign(dana.userId, there);
    await isGone(dana, before);
    const both = await now(dana);
    await rows.idOf(
      'DELETE FROM core.manager_assignments WHERE manager_id = $1 AND location_id = $2 RETURNING id',
      [dana.userId, there],
    );
    await isGone(dana, both);
  });
});

it.each([
  ['?limit=1001', 'limit'],
  ['?limit=0', 'limit'],
  ['?entity=tickets', 'entity'],
  [`?after=${'x'.repeat(1001)}`, 'after'],
  ['?since=2026-03-05', 'since'],
])('refuses %s', async (query, field) => {
  const response = await ask(dana, query);
  const { errors } = z.object({ errors: z.object({}).loose() }).parse(response.body);
  expect([response.status, Object.keys(errors)]).toEqual([400, [field]]);
});

it('knows all that the audit trail is about', async () => {
  const { rows: found } = await service.backends.admin.query<{ entity: string }>(
    `SELECT DISTINCT split_part(encode(tgargs, 'escape'), '\\000', 1) AS entity FROM pg_trigger
     WHERE tgfoid = 'auth.write_audit_entry'::regproc ORDER BY 1`,
  );
  expect(found.map(({ entity }) => entity)).toEqual([...entities]);
});
