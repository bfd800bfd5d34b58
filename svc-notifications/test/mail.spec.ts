import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestUser } from '@mainstay/service-kit/testing';
import { MailServer } from './mail-server.ts';
import { type MailWorld, mailWorldOf } from './mail-world.ts';
import { type RunningService, startNotificationsService } from './running-service.ts';

const server = new MailServer();
let service: RunningService;
let world: MailWorld;
let storeId: string;
let dana: TestUser;
let sam: TestUser;

beforeAll(async () => {
  await server.start();
  service = await startNotificationsService({
    SMTP_URL: server.url,
    PUBLIC_URL: 'https://stores.example.com',
  });
  world = mailWorldOf(service);
  storeId = await world.createStore();
  dana = await world.createPerson('admin', { firstName: 'Dana', lastName: 'Whitfield' });
});
afterAll(async () => {
  await service.close();
  await server.stop();
});

beforeEach(async () => {
  server.received.length = 0;
  server.refusing = { recipients: 0, mails: 0 };
  server.onMail = () => undefined;
  sam = await world.createPerson('district_manager', { firstName: 'Sam', lastName: 'Lee' });
  await world.assign(sam, storeId);
});

/** Dana mentions Sam on a new ticket. */
async function mention(body = `<@${sam.userId}> can you look?`, title = 'Walk-in cooler') {
  const ticket = await world.createTicket(storeId, { title });
  const commentId = await world.createComment(ticket.id, body, { author_id: dana.userId });
  const item = await world.addItem(sam, ticket.id, 'mentioned', { actorId: dana.userId, commentId });
  return { ticket, commentId, item };
}

const statesOf = async (person: TestUser) => (await world.settled(person)).map(({ state }) => state);
const minutesFrom = (from: Date, to: Date | undefined) =>
  Math.round(((to?.getTime() ?? 0) - from.getTime()) / 60_000);

