import { describe, expect, it } from '@jest/globals';
import { createService } from '@mainstay/service-kit';
import { setTimeout as sleep } from 'node:timers/promises';
import { SendMail } from '../src/mail/send-mail.ts';
import { serviceOptions } from '../src/service-options.ts';
import { mailScene, minutesFrom } from './mail-scene.ts';

const scene = mailScene();

describe('the mail server', () => {
  const again = () =>
    scene.world.run('UPDATE notifications.deliveries SET retry_at = now() WHERE user_id = $1', [
      scene.sam.userId,
    ]);

  it('may be down: the mail is sent when it is back, and everything else works', async () => {
    await scene.server.stop();
    const { ticket, item } = await scene.mention();
    await scene.world.schedule([item]);
    const [waiting] = await scene.world.settled(scene.sam);
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 1, lease_until: null });
    expect(waiting?.last_error).toContain('ECONNREFUSED');
    expect(minutesFrom(new Date(), waiting?.retry_at ?? undefined)).toBe(1);
    expect((await scene.service.as().get('/health/ready')).status).toBe(200);
    const metrics = (await scene.service.as().get('/metrics')).text;
    expect(metrics).toMatch(/mail_deliveries_total\{outcome="retried"\} [1-9]/);
    expect(metrics).toMatch(/mail_lateness_seconds \d/);
    // Nothing of it was sent, so it still collects.
    await scene.world.schedule([
      await scene.world.addItem(scene.sam, ticket.id, 'assigned', { actorId: scene.dana.userId }),
    ]);
    await scene.server.start();
    await again();
    expect(await scene.statesOf(scene.sam)).toEqual(['sent']);
    expect(scene.server.received[0]?.text).toContain('and 1 more\n');
  });

  it.each([
    ['refuses the address for good', { recipients: 550, mails: 0 }, { state: 'failed', attempts: 1 }],
    ['refuses the mail for good', { recipients: 0, mails: 554 }, { state: 'failed', attempts: 1 }],
    ['refuses the address for now', { recipients: 450, mails: 0 }, { state: 'waiting', attempts: 1 }],
    ['refuses the mail for now', { recipients: 0, mails: 451 }, { state: 'waiting', attempts: 1 }],
  ])('%s', async (_what, refusing, expected) => {
    scene.server.refusing = refusing;
    await scene.world.schedule([(await scene.mention()).item]);
    const [row] = await scene.world.settled(scene.sam);
    expect(row).toMatchObject({
      ...expected,
      lease_until: null,
      last_error: expect.stringContaining('Refused'),
    });
    scene.server.refusing = { recipients: 0, mails: 0 };
    await again();
    expect(await scene.statesOf(scene.sam)).toEqual([expected.state === 'failed' ? 'failed' : 'sent']);
  });

  it('is asked eight times', async () => {
    scene.server.refusing = { recipients: 0, mails: 451 };
    await scene.world.schedule([(await scene.mention()).item]);
    for (let attempt = 1; attempt < 8; attempt += 1) {
      expect(await scene.world.settled(scene.sam)).toMatchObject([{ state: 'waiting', attempts: attempt }]);
      await again();
    }
    expect(await scene.world.settled(scene.sam)).toMatchObject([{ state: 'failed', attempts: 8 }]);
    expect((await scene.service.as().get('/metrics')).text).toMatch(
      /mail_deliveries_total\{outcome="failed"\} [1-9]/,
    );
  });

  it('gets the same Message-ID again when it did not say whether it accepted a mail, which then collects nothing', async () => {
    // The connection ends after the mail, before the response.
    scene.server.onMail = () => {
      scene.server.onMail = () => undefined;
      scene.server.hangUp();
    };
    const { ticket, item } = await scene.mention();
    await scene.world.schedule([item]);
    const [unsure] = await scene.world.settled(scene.sam);
    expect(unsure).toMatchObject({ state: 'waiting', attempts: 1, lease_until: expect.any(Date) });
    await scene.world.schedule([await scene.world.addItem(scene.sam, ticket.id, 'assigned')]);
    await again();
    expect(await scene.statesOf(scene.sam)).toEqual(['sent', 'waiting']);
    const ids = scene.server.received.map(({ headers }) => headers.get('message-id'));
    expect(ids).toEqual([ids[0], ids[0]]);
    expect(scene.server.received[1]?.text).toBe(scene.server.received[0]?.text);
  });
});

it('leaves alone what another process is sending, until its lease has ended', async () => {
  await scene.world.scheduleHeld([(await scene.mention()).item]);
  const setLease = (until: string) =>
    scene.world.run(
      `UPDATE notifications.deliveries SET due_at = now(), lease_until = ${until} WHERE user_id = $1`,
      [scene.sam.userId],
    );
  await setLease("now() + interval '1 minute'");
  // A mail that became due later is sent.
  const kim = await scene.world.createPerson();
  const ticket = await scene.world.createTicket(scene.storeId);
  await scene.world.schedule([await scene.world.addItem(kim, ticket.id, 'mentioned')]);
  expect(await scene.statesOf(kim)).toEqual(['sent']);
  expect(scene.server.received.map(({ to }) => to)).toEqual([kim.email]);
  await setLease('now()');
  expect(await scene.statesOf(scene.sam)).toEqual(['sent']);
});

describe('a day after they were due', () => {
  it('mails are not sent any more, for example after a restore', async () => {
    await scene.world.scheduleHeld([(await scene.mention()).item]);
    await scene.world.run(
      `UPDATE notifications.deliveries SET due_at = now() - interval '25 hours' WHERE user_id = $1`,
      [scene.sam.userId],
    );
    const rows = await scene.world.settled(scene.sam);
    expect(rows.map(({ state, last_error }) => [state, last_error])).toEqual([
      ['dropped', 'It is a day late.'],
    ]);
  });
});

describe('another replica', () => {
  const startReplica = async () => {
    const replica = await createService(serviceOptions(scene.service.config));
    await replica.init();
    return replica;
  };

  it('sends none of the mails again that the first one sends, also when some are refused for now', async () => {
    const replica = await startReplica();
    for (let number = 0; number < 12; number += 1) {
      await scene.world.scheduleHeld([(await scene.mention()).item]);
    }
    let received = 0;
    scene.server.onMail = async () => {
      received += 1;
      const isRefused = received % 3 === 0;
      await sleep(10);
      if (isRefused) throw Object.assign(new Error('busy'), { responseCode: 451 });
    };
    await scene.world.release(scene.sam);
    await scene.world.sendUntil(async () => {
      replica.get(SendMail, { strict: false }).run();
      await scene.world.run('UPDATE notifications.deliveries SET retry_at = now() WHERE retry_at > now()');
      return (await scene.world.deliveries(scene.sam.userId)).every(({ state }) => state === 'sent');
    });
    await replica.close();
    const ids = scene.server.received.map(({ headers }) => headers.get('message-id'));
    expect(new Set(ids).size).toBe(12);
    // Those that were refused were not accepted.
    expect(ids.length - Math.floor(received / 3)).toBe(12);
  });

  it('that stops finishes the mail that it is sending', async () => {
    const replica = await startReplica();
    await scene.world.scheduleHeld([(await scene.mention()).item]);
    const isSending = new Promise<void>((resolve) => {
      scene.server.onMail = async () => {
        resolve();
        await sleep(100);
      };
    });
    await scene.world.release(scene.sam);
    replica.get(SendMail, { strict: false }).run();
    await isSending;
    await replica.close();
    expect((await scene.world.deliveries(scene.sam.userId)).map(({ state }) => state)).toEqual(['sent']);
  });
});
