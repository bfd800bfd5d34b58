import { describe, expect, it } from '@jest/globals';
import { SettingsRepository } from '../src/settings/settings.repository.ts';
import { mailScene, minutesFrom } from './mail-scene.ts';
import { aPhoto, aTicket } from './rows.ts';
import { settled, storesOf } from './stores.ts';

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
      key: `digest:${scene.sam.userId}:${digest?.due_at.toISOString()}`,
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

  describe('that waits when its person saves other settings', () => {
    const timeIn = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16);
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    const save = async (more: object) => {
      const { sam, service } = scene;
      const { body: before } = await service.app.get(SettingsRepository, { strict: false }).read(sam.userId);
      const saved = await service
        .as(sam)
        .put('/api/notification-settings')
        .send({ ...before, ...more });
      expect(saved.status).toBe(200);
    };
    const wait = async (kind: 'commented' | 'mentioned') => {
      const ticket = await scene.world.createTicket(scene.storeId);
      await scene.world.schedule([await scene.world.addItem(scene.sam, ticket.id, kind)]);
    };
    const next = async () => {
      const rows = await scene.world.settled(scene.sam);
      expect(rows.map(({ state }) => state)).toEqual([...rows.slice(1).map(() => 'sent'), 'waiting']);
      return minutesFrom(new Date(), rows.at(-1)?.due_at);
    };

    it('is sent now if its time is now, and another one at the next time of the same day', async () => {
      await save({ timeZone: 'UTC', digestTime: timeIn(60) });
      await wait('commented');
      expect(await next()).toBeGreaterThanOrEqual(59);
      await save({ timeZone: 'UTC', digestTime: timeIn(0) });
      expect(await scene.statesOf(scene.sam)).toEqual(['sent']);
      await wait('commented');
      await save({ timeZone: 'UTC', digestTime: timeIn(60) });
      await wait('commented');
      expect(await next()).toBeLessThanOrEqual(60);
      expect(scene.server.received).toHaveLength(1);
    });

    it.each([
      ['its time has passed today', () => ({ digestTime: timeIn(-60) }), 23 * 60],
      ['the zone is another', () => ({ timeZone: 'Asia/Kolkata', digestTime: timeIn(60) }), 19 * 60 + 30],
      ['mail is paused', () => ({ pausedUntil: inMinutes(120) }), 25 * 60],
      ['quiet hours are then', () => ({ quietHours: { from: timeIn(50), to: timeIn(90) } }), 90],
    ])('is due later if %s', async (_what, settings, minutes) => {
      await save({ timeZone: 'UTC', digestTime: timeIn(60) });
      await wait('commented');
      await save(settings());
      expect(Math.abs((await next()) - minutes)).toBeLessThanOrEqual(2);
    });

    it.each([
      ['a pause', () => ({ pausedUntil: inMinutes(600) })],
      ['quiet hours', () => ({ timeZone: 'UTC', quietHours: { from: timeIn(-600), to: timeIn(600) } })],
    ])('is sent at once if it is about a ticket, and %s ends', async (_what, settings) => {
      await save(settings());
      await wait('mentioned');
      expect(await next()).toBeGreaterThan(590);
      await save({ pausedUntil: null, quietHours: null });
      expect(await scene.statesOf(scene.sam)).toEqual(['sent']);
    });
  });
});

describe('a mail about a due date', () => {
  const dueAt = new Date('2026-03-05T20:04:00Z');
  const told = async (kind: 'overdue' | 'at_risk') => {
    const ticket = await scene.world.createTicket(scene.storeId);
    return { ticket, item: await scene.world.addItem(scene.sam, ticket.id, kind, { dueAt }) };
  };

  it.each([
    ['overdue', 'ticket', 'Overdue since Mar 5, 3:04 PM'],
    ['at_risk', 'digest', 'At risk: due Mar 5, 3:04 PM'],
  ] as const)(
    'says when the ticket that is %s is due, in a mail of the form %s',
    async (kind, form, line) => {
      await scene.world.schedule([(await told(kind)).item]);
      expect(await scene.world.deliveries(scene.sam.userId)).toMatchObject([{ form }]);
      await scene.world.release(scene.sam);
      expect(await scene.statesOf(scene.sam)).toEqual(['sent']);
      expect(scene.server.received[0]?.text.split('\n')).toContain(line);
    },
  );

  it('is dropped if the ticket is solved before it leaves', async () => {
    const { ticket, item } = await told('overdue');
    await scene.world.scheduleHeld([item]);
    await scene.world.run(`UPDATE core.tickets SET status = 'solved', completed_at = now() WHERE id = $1`, [
      ticket.id,
    ]);
    await scene.world.release(scene.sam);
    expect(await scene.statesOf(scene.sam)).toEqual(['dropped']);
    expect(scene.server.received).toEqual([]);
  });
});