describe('a mail about a ticket', () => {
  it('is text and HTML, with the headers that mail programs need', async () => {
    const { ticket, item } = await mention();
    await world.schedule([item]);
    expect(await statesOf(sam)).toEqual(['sent']);
    const [mail] = server.received;
    const [delivery] = await world.deliveries(sam.userId);
    expect(mail?.to).toBe(sam.email);
    const headers = Object.fromEntries(mail?.headers ?? []);
    expect(headers).toMatchObject({
      subject: `#${ticket.number} Walk-in cooler: Dana mentioned you`,
      from: '"Sandwich Co." <no-reply@stores.example.com>',
      to: `Sam Lee <${sam.email}>`,
      'message-id': `<${delivery?.id}@stores.example.com>`,
      references: `<${ticket.id}@stores.example.com>`,
      'in-reply-to': `<${ticket.id}@stores.example.com>`,
      'auto-submitted': 'auto-generated',
      'list-unsubscribe': expect.stringMatching(
        /^<https:\/\/stores\.example\.com\/api\/unsubscribe\/[\w-]+>$/,
      ),
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'content-type': expect.stringContaining('multipart/alternative'),
    });
    const url = `https://stores.example.com/tickets?ticket=${ticket.id}`;
    expect(mail?.text).toContain('Dana Whitfield mentioned you');
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

  it('has at most the first 500 characters of a comment', async () => {
    const { item } = await mention(`${'a'.repeat(499)}XY`);
    await world.schedule([item]);
    await statesOf(sam);
    for (const content of [server.received[0]?.text, server.received[0]?.html]) {
      expect(content).toContain('aX…');
      expect(content).not.toContain('XY');
    }
  });

  it('shows titles, names and comments as text, and none of them adds a header', async () => {
    await world.run('UPDATE core.locations SET name = $2 WHERE id = $1', [storeId, '<b>Main & Co</b>']);
    const { item } = await mention(
      '<img src=x onerror=alert(1)> & "quotes"',
      'Cooler\r\nBcc: all@example.com\r\n\r\n<script>alert(1)</script>',
    );
    const eve = await world.createPerson('admin', {
      firstName: 'Eve\r\nBcc: eve@example.com',
      lastName: '<i>',
    });
    await world.run('UPDATE notifications.inbox_items SET actor_id = $2 WHERE id = $1', [
      item.id,
      eve.userId,
    ]);
    await world.run('UPDATE auth.users SET first_name = $2 WHERE id = $1', [
      sam.userId,
      'Sam\r\nX-Evil: yes',
    ]);
    await world.schedule([item]);
    expect(await statesOf(sam)).toEqual(['sent']);
    const [mail] = server.received;
    expect([...(mail?.headers.keys() ?? [])]).not.toEqual(expect.arrayContaining(['bcc']));
    expect([...(mail?.headers.keys() ?? [])]).not.toEqual(expect.arrayContaining(['x-evil']));
    expect(mail?.to).toBe(sam.email);
    expect(mail?.headers.get('subject')).toMatch(
      /^#\d+ Cooler Bcc: all@example\.com <script>alert\(1\)<\/script>: Eve Bcc: eve@example\.com mentioned you$/,
    );
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quotes&quot;');
    expect(mail?.html).toContain('&lt;b&gt;Main &amp; Co&lt;/b&gt;');
    expect(mail?.html).not.toMatch(/<script|<img|<b>|<i>/);
    await world.run('UPDATE core.locations SET name = $2 WHERE id = $1', [storeId, 'Main Street']);
  });

  it('collects what happens before it is sent', async () => {
    const { ticket, item } = await mention();
    const assigned = await world.addItem(sam, ticket.id, 'assigned', { actorId: dana.userId });
    await world.scheduleHeld([item]);
    await world.schedule([assigned]);
    await world.release(sam);
    expect(await statesOf(sam)).toEqual(['sent']);
    expect(server.received).toHaveLength(1);
    expect(server.received[0]?.headers.get('subject')).toContain('Dana mentioned you and 1 more');
    expect(server.received[0]?.text).toContain('Dana Whitfield assigned this to you');
  });

  it('is followed by another one after 15 minutes at the earliest, which collects until then', async () => {
    const { ticket, item } = await mention();
    await world.schedule([item]);
    expect(await statesOf(sam)).toEqual(['sent']);
    const now = new Date();
    for (const kind of ['assigned', 'mentioned'] as const) {
      await world.schedule([await world.addItem(sam, ticket.id, kind, { actorId: dana.userId })]);
    }
    const [, second, ...others] = await world.settled(sam);
    expect(others).toEqual([]);
    expect(second?.state).toBe('waiting');
    expect(minutesFrom(now, second?.due_at)).toBe(15);
    // Another ticket is another matter.
    await world.schedule([(await mention()).item]);
    expect(await statesOf(sam)).toEqual(['sent', 'waiting', 'sent']);
  });

  it('is one for each person', async () => {
    const { ticket, item } = await mention();
    const kim = await world.createPerson('admin', { firstName: 'Kim' });
    await world.schedule([item, await world.addItem(kim, ticket.id, 'assigned', { actorId: dana.userId })]);
    expect([await statesOf(sam), await statesOf(kim)]).toEqual([['sent'], ['sent']]);
    expect(server.received.map(({ to }) => to).sort()).toEqual([sam.email, kim.email].sort());
  });

  it('is not sent twice when its items are scheduled again', async () => {
    const { item } = await mention();
    await world.schedule([item]);
    await world.schedule([item]);
    expect(await statesOf(sam)).toEqual(['sent']);
    await world.schedule([item]);
    expect(await statesOf(sam)).toEqual(['sent']);
    expect(server.received).toHaveLength(1);
  });

  it.each([
    ['chosen before it was scheduled', true],
    ['chosen after it was scheduled', false],
  ])('waits for the end of quiet hours that were %s, and collects until then', async (_when, isBefore) => {
    const timeIn = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
    const choose = () => world.set(sam, { timeZone: 'UTC', quietHours: { from: timeIn(-1), to: timeIn(2) } });
    const { ticket, item } = await mention();
    if (isBefore) await choose();
    await (isBefore ? world.schedule([item]) : world.scheduleHeld([item]));
    if (!isBefore) {
      await choose();
      await world.release(sam);
    }
    const [waiting] = await world.settled(sam);
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 0, lease_until: null });
    expect(waiting?.due_at.getTime()).toBeGreaterThan(Date.now() + 6_900_000);
    await world.schedule([await world.addItem(sam, ticket.id, 'assigned')]);
    expect(await world.deliveries(sam.userId)).toHaveLength(1);
    expect(server.received).toEqual([]);
  });

  it('is the sixtieth of a day at most; the rest is in the digest', async () => {
    const { ticket } = await mention();
    await world.run(
      `INSERT INTO notifications.deliveries (key, user_id, form, ticket_id, state, due_at, ended_at)
       SELECT 'earlier:' || $1 || n, $1::uuid, 'ticket', $2, 'sent', now(), now() FROM generate_series(1, 59) n`,
      [sam.userId, ticket.id],
    );
    const [sixtieth, next] = [await mention(), await mention()];
    await world.schedule([sixtieth.item]);
    await world.settled(sam);
    await world.schedule([next.item]);
    const rows = (await world.settled(sam)).slice(59).map(({ form, state }) => `${form} ${state}`);
    expect(rows).toEqual(['ticket sent', 'ticket dropped', 'digest waiting']);
    expect(server.received).toHaveLength(1);
  });

  it('about a report has the title of its ticket, and names nobody', async () => {
    const ticket = await world.createTicket(storeId, { title: 'Fryer 2: The oil is cold', via: 'qr' });
    await world.schedule([await world.addItem(sam, ticket.id, 'reported')]);
    expect(await statesOf(sam)).toEqual(['sent']);
    const [mail] = server.received;
    expect(mail?.headers.get('subject')).toBe(
      `#${ticket.number} Fryer 2: The oil is cold: A crew member reported a problem`,
    );
    expect(mail?.text).toContain('A crew member reported a problem');
  });

  it('says what is known of somebody without an account', async () => {
    const ticket = await world.createTicket(storeId);
    const commentId = await world.createComment(ticket.id, 'It leaks again', {
      author_name: 'Maria',
      via: 'qr',
    });
    await world.schedule([
      await world.addItem(sam, ticket.id, 'reported'),
      await world.addItem(sam, ticket.id, 'mentioned', { commentId }),
    ]);
    await statesOf(sam);
    expect(server.received[0]?.text).toContain('A crew member reported a problem');
    expect(server.received[0]?.text).toContain('Maria mentioned you');
  });
});

