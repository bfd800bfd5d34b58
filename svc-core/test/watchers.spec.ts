import { describe, expect, it } from '@jest/globals';
import { conversationOf, watchersOf } from './conversation.ts';
import { useCoreService } from './core-service.ts';

const core = useCoreService();
const talk = conversationOf(core);

const watch = (id: string, body?: object | string, user: { cookie: string } = core.managerA) =>
  core.as(user).put(`/api/tickets/${id}/watch`).send(body);
const unwatch = (id: string, user: { cookie: string } = core.managerA) =>
  core.as(user).delete(`/api/tickets/${id}/watch`);
const isWatching = async (id: string, user: { cookie: string } = core.managerA): Promise<boolean> =>
  (await talk.getTicket(user, id)).watching;

describe('PUT and DELETE /api/tickets/:id/watch', () => {
  it('can be repeated, and change nothing of the ticket', async () => {
    const ticket = await talk.createTicket(core.admin);
    const tag = (await core.as(core.managerA).get(`/api/tickets/${ticket.id}`)).headers['etag'];
    for (const body of [undefined, {}, { muted: false }]) {
      expect((await watch(ticket.id, body)).status).toBe(204);
      expect(await isWatching(ticket.id)).toBe(true);
    }
    expect(await watchersOf(core, ticket.id)).toEqual({
      [core.admin.userId]: 'created',
      [core.managerA.userId]: 'manual',
    });
    for (const _ of [1, 2]) expect((await unwatch(ticket.id)).status).toBe(204);
    const after = await core.as(core.managerA).get(`/api/tickets/${ticket.id}`);
    expect([after.headers['etag'], after.body]).toEqual([tag, { ...ticket, watching: false }]);
  });

  it('mute until unmuted, whatever happens', async () => {
    const { id } = await talk.createTicket(core.managerA);
    expect((await watch(id, { muted: true })).status).toBe(204);
    await talk.comment(core.managerA, id, 'Still here.');
    await talk.comment(core.admin, id, `<@${core.managerA.userId}>`);
    await talk.changeTicket(core.admin, id, { assignedTo: core.managerA.userId });
    expect(await isWatching(id)).toBe(false);
    expect((await watchersOf(core, id))[core.managerA.userId]).toBe('created muted');
    await watch(id);
    expect([await isWatching(id), (await watchersOf(core, id))[core.managerA.userId]]).toEqual([
      true,
      'created',
    ]);
  });
});

describe('who watches a ticket', () => {
  it('its creator and its assignee from the creation on, once if they are the same', async () => {
    const own = await talk.createTicket(core.managerA, { assignedTo: core.managerA.userId });
    expect(await watchersOf(core, own.id)).toEqual({ [core.managerA.userId]: 'created' });
    const ticket = await talk.createTicket(core.admin, { assignedTo: core.managerA.userId });
    expect(ticket.watching).toBe(true);
    expect(await watchersOf(core, ticket.id)).toEqual({
      [core.admin.userId]: 'created',
      [core.managerA.userId]: 'assigned',
    });
  });

  it('whom it is assigned to later, until they unwatch it, and again with the next reason', async () => {
    const { id } = await talk.createTicket(core.admin);
    await talk.changeTicket(core.admin, id, { assignedTo: core.managerA.userId });
    expect((await watchersOf(core, id))[core.managerA.userId]).toBe('assigned');
    await unwatch(id);
    await talk.changeTicket(core.admin, id, { assignedTo: core.managerA.userId, priority: 'high' });
    expect(await isWatching(id)).toBe(false);
    await talk.comment(core.managerA, id, 'On it.');
    expect((await watchersOf(core, id))[core.managerA.userId]).toBe('commented');
    await unwatch(id);
    await talk.comment(core.admin, id, `<@${core.managerA.userId}> thank you`);
    expect((await watchersOf(core, id))[core.managerA.userId]).toBe('mentioned');
  });

  it('people who mention each other at the same moment', async () => {
    const { id } = await talk.createTicket(core.admin);
    const people = [core.admin, core.managerA];
    await core.query('DELETE FROM core.ticket_watchers WHERE ticket_id = $1', [id]);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        talk.comment(people[index % 2] ?? core.admin, id, `<@${people[(index + 1) % 2]?.userId ?? ''}>`),
      ),
    );
    expect(Object.keys(await watchersOf(core, id)).sort()).toEqual(people.map(({ userId }) => userId).sort());
  });

  it('is told each for themselves, in lists too', async () => {
    const { id } = await talk.createTicket(core.managerA);
    const inList = async (user: { cookie: string }) =>
      ((await core.as(user).get('/api/tickets?limit=1')).body as { id: string; watching: boolean }[])[0];
    expect(await inList(core.managerA)).toMatchObject({ id, watching: true });
    expect(await inList(core.admin)).toMatchObject({ id, watching: false });
  });
});
