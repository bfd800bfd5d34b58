import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { codeOf, createService, hashOfCode, macOf } from '@mainstay/service-kit';
import { setTimeout as sleep } from 'node:timers/promises';
import { SendVendorMail } from '../src/vendor-mails/send-vendor-mail.ts';
import { serviceOptions } from '../src/service-options.ts';
import { mailScene } from './mail-scene.ts';
import { aTicket, type Columns } from './rows.ts';
import { settled, storesOf } from './stores.ts';

const scene = mailScene();
let stores: ReturnType<typeof storesOf>;
let ticketId: string;
let number = 5000;

beforeAll(async () => {
  stores = storesOf(scene.service);
  await settled(scene.service);
});
beforeEach(async () => {
  await query('DELETE FROM notifications.vendor_mails');
  number += 1;
  ticketId = await insert('core.tickets', aTicket(scene.storeId, { title: 'Walk-in cooler', number }));
});

const query = async (text: string, values: unknown[] = []): Promise<Columns[]> =>
  (await scene.service.backends.admin.query<Columns>(text, values)).rows;
const insert = (table: string, columns: Columns, actor: string | null = scene.dana.userId) =>
  stores.change(actor, (transaction) => transaction.insert(table, columns));

/** The link of a job is made from its id, so the row gets its hash afterwards. */
const tokenOf = (jobId: string, generation = 1): string =>
  codeOf(macOf(scene.service.config.INTAKE_SECRET[0] ?? '', 'vendor', jobId, String(generation)));
async function job(columns: Columns = {}, ofVendor: Columns = {}): Promise<string> {
  const vendorId = await insert('core.vendors', { name: `Cool Air ${number}`, ...ofVendor });
  const id = await insert('core.vendor_jobs', {
    ticket_id: ticketId,
    vendor_id: vendorId,
    email: 'service@cool.example',
    sent_by: scene.dana.userId,
    token_hash: Buffer.from(`${number}`),
    message: 'Call first.',
    ...columns,
  });
  await query('UPDATE core.vendor_jobs SET token_hash = $2 WHERE id = $1', [id, hashOfCode(tokenOf(id))]);
  return id;
}
const event = (jobId: string, kind = 'vendor_sent', more: object = {}) =>
  insert('core.ticket_events', {
    ticket_id: ticketId,
    location_id: scene.storeId,
    kind,
    told_to: [],
    vendor: JSON.stringify({ jobId, name: 'Cool Air', generation: 1, ...more }),
  });
const comment = (more: Columns) =>
  insert('core.ticket_comments', { ticket_id: ticketId, body: 'The key is at the bar.', ...more });
/** Without the mails to staff. */
const mailed = () => scene.server.received.filter(({ to }) => to.endsWith('@cool.example'));
const mails = () => query('SELECT state, attempts, last_error FROM notifications.vendor_mails ORDER BY id');
const jobOf = async (id: string) =>
  (await query('SELECT mail FROM core.vendor_jobs WHERE id = $1', [id]))[0]?.['mail'];

/** Schedules what is in the feed, and sends it until none waits that is ready. */
async function send(app = scene.service.app): Promise<void> {
  await settled(scene.service);
  const end = Date.now() + 10_000;
  while (Date.now() < end) {
    await sleep(20);
    const work = app.get(SendVendorMail);
    work.run();
    await work.idle();
    const ready = await query(
      `SELECT FROM notifications.vendor_mails WHERE state = 'waiting' AND (retry_at IS NULL OR retry_at <= now())
         AND (lease_until IS NULL OR lease_until <= now())`,
    );
    if (ready.length === 0) return;
  }
}

it('a job is mailed once, to exactly its address, with its link, and is answered to the sender', async () => {
  const id = await job();
  await event(id);
  await send();
  await send();
  expect(mailed()).toHaveLength(1);
  const [mail] = mailed();
  expect(mail?.to).toBe('service@cool.example');
  expect(mail?.headers.get('reply-to')).toBe(`Dana Whitfield <${scene.dana.email}>`);
  expect(mail?.headers.get('list-unsubscribe')).toBeUndefined();
  expect(mail?.headers.get('subject')).toBe(`Work order #${number}: Walk-in cooler`);
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toContain(`https://stores.example.com/v/${tokenOf(id)}`);
    expect(part).toContain('Call first.');
    expect(part).toContain(`This link is for Cool Air ${number}. You need no account.`);
  }
  expect(await mails()).toMatchObject([{ state: 'sent', attempts: 1 }]);
  expect(await jobOf(id)).toBe('sent');
});

it('is in the language of the vendor', async () => {
  await event(await job({}, { language: 'es' }));
  await send();
  const [mail] = mailed();
  expect(mail?.headers.get('subject')).toBe(`Orden de trabajo #${number}: Walk-in cooler`);
  expect(mail?.text).toContain('No necesita una cuenta.');
  expect(mail?.html).toContain('<html lang="es">');
});

