import { describe, expect, it } from '@jest/globals';
import { mailScene } from './mail-scene.ts';

const scene = mailScene();

describe('the digest', () => {
  it('tells the day by store and ticket, once', async () => {
    const otherStore = await scene.world.createStore('Airport');
    await scene.world.assign(scene.sam, otherStore);
    const [first, second] = [
      await scene.world.createTicket(scene.storeId),
      await scene.world.createTicket(otherStore, { title: 'Fryer' }),
    ];
    for (const [ticket, body] of [
      [first, 'one'],
      [second, 'two'],
      [first, 'three'],
    ] as const) {
      const commentId = await scene.world.createComment(ticket.id, body, { author_id: scene.dana.userId });
      await scene.world.schedule([
        await scene.world.addItem(scene.sam, ticket.id, 'commented', {
          actorId: scene.dana.userId,
          commentId,
        }),
      ]);
    }
    const [digest, ...others] = await scene.world.deliveries(scene.sam.userId);
    expect(others).toEqual([]);
    expect(digest).toMatchObject({
      form: 'digest',
      state: 'waiting',
      key: expect.stringMatching(/:\d{4}-\d\d-\d\d$/),
    });
    await scene.world.release(scene.sam);
    expect(await scene.statesOf(scene.sam)).toEqual(['sent']);
    const [mail] = scene.server.received;
    expect(mail?.headers.get('subject')).toBe('Daily digest: 3 updates on 2 tickets');
    expect(mail?.headers.has('references')).toBe(false);
    expect(mail?.headers.get('list-unsubscribe')).toBeDefined();
    const order = ['Airport', 'Fryer', '> two', 'Main Street', 'Walk-in cooler', '> one', '> three'];
    const places = order.map((text) => mail?.text.indexOf(text) ?? -1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    // What comes later is told by the next one.
    await scene.world.schedule([await scene.world.addItem(scene.sam, first.id, 'commented')]);
    expect((await scene.world.deliveries(scene.sam.userId)).map(({ state }) => state)).toEqual([
      'sent',
      'waiting',
    ]);
  });

  it('is not sent when it is empty', async () => {
    const ticket = await scene.world.createTicket(scene.storeId);
    const item = await scene.world.addItem(scene.sam, ticket.id, 'commented');
    await scene.world.schedule([item]);
    await scene.world.run('UPDATE notifications.inbox_items SET read_at = now() WHERE id = $1', [item.id]);
    await scene.world.release(scene.sam);
    expect(await scene.statesOf(scene.sam)).toEqual(['dropped']);
    expect(scene.server.received).toEqual([]);
  });

  it('is due at the person’s time in their zone', async () => {
    await scene.world.set(scene.sam, { timeZone: 'Asia/Tokyo', digestTime: '06:15' });
    const ticket = await scene.world.createTicket(scene.storeId);
    await scene.world.schedule([await scene.world.addItem(scene.sam, ticket.id, 'commented')]);
    const [digest] = await scene.world.deliveries(scene.sam.userId);
    expect(digest?.due_at.toISOString().slice(11)).toBe('21:15:00.000Z');
  });
});