describe('a mail about costs', () => {
  const told = async (kind: 'approval_needed' | 'approval_decided', more: object) => {
    const ticket = await scene.world.createTicket(scene.storeId);
    return scene.world.addItem(scene.sam, ticket.id, kind, more);
  };

  it('after thirty of a day asks in the digest, and mails about everything else still leave', async () => {
    const approvals = [];
    for (let count = 0; count < 31; count += 1) approvals.push(await told('approval_needed', {}));
    await scene.world.schedule(approvals);
    await scene.world.settled(scene.sam);
    expect(scene.server.received).toHaveLength(30);
    for (const kind of ['mentioned', 'escalated'] as const) {
      const ticket = await scene.world.createTicket(scene.storeId);
      await scene.world.schedule([await scene.world.addItem(scene.sam, ticket.id, kind)]);
    }
    await scene.world.settled(scene.sam);
    const leads = scene.server.received.slice(30).map(({ text }) => text.split('\n')[0]);
    expect(leads).toEqual(['You were mentioned', 'Escalated: overdue since']);
    expect(scene.server.received[0]?.text).toMatch(/^Costs above the limit need your approval\n/);
  });

  it('tells the decision in the digest', async () => {
    const decision = { actorId: scene.dana.userId, decision: 'approved', amount: '900' };
    await scene.world.schedule([await told('approval_decided', decision)]);
    expect(await scene.statesOf(scene.sam)).toEqual(['waiting']);
    await scene.world.release(scene.sam);
    expect(await scene.statesOf(scene.sam)).toEqual(['sent']);
    expect(scene.server.received[0]?.text).toContain('Dana Whitfield approved up to $900.00');
  });
});

describe('a mail about a report', () => {
  const stores = () => storesOf(scene.service);
  const mails = () => scene.server.received.filter(({ to }) => to === scene.sam.email);
  const leads = () => mails().map(({ text }) => text.split('\n')[0]);
  const add = (table: string, columns: object) =>
    stores().change(null, ({ insert }) => insert(table, { ...columns }));
  const hear = async () => {
    await settled(scene.service);
    return (await scene.world.settled(scene.sam)).map(({ state }) => state);
  };
  /** Lets the quarter of an hour pass in which a ticket has one mail. */
  const later = async () => {
    for (const [table, column] of [
      ['deliveries', 'ended_at'],
      ['inbox_items', 'created_at'],
    ]) {
      await scene.world.run(
        `UPDATE notifications.${table} SET ${column} = ${column} - interval '16 minutes'`,
      );
    }
  };
  const report = async () => {
    await settled(scene.service);
    const ticketId = await add('core.tickets', aTicket(scene.storeId, { via: 'qr' }));
    expect(await hear()).toEqual(['sent']);
    return ticketId;
  };

  it('is followed by one for what its reporter adds, photos that come with it left out', async () => {
    const ticketId = await report();
    await add('attachments.attachments', aPhoto(ticketId));
    expect(await hear()).toEqual(['sent']);
    await later();
    await add('core.ticket_comments', { ticket_id: ticketId, body: 'Water!', author_name: 'Joe' });
    expect(await hear()).toEqual(['sent', 'sent']);
    await later();
    await add('attachments.attachments', aPhoto(ticketId));
    expect(await hear()).toEqual(['sent', 'sent', 'sent']);
    const added = 'The reporter (signed as Joe) added to the report';
    expect(leads()).toEqual(['A crew member reported a problem', added, added]);
    expect(mails()[1]?.text).toContain('> Water!');
  });

  it('collects what is added within the next quarter of an hour', async () => {
    const ticketId = await report();
    for (const body of ['One', 'Two']) await add('core.ticket_comments', { ticket_id: ticketId, body });
    expect(await hear()).toEqual(['sent', 'waiting']);
    // What was said last is taken back; the report is told all the same.
    await scene.world.run(
      'UPDATE core.ticket_comments SET body = NULL, removed_at = now() WHERE ticket_id = $1',
      [ticketId],
    );
    await scene.world.release(scene.sam);
    expect(await hear()).toEqual(['sent', 'sent']);
    expect(leads()[1]).toBe('A crew member reported a problem');
  });
});