it.each([
  ['vendor_withdrawn', {}, 'has withdrawn this work order', { state: 'withdrawn', ended_at: new Date() }],
  ['quote_approved', { amount: '900.00', text: 'Go ahead.' }, 'has approved your quote of $900.00', {}],
  ['quote_declined', { amount: '900.00' }, 'has declined your quote of $900.00', {}],
])('%s is told, a withdrawn one without a link', async (kind, more, words, columns) => {
  const id = await job(columns);
  await event(id, kind, more);
  await send();
  const [mail] = mailed();
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(words);
  expect(mail?.text.includes('/v/')).toBe(kind !== 'vendor_withdrawn');
  expect(mail?.text.includes('> Go ahead.')).toBe(kind === 'quote_approved');
});

it('what the team writes to the vendor is mailed; what the vendor does, and other comments, are not', async () => {
  const id = await job({ state: 'accepted' });
  await comment({ author_id: scene.dana.userId, visibility: 'vendor' });
  await comment({ author_id: scene.dana.userId, visibility: 'team' });
  await comment({ author_name: 'Lee, Cool Air', visibility: 'vendor', via: 'vendor' });
  await stores.change(null, (transaction) =>
    transaction.insert('core.ticket_events', {
      ticket_id: ticketId,
      location_id: scene.storeId,
      kind: 'vendor_accepted',
      told_to: [],
      vendor: JSON.stringify({ jobId: id, name: 'Cool Air', by: 'Lee' }),
    }),
  );
  await send();
  expect(mailed().map(({ text }) => text.includes('> The key is at the bar.'))).toEqual([true]);
});

it('a refusal for good fails, and the sender hears of it, once', async () => {
  const id = await job();
  scene.server.refusing = { recipients: 550, mails: 0 };
  await event(id);
  await event(id, 'vendor_resent');
  await send();
  expect(await mails()).toMatchObject([{ state: 'failed' }, { state: 'failed' }]);
  expect(await jobOf(id)).toBe('failed');
  await settled(scene.service);
  const items = await query(
    'SELECT kind, vendor, user_id FROM notifications.inbox_items WHERE ticket_id = $1',
    [ticketId],
  );
  expect(items).toEqual([
    {
      kind: 'vendor_answered',
      user_id: scene.dana.userId,
      vendor: { event: 'mail_failed', name: `Cool Air ${number}`, amount: null },
    },
  ]);
  expect((await scene.service.as().get('/metrics')).text).toMatch(
    /vendor_mails_total\{outcome="failed"\} [1-9]/,
  );
});

it('a busy server is asked again, and another address gets no mail of before', async () => {
  const id = await job();
  scene.server.refusing = { recipients: 450, mails: 0 };
  await event(id);
  await send();
  expect(await mails()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
  expect(await jobOf(id)).toBe('waiting');
  scene.server.refusing = { recipients: 0, mails: 0 };
  await query('UPDATE core.vendor_jobs SET generation = 2, email = $2, token_hash = $3 WHERE id = $1', [
    id,
    'new@cool.example',
    hashOfCode(tokenOf(id, 2)),
  ]);
  await event(id, 'vendor_resent', { generation: 2 });
  await query('UPDATE notifications.vendor_mails SET retry_at = now()');
  await send();
  expect(mailed().map(({ to }) => to)).toEqual(['new@cool.example']);
  expect(mailed()[0]?.text).toContain(tokenOf(id, 2));
  expect((await mails()).map(({ state }) => state).toSorted()).toEqual(['dropped', 'sent']);
});

it('a process that ends around the mail doubles it once at most, with the same Message-ID', async () => {
  // Both also send every 2 s on their own, so the server is prepared before there is a mail.
  const other = await createService(serviceOptions(scene.service.config));
  try {
    // The server has it, and the process that sent it is gone before it could say so.
    let isLost = true;
    scene.server.onMail = async () => {
      if (!isLost) return;
      isLost = false;
      await query(
        "UPDATE notifications.vendor_mails SET lease_until = now() - interval '1 second', retry_at = NULL",
      );
      scene.server.hangUp();
    };
    await event(await job());
    await Promise.all([send(), send(other)]);
    await query('UPDATE notifications.vendor_mails SET retry_at = now()');
    await Promise.all([send(), send(other)]);
    await send();
    expect(mailed()).toHaveLength(2);
    expect(new Set(mailed().map(({ headers }) => headers.get('message-id'))).size).toBe(1);
    expect(await mails()).toMatchObject([{ state: 'sent' }]);
  } finally {
    await other.close();
  }
});

it('what waited a day is dropped: the link was given by hand', async () => {
  scene.server.refusing = { recipients: 450, mails: 0 };
  await event(await job());
  await send();
  await query(
    "UPDATE notifications.vendor_mails SET created_at = now() - interval '25 hours', retry_at = now()",
  );
  scene.server.refusing = { recipients: 0, mails: 0 };
  await send();
  expect([await mails(), mailed()]).toMatchObject([[{ state: 'dropped' }], []]);
});
