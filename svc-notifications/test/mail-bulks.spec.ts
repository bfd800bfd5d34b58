import { describe, expect, it } from '@jest/globals';
import type { TestUser } from '@mainstay/service-kit/testing';
import { randomUUID } from 'node:crypto';
import { SettingsRepository } from '../src/settings/settings.repository.ts';
import { mailScene } from './mail-scene.ts';
import { aTicket } from './rows.ts';
import { settled, storesOf } from './stores.ts';

const scene = mailScene();

/** A change of many tickets by Dana, or the undo of one, as svc-core stores it. */
const aBulk = (more: object = {}) =>
  scene.world.insert('core.bulk_changes', { created_by: scene.dana.userId, changes: '{}', ...more });

/** Items of these people about as many tickets as are given, which a change of many assigned to them. */
async function assign(bulkId: string, people: TestUser[], titles: string[]) {
  const actorId = scene.dana.userId;
  for (const title of titles) {
    const { id } = await scene.world.createTicket(scene.storeId, { title });
    const items = people.map((person) => scene.world.addItem(person, id, 'assigned', { actorId, bulkId }));
    await scene.world.schedule(await Promise.all(items));
  }
}
const formsOf = async (person: TestUser): Promise<string[]> =>
  (await scene.world.settled(person)).map(({ form, state }) => `${form} ${state}`);

describe('the mail of a change of many tickets', () => {
  it('waits a minute, and is one for each person', async () => {
    const kim = await scene.world.createPerson('admin', { firstName: 'Kim' });
    const begun = Date.now();
    await assign(await aBulk(), [scene.sam, kim], ['Fryer', 'Oven', 'Sink']);
    for (const person of [scene.sam, kim]) {
      const [first, ...others] = await scene.world.deliveries(person.userId);
      expect([first?.form, others]).toEqual(['bulk', []]);
      expect(first?.due_at.getTime()).toBeGreaterThanOrEqual(begun + 60_000);
      expect(first?.due_at.getTime()).toBeLessThan(Date.now() + 61_000);
    }
    await scene.world.release(scene.sam);
    expect(await formsOf(scene.sam)).toEqual(['bulk sent']);
    const [mail, ...more] = scene.server.received;
    expect([mail?.to, more]).toEqual([scene.sam.email, []]);
    expect(mail?.headers.get('subject')).toBe('3 tickets changed');
    for (const content of [mail?.text, mail?.html]) {
      expect(content).toContain('Dana Whitfield changed 3 tickets');
      for (const title of ['Fryer', 'Oven', 'Sink']) expect(content).toContain(title);
    }
  });

  it('about one ticket has its title', async () => {
    await assign(await aBulk(), [scene.sam], ['Fryer']);
    await scene.world.release(scene.sam);
    expect(await formsOf(scene.sam)).toEqual(['bulk sent']);
    expect(scene.server.received[0]?.headers.get('subject')).toMatch(/^#\d+ Fryer$/);
  });

  it('is none if it is undone, nor is there one of the undo, and the digest leaves it out', async () => {
    const bulkId = await aBulk();
    await assign(bulkId, [scene.sam], ['Fryer', 'Oven']);
    await scene.world.set(scene.sam, { kinds: { assigned: 'digest' } });
    await assign(bulkId, [scene.sam], ['Sink']);
    await scene.world.set(scene.sam, { kinds: { assigned: 'now' } });
    await aBulk({ undo_of: bulkId });
    await assign(bulkId, [scene.sam], ['Fryer', 'Oven']);
    await scene.world.release(scene.sam);
    expect(await formsOf(scene.sam)).toEqual(['bulk dropped', 'digest dropped']);
    expect(scene.server.received).toEqual([]);
  });

  it('is followed by another one about what a repeated request changes later', async () => {
    const bulkId = await aBulk();
    for (const titles of [['Fryer', 'Oven'], ['Sink']]) {
      await assign(bulkId, [scene.sam], titles);
      await scene.world.release(scene.sam);
      await scene.world.settled(scene.sam);
    }
    expect(await formsOf(scene.sam)).toEqual(['bulk sent', 'bulk sent']);
  });

  it('counts as one of the sixty of a day', async () => {
    await scene.world.run(
      `INSERT INTO notifications.deliveries (key, user_id, form, state, due_at, ended_at)
       SELECT 'bulk:' || $1 || n, $1::uuid, 'bulk', 'sent', now(), now() FROM generate_series(1, 60) n`,
      [scene.sam.userId],
    );
    await assign(await aBulk(), [scene.sam], ['Fryer']);
    await scene.world.release(scene.sam);
    expect((await formsOf(scene.sam)).slice(60)).toEqual(['bulk dropped', 'digest waiting']);
  });

  it('still waits when its person saves other settings', async () => {
    await assign(await aBulk(), [scene.sam], ['Fryer']);
    const { sam, service } = scene;
    const { body } = await service.app.get(SettingsRepository, { strict: false }).read(sam.userId);
    await service.as(sam).put('/api/notification-settings').send(body).expect(200);
    expect(await formsOf(sam)).toEqual(['bulk waiting']);
  });
});

it('items arrive as ever, of the change and of its undo, and name it by the requests that made them', async () => {
  await settled(scene.service);
  const stores = storesOf(scene.service);
  const bulkId = randomUUID();
  const requests = [`change-${bulkId}`, `undo-${bulkId}`, `other-${bulkId}`];
  const { userId } = scene.sam;
  const tickets: string[] = [];
  for (const [n, requestId] of requests.entries()) {
    await stores.change(
      scene.dana.userId,
      async ({ insert }) => {
        const bulk = { created_by: scene.dana.userId, changes: '{}', request_ids: [requestId] };
        if (n === 0) await insert('core.bulk_changes', { ...bulk, id: bulkId });
        if (n === 1) await insert('core.bulk_changes', { ...bulk, undo_of: bulkId });
        tickets.push(await insert('core.tickets', aTicket(scene.storeId, { assigned_to: userId })));
      },
      requestId,
    );
    await settled(scene.service);
  }
  const { rows } = await scene.service.backends.admin.query<{ bulk_id: string | null }>(
    'SELECT bulk_id FROM notifications.inbox_items WHERE user_id = $1 AND ticket_id = ANY ($2) ORDER BY id',
    [userId, tickets],
  );
  expect(rows.map((row) => row.bulk_id)).toEqual([bulkId, bulkId, null]);
  // The third is about one ticket, and is sent at once.
  expect((await scene.world.deliveries(userId)).map(({ form }) => form)).toEqual(['bulk', 'ticket']);
});
