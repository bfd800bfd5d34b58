import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mailScene, minutesFrom } from './mail-scene.ts';

const scene = mailScene();

describe('a mail about a ticket', () => {
  it('is text and HTML, with the headers that mail programs need', async () => {
    const { ticket, item } = await scene.mention();
    await scene.world.schedule([item]);
    expect(await scene.statesOf(scene.sam)).toEqual(['sent']);
    const [mail] = scene.server.received;
    const [delivery] = await scene.world.deliveries(scene.sam.userId);
    expect(mail?.to).toBe(scene.sam.email);
    const headers = Object.fromEntries(mail?.headers ?? []);
    expect(headers).toMatchObject({
      subject: `#${ticket.number} Walk-in cooler`,
      from: '"Sandwich Co." <no-reply@stores.example.com>',
      to: `Sam Lee <${scene.sam.email}>`,
      'message-id': `<${delivery?.id}@stores.example.com>`,
      references: `<${ticket.id}@stores.example.com>`,
      'in-reply-to': `<${ticket.id}@stores.example.com>`,
      'auto-submitted': 'auto-generated',
      'x-auto-response-suppress': 'All',
      'list-unsubscribe': expect.stringMatching(
        /^<https:\/\/stores\.example\.com\/api\/unsubscribe\/[\w-]+>$/,
      ),
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'content-type': expect.stringContaining('multipart/alternative'),
    });
    const url = `https://stores.example.com/tickets?ticket=${ticket.id}`;
    expect(mail?.text.split('\n')[0]).toBe('Dana Whitfield mentioned you');
    expect(mail?.text).toContain('> @Sam Lee can you look?');
    expect(mail?.text).toContain(`Open the ticket: ${url}`);
    expect(mail?.html).toContain('@Sam Lee can you look?');
    expect(mail?.html).toContain(`href="${url}"`);
    for (const content of [mail?.text, mail?.html]) {
      expect(content).toContain('https://stores.example.com/inbox/settings');
      expect(content).toContain('Main Street');
      expect(content).not.toContain('<@');
    }
    expect(mail?.html).not.toMatch(/<img|<script|src=|url\(|@import/i);
  });

  it('shows titles, names and comments as text, and none of them adds a header', async () => {
    await scene.world.run('UPDATE core.locations SET name = $2 WHERE id = $1', [
      scene.storeId,
      '<b>Main & Co</b>',
    ]);
    const { item } = await scene.mention(
      '<img src=x onerror=alert(1)> & "quotes"',
      'Cooler\r\nBcc: all@example.com\r\n\r\n<script>alert(1)</script>',
    );
    const eve = await scene.world.createPerson('admin', {
      firstName: 'Eve\r\nBcc: eve@example.com',
      lastName: '<i>',
    });
    await scene.world.run('UPDATE notifications.inbox_items SET actor_id = $2 WHERE id = $1', [
      item.id,
      eve.userId,
    ]);
    await scene.world.run('UPDATE auth.users SET first_name = $2 WHERE id = $1', [
      scene.sam.userId,
      'Sam\r\nX-Evil: yes',
    ]);
    await scene.world.schedule([item]);
    expect(await scene.statesOf(scene.sam)).toEqual(['sent']);
    const [mail] = scene.server.received;
    expect([...(mail?.headers.keys() ?? [])]).not.toEqual(expect.arrayContaining(['bcc']));
    expect([...(mail?.headers.keys() ?? [])]).not.toEqual(expect.arrayContaining(['x-evil']));
    expect(mail?.to).toBe(scene.sam.email);
    expect(mail?.headers.get('subject')).toMatch(
      /^#\d+ Cooler Bcc: all@example\.com <script>alert\(1\)<\/script>$/,
    );
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quotes&quot;');
    expect(mail?.html).toContain('&lt;b&gt;Main &amp; Co&lt;/b&gt;');
    expect(mail?.html).not.toMatch(/<script|<img|<b>|<i>/);
    await scene.world.run('UPDATE core.locations SET name = $2 WHERE id = $1', [
      scene.storeId,
      'Main Street',
    ]);
  });

  it('collects what happens before it is sent', async () => {
    const { ticket, item } = await scene.mention();
    const assigned = await scene.world.addItem(scene.sam, ticket.id, 'assigned', {
      actorId: scene.dana.userId,
    });
    await scene.world.scheduleHeld([item]);
    await scene.world.schedule([assigned]);
    await scene.world.release(scene.sam);
    expect(await scene.statesOf(scene.sam)).toEqual(['sent']);
    expect(scene.server.received).toHaveLength(1);
    expect(scene.server.received[0]?.text).toMatch(/^Dana Whitfield mentioned you and 1 more\n/);
    expect(scene.server.received[0]?.text).toContain('Dana Whitfield assigned this to you');
  });

  it('is followed by another one after 15 minutes at the earliest, which collects until then', async () => {
    const { ticket, item } = await scene.mention();
    await scene.world.schedule([item]);
    expect(await scene.statesOf(scene.sam)).toEqual(['sent']);
    const now = new Date();
    for (const kind of ['assigned', 'mentioned'] as const) {
      await scene.world.schedule([
        await scene.world.addItem(scene.sam, ticket.id, kind, { actorId: scene.dana.userId }),
      ]);
    }
    const [, second, ...others] = await scene.world.settled(scene.sam);
    expect(others).toEqual([]);
    expect(second?.state).toBe('waiting');
    expect(minutesFrom(now, second?.due_at)).toBe(15);
    // Another ticket is another matter.
    await scene.world.schedule([(await scene.mention()).item]);
    expect(await scene.statesOf(scene.sam)).toEqual(['sent', 'waiting', 'sent']);
  });

  it('is one for each person', async () => {
    const { ticket, item } = await scene.mention();
    const kim = await scene.world.createPerson('admin', { firstName: 'Kim' });
    await scene.world.schedule([
      item,
      await scene.world.addItem(kim, ticket.id, 'assigned', { actorId: scene.dana.userId }),
    ]);
    expect([await scene.statesOf(scene.sam), await scene.statesOf(kim)]).toEqual([['sent'], ['sent']]);
    expect(scene.server.received.map(({ to }) => to).sort()).toEqual([scene.sam.email, kim.email].sort());
  });

  it('is not sent twice when its items are scheduled again', async () => {
    const { item } = await scene.mention();
    await scene.world.schedule([item]);
    await scene.world.schedule([item]);
    expect(await scene.statesOf(scene.sam)).toEqual(['sent']);
    await scene.world.schedule([item]);
    expect(await scene.statesOf(scene.sam)).toEqual(['sent']);
    expect(scene.server.received).toHaveLength(1);
  });

  it('waits for the end of quiet hours that were chosen meanwhile, and collects until then', async () => {
    const timeIn = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
    const { ticket, item } = await scene.mention();
    await scene.world.scheduleHeld([item]);
    await scene.world.set(scene.sam, { timeZone: 'UTC', quietHours: { from: timeIn(-1), to: timeIn(2) } });
    await scene.world.release(scene.sam);
    const [waiting] = await scene.world.settled(scene.sam);
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 0, lease_until: null });
    expect(waiting?.due_at.getTime()).toBeGreaterThan(Date.now() + 6_900_000);
    await scene.world.schedule([await scene.world.addItem(scene.sam, ticket.id, 'assigned')]);
    expect(await scene.world.deliveries(scene.sam.userId)).toHaveLength(1);
    expect(scene.server.received).toEqual([]);
  });

  it('is the sixtieth of a day at most; the rest is in the digest', async () => {
    const { ticket } = await scene.mention();
    await scene.world.run(
      `INSERT INTO notifications.deliveries (key, user_id, form, ticket_id, state, due_at, ended_at)
       SELECT 'earlier:' || $1 || n, $1::uuid, 'ticket', $2, 'sent', now(), now() FROM generate_series(1, 59) n`,
      [scene.sam.userId, ticket.id],
    );
    const [sixtieth, next] = [await scene.mention(), await scene.mention()];
    await scene.world.schedule([sixtieth.item]);
    await scene.world.settled(scene.sam);
    await scene.world.schedule([next.item]);
    const rows = (await scene.world.settled(scene.sam))
      .slice(59)
      .map(({ form, state }) => `${form} ${state}`);
    expect(rows).toEqual(['ticket sent', 'ticket dropped', 'digest waiting']);
    expect(scene.server.received).toHaveLength(1);
    // What people without an account report counts for itself.
    const report = () => scene.world.addItem(scene.sam, ticket.id, 'reported');
    const reports = await Promise.all(Array.from({ length: 30 }, report));
    await scene.world.run(
      `WITH sent AS (
         INSERT INTO notifications.deliveries (key, user_id, form, state, due_at, ended_at)
         SELECT id, $1, 'ticket', 'sent', now(), now() FROM unnest($2::text[]) AS id RETURNING id, key)
       INSERT INTO notifications.delivery_items SELECT id, key::uuid FROM sent`,
      [scene.sam.userId, reports.slice(1).map(({ id }) => id)],
    );
    for (const expected of [['sent'], ['dropped']]) {
      const { id } = await scene.world.createTicket(scene.storeId);
      await scene.world.schedule([await scene.world.addItem(scene.sam, id, 'reported')]);
      const rest = (await scene.world.settled(scene.sam)).filter(({ form }) => form === 'ticket');
      expect(rest.slice(-1).map(({ state }) => state)).toEqual(expected);
    }
  });

  it('marks the name of somebody without an account, and of nobody else', async () => {
    const ticket = await scene.world.createTicket(scene.storeId, { title: 'Fryer 2', via: 'qr' });
    const comment = { author_name: 'Dana Whitfield', via: 'qr' };
    const commentId = await scene.world.createComment(ticket.id, 'It leaks again', comment);
    await scene.world.set(scene.sam, { kinds: { commented: 'now' } });
    await scene.world.schedule([
      await scene.world.addItem(scene.sam, ticket.id, 'commented', { commentId }),
      await scene.world.addItem(scene.sam, ticket.id, 'reported'),
      // Of a user who was removed.
      await scene.world.addItem(scene.sam, ticket.id, 'commented', { commentId, actorId: randomUUID() }),
    ]);
    await scene.statesOf(scene.sam);
    const [mail] = scene.server.received;
    for (const content of [mail?.text, mail?.html]) {
      expect(content).toContain('The reporter (signed as Dana Whitfield) commented and 2 more');
      expect(content).toContain('A crew member reported a problem');
      expect(content).toContain('There is a new comment');
    }
    expect(mail?.headers.get('subject')).toBe(`#${ticket.number} Fryer 2`);
  });
});