describe('a mail about a QR code', () => {
  const told = async (more: { label?: string; equipment?: string } = { equipment: 'Fryer 2' }) => {
    const codeId = await scene.world.createCode(scene.storeId, more);
    return { codeId, item: await scene.world.addItem(scene.sam, null, 'reported', { codeId }) };
  };

  it('says that it rests, and leads to the equipment', async () => {
    await scene.world.schedule([(await told()).item]);
    expect(await scene.statesOf(scene.sam)).toEqual(['sent']);
    const [mail] = scene.server.received;
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
    await scene.world.schedule([(await told(more)).item]);
    await scene.statesOf(scene.sam);
    const [mail] = scene.server.received;
    expect(mail?.text.split('\n')[1]).toBe(name);
    expect(mail?.text).toContain(`The ${name} at Main Street rests`);
    expect(mail?.headers.has('bcc')).toBe(false);
  });

  it('is one for each code', async () => {
    await scene.world.schedule([(await told()).item, (await told({ label: 'Counter' })).item]);
    expect(await scene.statesOf(scene.sam)).toEqual(['sent', 'sent']);
    expect(scene.server.received.map(({ text }) => text.split('\n')[1]).sort()).toEqual([
      'QR code of Fryer 2',
      'QR code “Counter”',
    ]);
  });

  it('is in the digest below the tickets of its store, if that is wanted', async () => {
    const { ticket, item } = await scene.mention();
    await scene.world.set(scene.sam, { kinds: { reported: 'digest', mentioned: 'digest' } });
    await scene.world.schedule([(await told()).item, item]);
    await scene.world.release(scene.sam);
    expect(await scene.statesOf(scene.sam)).toEqual(['sent']);
    const [mail] = scene.server.received;
    expect(mail?.headers.get('subject')).toBe('Daily digest: 2 updates on 1 ticket and 1 QR code');
    const order = ['Main Street', `#${ticket.number}`, 'QR code of Fryer 2', 'rests for an hour'];
    const places = order.map((text) => mail?.text.indexOf(text) ?? -1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  it.each<[string, (itemId: string, codeId: string) => Promise<void>]>([
    [
      'the store is not theirs',
      () => scene.world.run('DELETE FROM core.manager_assignments WHERE manager_id = $1', [scene.sam.userId]),
    ],
    [
      'the code was deleted',
      (_item, code) => scene.world.run('DELETE FROM core.intake_codes WHERE id = $1', [code]),
    ],
  ])('is dropped if %s before it leaves', async (_what, happen) => {
    const { item, codeId } = await told();
    await scene.world.scheduleHeld([item]);
    await happen(item.id, codeId);
    await scene.world.release(scene.sam);
    expect(await scene.statesOf(scene.sam)).toEqual(['dropped']);
    expect(scene.server.received).toEqual([]);
  });
});

it('a checklist in which something failed is in the digest, and a mail of its own leads to the run', async () => {
  const run = {
    id: '01890000-0000-7000-8000-0000000000aa',
    name: 'Opening check',
    locationId: scene.storeId,
  };
  const told = () =>
    scene.world.addItem(scene.sam, null, 'check_failed', { actorId: scene.dana.userId, run });
  await scene.world.schedule([await told()]);
  await scene.world.release(scene.sam);
  await scene.world.set(scene.sam, { kinds: { check_failed: 'now' } });
  await scene.world.schedule([await told()]);
  expect(await scene.statesOf(scene.sam)).toEqual(['sent', 'sent']);
  const subjects = scene.server.received.map(({ headers }) => headers.get('subject'));
  expect(subjects).toEqual(['Daily digest: 1 update on 1 checklist', 'Opening check']);
  expect(scene.server.received[1]?.text).toContain(
    `Open the checklist: https://stores.example.com/checklists?run=${run.id}`,
  );
});