describe('a mail about a QR code', () => {
  const told = async (more: { label?: string; equipment?: string } = { equipment: 'Fryer 2' }) => {
    const codeId = await world.createCode(storeId, more);
    return { codeId, item: await world.addItem(sam, null, 'reported', { codeId }) };
  };

  it('says that it rests, and leads to the equipment', async () => {
    await world.schedule([(await told()).item]);
    expect(await statesOf(sam)).toEqual(['sent']);
    const [mail] = server.received;
    expect(mail?.headers.get('subject')).toBe('QR code of Fryer 2: Too many reports');
    expect(mail?.headers.has('references')).toBe(false);
    expect(mail?.headers.has('list-unsubscribe')).toBe(true);
    const sentence = 'The QR code of Fryer 2 at Main Street rests for an hour: too many reports.';
    expect(mail?.text).toContain(sentence);
    expect(mail?.text).toContain('Open the equipment: https://stores.example.com/equipment');
    expect(mail?.html).toContain(sentence);
    expect(mail?.html).toContain('href="https://stores.example.com/equipment"');
  });

  it.each([
    [{ label: 'Counter\r\nBcc: all@example.com' }, 'QR code “Counter Bcc: all@example.com”'],
    [{}, 'QR code'],
  ])('names one that is on no equipment: %j', async (more, name) => {
    await world.schedule([(await told(more)).item]);
    await statesOf(sam);
    const [mail] = server.received;
    expect(mail?.text.split('\n')[0]).toBe(name);
    expect(mail?.text).toContain(`The ${name} at Main Street rests`);
    expect(mail?.headers.has('bcc')).toBe(false);
  });

  it('is one for each code', async () => {
    await world.schedule([(await told()).item, (await told({ label: 'Counter' })).item]);
    expect(await statesOf(sam)).toEqual(['sent', 'sent']);
    expect(server.received.map(({ text }) => text.split('\n')[0]).sort()).toEqual([
      'QR code of Fryer 2',
      'QR code “Counter”',
    ]);
  });

  it('is in the digest below the tickets of its store, if that is wanted', async () => {
    const { ticket, item } = await mention();
    await world.set(sam, { kinds: { reported: 'digest', mentioned: 'digest' } });
    await world.schedule([(await told()).item, item]);
    await world.release(sam);
    expect(await statesOf(sam)).toEqual(['sent']);
    const [mail] = server.received;
    expect(mail?.headers.get('subject')).toBe('Daily digest: 2 updates on 1 ticket and 1 QR code');
    const order = ['Main Street', `#${ticket.number}`, 'QR code of Fryer 2', 'rests for an hour'];
    const places = order.map((text) => mail?.text.indexOf(text) ?? -1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  it.each<[string, (itemId: string, codeId: string) => Promise<void>]>([
    [
      'the store is not theirs',
      () => world.run('DELETE FROM core.manager_assignments WHERE manager_id = $1', [sam.userId]),
    ],
    [
      'the code was deleted',
      (_item, code) => world.run('DELETE FROM core.intake_codes WHERE id = $1', [code]),
    ],
    [
      'the item was read in the app',
      (item) => world.run('UPDATE notifications.inbox_items SET read_at = now() WHERE id = $1', [item]),
    ],
    ['reports were turned off', () => world.set(sam, { kinds: { reported: 'off' } })],
  ])('is dropped if %s before it leaves', async (_what, happen) => {
    const { item, codeId } = await told();
    await world.scheduleHeld([item]);
    await happen(item.id, codeId);
    await world.release(sam);
    expect(await statesOf(sam)).toEqual(['dropped']);
    expect(server.received).toEqual([]);
  });
});

describe('before a mail leaves', () => {
  const because = 'There is nothing left to tell.';
  it.each<[string, string, (item: string, ticket: string, comment: string) => Promise<void>]>([
    [
      'the account is inactive',
      'The account is not active.',
      () => world.run('UPDATE auth.users SET active = false WHERE id = $1', [sam.userId]),
    ],
    [
      'the store is not theirs',
      because,
      () => world.run('DELETE FROM core.manager_assignments WHERE manager_id = $1', [sam.userId]),
    ],
    [
      'the item was read in the app',
      because,
      (item) => world.run('UPDATE notifications.inbox_items SET read_at = now() WHERE id = $1', [item]),
    ],
    ['the kind was turned off', because, () => world.set(sam, { kinds: { mentioned: 'off' } })],
    [
      'the comment was removed',
      because,
      (_item, _ticket, comment) =>
        world.run('UPDATE core.ticket_comments SET removed_at = now(), body = NULL WHERE id = $1', [comment]),
    ],
    [
      'the ticket was deleted',
      because,
      (_item, ticket) => world.run('DELETE FROM core.tickets WHERE id = $1', [ticket]),
    ],
    [
      'the ticket moved to a store of others',
      because,
      async (_item, ticket) =>
        world.run('UPDATE core.tickets SET location_id = $2 WHERE id = $1', [
          ticket,
          await world.createStore(),
        ]),
    ],
  ])('it is dropped if %s', async (_what, why, happen) => {
    const { ticket, commentId, item } = await mention();
    await world.scheduleHeld([item]);
    await happen(item.id, ticket.id, commentId);
    await world.release(sam);
    const rows = await world.settled(sam);
    expect(rows.map(({ state, last_error }) => [state, last_error])).toEqual([['dropped', why]]);
    expect(server.received).toEqual([]);
  });

  it('what is still wanted is sent without the rest', async () => {
    const { ticket, item } = await mention();
    const assigned = await world.addItem(sam, ticket.id, 'assigned', { actorId: dana.userId });
    await world.scheduleHeld([item, assigned]);
    await world.run('UPDATE notifications.inbox_items SET read_at = now() WHERE id = $1', [item.id]);
    await world.release(sam);
    expect(await statesOf(sam)).toEqual(['sent']);
    expect(server.received[0]?.headers.get('subject')).toContain(': Dana assigned this to you');
    expect(server.received[0]?.text).not.toContain('mentioned');
  });
});

describe('the digest', () => {
  it('tells the day by store and ticket, once', async () => {
    const otherStore = await world.createStore('Airport');
    await world.assign(sam, otherStore);
    const [first, second] = [
      await world.createTicket(storeId),
      await world.createTicket(otherStore, { title: 'Fryer' }),
    ];
    for (const [ticket, body] of [
      [first, 'one'],
      [second, 'two'],
      [first, 'three'],
    ] as const) {
      const commentId = await world.createComment(ticket.id, body, { author_id: dana.userId });
      await world.schedule([
        await world.addItem(sam, ticket.id, 'commented', { actorId: dana.userId, commentId }),
      ]);
    }
    const [digest, ...others] = await world.deliveries(sam.userId);
    expect(others).toEqual([]);
    expect(digest).toMatchObject({
      form: 'digest',
      state: 'waiting',
      key: expect.stringMatching(/:\d{4}-\d\d-\d\d$/),
    });
    await world.release(sam);
    expect(await statesOf(sam)).toEqual(['sent']);
    const [mail] = server.received;
    expect(mail?.headers.get('subject')).toBe('Daily digest: 3 updates on 2 tickets');
    expect(mail?.headers.has('references')).toBe(false);
    expect(mail?.headers.get('list-unsubscribe')).toBeDefined();
    const order = ['Airport', 'Fryer', '> two', 'Main Street', 'Walk-in cooler', '> one', '> three'];
    const places = order.map((text) => mail?.text.indexOf(text) ?? -1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    // What comes later is told by the next one.
    await world.schedule([await world.addItem(sam, first.id, 'commented')]);
    expect((await world.deliveries(sam.userId)).map(({ state }) => state)).toEqual(['sent', 'waiting']);
  });

  it('is not sent when it is empty', async () => {
    const ticket = await world.createTicket(storeId);
    const item = await world.addItem(sam, ticket.id, 'commented');
    await world.schedule([item]);
    await world.run('UPDATE notifications.inbox_items SET read_at = now() WHERE id = $1', [item.id]);
    await world.release(sam);
    expect(await statesOf(sam)).toEqual(['dropped']);
    expect(server.received).toEqual([]);
  });

  it('is due at the person’s time in their zone', async () => {
    await world.set(sam, { timeZone: 'Asia/Tokyo', digestTime: '06:15' });
    const ticket = await world.createTicket(storeId);
    await world.schedule([await world.addItem(sam, ticket.id, 'commented')]);
    const [digest] = await world.deliveries(sam.userId);
    expect(digest?.due_at.toISOString().slice(11)).toBe('21:15:00.000Z');
  });
});

describe('the mail server', () => {
  const again = () =>
    world.run('UPDATE notifications.deliveries SET retry_at = now() WHERE user_id = $1', [sam.userId]);

  it('may be down: the mail is sent when it is back, and everything else works', async () => {
    await server.stop();
    const { ticket, item } = await mention();
    await world.schedule([item]);
    const [waiting] = await world.settled(sam);
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 1, lease_until: null });
    expect(waiting?.last_error).toContain('ECONNREFUSED');
    expect(minutesFrom(new Date(), waiting?.retry_at ?? undefined)).toBe(1);
    expect((await service.as().get('/health/ready')).status).toBe(200);
    const metrics = (await service.as().get('/metrics')).text;
    expect(metrics).toMatch(/mail_deliveries_total\{outcome="retried"\} [1-9]/);
    expect(metrics).toMatch(/mail_lateness_seconds \d/);
    // Nothing of it was sent, so it still collects.
    await world.schedule([await world.addItem(sam, ticket.id, 'assigned', { actorId: dana.userId })]);
    await server.start();
    await again();
    expect(await statesOf(sam)).toEqual(['sent']);
    expect(server.received[0]?.headers.get('subject')).toContain('and 1 more');
  });

  it.each([
    ['refuses the address for good', { recipients: 550, mails: 0 }, { state: 'failed', attempts: 1 }],
    ['refuses the mail for good', { recipients: 0, mails: 554 }, { state: 'failed', attempts: 1 }],
    ['refuses the address for now', { recipients: 450, mails: 0 }, { state: 'waiting', attempts: 1 }],
    ['refuses the mail for now', { recipients: 0, mails: 451 }, { state: 'waiting', attempts: 1 }],
  ])('%s', async (_what, refusing, expected) => {
    server.refusing = refusing;
    await world.schedule([(await mention()).item]);
    const [row] = await world.settled(sam);
    expect(row).toMatchObject({
      ...expected,
      lease_until: null,
      last_error: expect.stringContaining('Refused'),
    });
    server.refusing = { recipients: 0, mails: 0 };
    await again();
    expect(await statesOf(sam)).toEqual([expected.state === 'failed' ? 'failed' : 'sent']);
  });

  it('is asked eight times', async () => {
    server.refusing = { recipients: 0, mails: 451 };
    await world.schedule([(await mention()).item]);
    for (let attempt = 1; attempt < 8; attempt += 1) {
      expect(await world.settled(sam)).toMatchObject([{ state: 'waiting', attempts: attempt }]);
      await again();
    }
    expect(await world.settled(sam)).toMatchObject([{ state: 'failed', attempts: 8 }]);
    expect((await service.as().get('/metrics')).text).toMatch(
      /mail_deliveries_total\{outcome="failed"\} [1-9]/,
    );
  });

  it('gets the same Message-ID again when it did not say whether it accepted a mail, which then collects nothing', async () => {
    // The connection ends after the mail, before the response.
    server.onMail = () => {
      server.onMail = () => undefined;
      server.hangUp();
    };
    const { ticket, item } = await mention();
    await world.schedule([item]);
    const [unsure] = await world.settled(sam);
    expect(unsure).toMatchObject({ state: 'waiting', attempts: 1, lease_until: expect.any(Date) });
    await world.schedule([await world.addItem(sam, ticket.id, 'assigned')]);
    await again();
    expect(await statesOf(sam)).toEqual(['sent', 'waiting']);
    const ids = server.received.map(({ headers }) => headers.get('message-id'));
    expect(ids).toEqual([ids[0], ids[0]]);
    expect(server.received[1]?.text).toBe(server.received[0]?.text);
  });
});

describe('a day after they were due', () => {
  it('mails are not sent any more, for example after a restore', async () => {
    await world.scheduleHeld([(await mention()).item]);
    await world.run(
      `UPDATE notifications.deliveries SET due_at = now() - interval '25 hours' WHERE user_id = $1`,
      [sam.userId],
    );
    const rows = await world.settled(sam);
    expect(rows.map(({ state, last_error }) => [state, last_error])).toEqual([
      ['dropped', 'It is a day late.'],
    ]);
  });
});