describe('before a mail leaves', () => {
  const because = 'There is nothing left to tell.';
  it.each<[string, string, (item: string, ticket: string, comment: string) => Promise<void>]>([
    [
      'the account is inactive',
      'The account is not active.',
      () => scene.world.run('UPDATE auth.users SET active = false WHERE id = $1', [scene.sam.userId]),
    ],
    [
      'the store is not theirs',
      because,
      () => scene.world.run('DELETE FROM core.manager_assignments WHERE manager_id = $1', [scene.sam.userId]),
    ],
    [
      'the item was read in the app',
      because,
      (item) => scene.world.run('UPDATE notifications.inbox_items SET read_at = now() WHERE id = $1', [item]),
    ],
    ['the kind was turned off', because, () => scene.world.set(scene.sam, { kinds: { mentioned: 'off' } })],
    [
      'the comment was removed',
      because,
      (_item, _ticket, comment) =>
        scene.world.run('UPDATE core.ticket_comments SET removed_at = now(), body = NULL WHERE id = $1', [
          comment,
        ]),
    ],
    [
      'the ticket was deleted',
      because,
      (_item, ticket) => scene.world.run('DELETE FROM core.tickets WHERE id = $1', [ticket]),
    ],
    [
      'the ticket moved to a store of others',
      because,
      async (_item, ticket) =>
        scene.world.run('UPDATE core.tickets SET location_id = $2 WHERE id = $1', [
          ticket,
          await scene.world.createStore(),
        ]),
    ],
  ])('it is dropped if %s', async (_what, why, happen) => {
    const { ticket, commentId, item } = await scene.mention();
    await scene.world.scheduleHeld([item]);
    await happen(item.id, ticket.id, commentId);
    await scene.world.release(scene.sam);
    const rows = await scene.world.settled(scene.sam);
    expect(rows.map(({ state, last_error }) => [state, last_error])).toEqual([['dropped', why]]);
    expect(scene.server.received).toEqual([]);
  });

  it('what is still wanted is sent without the rest', async () => {
    const { ticket, item } = await scene.mention();
    const assigned = await scene.world.addItem(scene.sam, ticket.id, 'assigned', {
      actorId: scene.dana.userId,
    });
    await scene.world.scheduleHeld([item, assigned]);
    await scene.world.run('UPDATE notifications.inbox_items SET read_at = now() WHERE id = $1', [item.id]);
    await scene.world.release(scene.sam);
    expect(await scene.statesOf(scene.sam)).toEqual(['sent']);
    expect(scene.server.received[0]?.text).toMatch(/^Dana Whitfield assigned this to you\n/);
    expect(scene.server.received[0]?.text).not.toContain('mentioned');
  });
});
