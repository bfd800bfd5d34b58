import { beforeEach, describe, expect, it } from '@jest/globals';
import { hashOfCode, isCode } from '@mainstay/service-kit';
import type { TicketResponse } from '../src/ticket-rows/tickets.schemas.ts';
import type { JobResponse } from '../src/vendor-calls/vendor-calls.schemas.ts';
import { conversationOf } from './conversation.ts';
import { instant, itRejects, useCoreService } from './core-service.ts';
import { type SentJob, tokenOf, vendorCallsOf } from './vendor-calls.ts';

const core = useCoreService();
const talk = conversationOf(core);
const { call, eventsOf, jobs, open, page, send, sent, staff, vendor } = vendorCallsOf(core);
const kindsOf = async ({ id }: { id: string }) =>
  (await talk.timeline(core.admin, id)).map(({ kind }) => kind);
const accept = ({ token }: SentJob) => call(token, 'answer', { accept: true }).expect(200);
const finish = ({ token }: SentJob, body: object = {}) => call(token, 'done', { note: 'Replaced.', ...body });

beforeEach(() =>
  core.query('UPDATE core.completion_rules SET after_photo = false, before_photo = false, note = false'),
);

describe('sending', () => {
  it('makes a job with a link, of which only a hash is stored, and a line for the mail', async () => {
    const vendorId = await vendor({ name: 'Bay Cooling' });
    const ticket = await core.create<TicketResponse>('tickets', { vendorId });
    const response = await send(ticket.id, { message: 'Call first.' });
    expect([response.status, response.body]).toEqual([
      201,
      {
        id: expect.any(String),
        ticketId: ticket.id,
        vendorId,
        vendor: { id: vendorId, name: 'Bay Cooling' },
        email: 'service@example.com',
        message: 'Call first.',
        state: 'sent',
        visitAt: null,
        reason: null,
        note: null,
        sentBy: core.managerA.userId,
        sentAt: instant,
        mail: 'waiting',
        quotes: [],
        version: 1,
        link: expect.stringMatching(/^http.*\/v\/[a-z2-7]{26}$/),
      },
    ]);
    const job = response.body as JobResponse;
    const token = tokenOf(job);
    expect(isCode(token)).toBe(true);
    const [row] = await core.query('SELECT token_hash FROM core.vendor_jobs WHERE id = $1', [job.id]);
    expect(row?.['token_hash']).toEqual(hashOfCode(token));
    expect(await eventsOf(ticket)).toMatchObject([
      { kind: 'vendor_sent', actor_id: core.managerA.userId, vendor: { jobId: job.id, generation: 1 } },
    ]);
    expect(await talk.getTicket(core.managerA, ticket.id)).toMatchObject({
      vendorJob: { id: job.id, state: 'sent', visitAt: null },
    });
    const [line] = (await talk.timeline(core.admin, ticket.id)).slice(-1);
    expect(line).toMatchObject({
      kind: 'vendor_sent',
      actor: { lastName: 'Archer' },
      vendor: { jobId: job.id, name: 'Bay Cooling', email: 'service@example.com' },
    });
    // Nothing of what the token is derived from is in the audit trail.
    const trail = await core.query("SELECT after FROM auth.audit_entries WHERE entity = 'vendor_job'");
    expect(JSON.stringify(trail)).not.toContain('token');
  });

  it('takes the address of the request, and one key makes one job', async () => {
    const ticket = await core.create<TicketResponse>('tickets', { vendorId: await vendor({ email: null }) });
    const body = { email: 'lee@example.com' };
    const [one, other] = [
      await send(ticket.id, body, core.admin, 'once'),
      await send(ticket.id, body, core.admin, 'once'),
    ];
    expect([one.status, other.body]).toEqual([201, one.body]);
    expect(one.body).toMatchObject(body);
    expect(await jobs(ticket.id)).toHaveLength(1);
  });

  it.each([
    ['without a vendor', { vendorId: null }, {}, 'vendorId'],
    ['to a vendor without an address', {}, {}, 'email'],
    ['to what is no address', {}, { email: 'lee' }, 'email'],
    ['with too long a message', {}, { email: 'lee@example.com', message: 'x'.repeat(1001) }, 'message'],
  ])('is refused %s', async (_what, more, body, field) => {
    const vendorId = await vendor({ email: null });
    const ticket = await core.create<TicketResponse>('tickets', { vendorId, ...more });
    const response = await send(ticket.id, body);
    expect([response.status, Object.keys((response.body as { errors: object }).errors)]).toEqual([
      400,
      [field],
    ]);
    expect(await jobs(ticket.id)).toEqual([]);
  });

  it('is refused for a solved ticket, one that is with a vendor, and one at an archived location', async () => {
    const { ticket } = await sent();
    expect((await send(ticket.id)).body).toMatchObject({
      status: 409,
      detail: 'This ticket is with a vendor already. Withdraw it first.',
    });
    const solved = await core.create<TicketResponse>('tickets', { vendorId: await vendor() });
    await talk.changeTicket(core.admin, solved.id, { status: 'solved' });
    expect((await send(solved.id)).status).toBe(409);
    const locationId = await core.createStore('Archived');
    const archived = await core.create<TicketResponse>('tickets', { locationId, vendorId: await vendor() });
    await core.query('UPDATE core.locations SET archived_at = now() WHERE id = $1', [locationId]);
    expect((await send(archived.id, {}, core.admin)).status).toBe(409);
  });

  it('makes one job of ten requests at once', async () => {
    const ticket = await core.create<TicketResponse>('tickets', { vendorId: await vendor() });
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async () => (await send(ticket.id)).status),
    );
    expect(statuses.toSorted()).toEqual([201, ...Array<number>(9).fill(409)]);
  });

  it('is limited to 20 in an hour by one person, and what is refused does not count', async () => {
    const manager = await core.createManager(core.storeA);
    const vendorId = await vendor();
    const none = await core.create<TicketResponse>('tickets', {});
    for (let at = 0; at < 25; at += 1) expect((await send(none.id, {}, manager)).status).toBe(400);
    const statuses: number[] = [];
    for (let at = 0; at < 21; at += 1) {
      const ticket = await core.create<TicketResponse>('tickets', { vendorId });
      statuses.push((await send(ticket.id, {}, manager)).status);
    }
    expect(statuses).toEqual([...Array<number>(20).fill(201), 429]);
  });

  it('again, to another address: the old link is dead, the work stays', async () => {
    const one = await sent();
    await accept(one);
    const path = `vendor-jobs/${one.job.id}/resend`;
    const same = await staff(path);
    expect([same.status, same.body]).toMatchObject([202, { link: one.job.link, mail: 'waiting' }]);
    const other = await staff(path, { email: 'new@example.com' });
    expect([other.status, other.body]).toMatchObject([202, { state: 'accepted', email: 'new@example.com' }]);
    expect((await open(one.token)).status).toBe(404);
    expect((await call(one.token, 'comments', { body: 'x' })).status).toBe(404);
    expect(await page(tokenOf(other.body as JobResponse))).toMatchObject({ state: 'accepted' });
    expect((await eventsOf(one.ticket)).map((event) => event['vendor'])).toMatchObject([
      { generation: 1, email: 'service@example.com' },
      { by: 'Lee' },
      { generation: 1, email: 'service@example.com' },
      { generation: 2, email: 'new@example.com' },
    ]);
  });
});

describe('the end of the work', () => {
  it('is confirmed by solving the ticket, under its rules', async () => {
    const one = await sent();
    const confirm = () => staff(`vendor-jobs/${one.job.id}/confirm`);
    expect((await confirm()).body).toMatchObject({ status: 409, detail: 'The work is not done yet.' });
    await accept(one);
    await finish(one, { amount: '90' }).expect(200);
    await core.query('UPDATE core.completion_rules SET after_photo = true');
    expect((await confirm()).body).toMatchObject({ status: 409, missing: ['afterPhoto'] });
    await core.query('UPDATE core.completion_rules SET after_photo = false');
    expect((await confirm()).body).toMatchObject({ state: 'confirmed' });
    expect((await confirm()).status).toBe(409);
    expect(await talk.getTicket(core.managerA, one.ticket.id)).toMatchObject({
      status: 'solved',
      completionNote: 'Replaced.',
      totalCost: '90.00',
      vendorJob: { state: 'confirmed' },
    });
    expect(await page(one.token)).toMatchObject({ state: 'confirmed' });
    expect((await call(one.token, 'comments', { body: 'x' })).body).toMatchObject({
      status: 409,
      detail: 'The work is confirmed already.',
    });
  });

  it('is sent back with a note, which is a comment for the vendor', async () => {
    const one = await sent();
    await accept(one);
    await finish(one).expect(200);
    const path = `vendor-jobs/${one.job.id}/return`;
    expect((await staff(path)).status).toBe(400);
    expect((await staff(path, { note: 'Still warm.' })).body).toMatchObject({ state: 'accepted' });
    expect((await staff(path, { note: 'Again' })).status).toBe(409);
    expect((await page(one.token)).comments).toEqual([
      { at: instant, by: 'Ann', body: 'Still warm.', isOwn: false },
    ]);
  });

  it.each([
    ['withdrawing it', ({ job }: SentJob) => staff(`vendor-jobs/${job.id}/withdraw`), true],
    [
      'another vendor',
      async ({ ticket }: SentJob) =>
        core
          .as(core.admin)
          .patch(`/api/tickets/${ticket.id}`)
          .send({ vendorId: await vendor() }),
      true,
    ],
    [
      'no vendor',
      ({ ticket }: SentJob) =>
        core.as(core.admin).patch(`/api/tickets/${ticket.id}`).send({ vendorId: null }),
      true,
    ],
    [
      'a vendor that is deactivated',
      ({ job }: SentJob) => core.as(core.admin).patch(`/api/vendors/${job.vendorId}`).send({ active: false }),
      true,
    ],
    [
      'solving the ticket before an answer',
      ({ ticket }: SentJob) =>
        core.as(core.admin).patch(`/api/tickets/${ticket.id}`).send({ status: 'solved' }),
      true,
    ],
  ])('comes with %s: the link says no more, and the vendor gets a mail', async (_what, end, isMailed) => {
    const one = await sent();
    await call(one.token, 'quotes', { amount: '90', description: 'Fan' }).expect(201);
    expect((await end(one)).status).toBe(200);
    const [ended] = await jobs(one.ticket.id);
    expect(ended).toMatchObject({ state: 'withdrawn', link: null, quotes: [{ state: 'declined' }] });
    expect((await open(one.token)).body).toEqual({
      state: 'withdrawn',
      number: one.ticket.number,
      sender: { firstName: 'Ann' },
    });
    expect((await call(one.token, 'answer', { accept: true })).body).toMatchObject({
      status: 409,
      detail: 'This work order was withdrawn.',
    });
    const last = (await eventsOf(one.ticket)).at(-1);
    const generation: unknown = isMailed ? expect.any(Number) : undefined;
    expect(last).toMatchObject({ kind: 'vendor_withdrawn', vendor: { generation } });
    expect(await talk.getTicket(core.admin, one.ticket.id)).toMatchObject({ vendorJob: null });
  });

  it('comes with a move out of the stores of the vendor, and with archiving, not with a move within them', async () => {
    const [from, within, outside] = await Promise.all(
      ['From', 'Within', 'Outside'].map((name) => core.createStore(name)),
    );
    const one = await sent({ location_ids: [from, within] }, { locationId: from }, core.admin);
    await talk.changeTicket(core.admin, one.ticket.id, { locationId: within });
    expect(await page(one.token)).toMatchObject({ state: 'sent', location: { name: 'Within' } });
    // A vendor whose stores change keeps the jobs that it has.
    await core
      .as(core.admin)
      .patch(`/api/vendors/${one.job.vendorId}`)
      .send({ locationIds: [from] })
      .expect(200);
    expect(await page(one.token)).toMatchObject({ state: 'sent' });
    await talk.changeTicket(core.admin, one.ticket.id, { locationId: outside });
    expect((await open(one.token)).body).toMatchObject({ state: 'withdrawn' });

    const other = await sent({}, { locationId: within }, core.admin);
    await core.as(core.admin).post(`/api/locations/${within}/archive`).expect(200);
    expect((await open(other.token)).body).toMatchObject({ state: 'withdrawn' });
    expect((await kindsOf(other.ticket)).at(-1)).toBe('vendor_withdrawn');
  });

  it('confirms work that was accepted when the ticket is solved, and reopening starts nothing', async () => {
    const one = await sent();
    await accept(one);
    await talk.changeTicket(core.managerA, one.ticket.id, { status: 'solved' });
    await talk.changeTicket(core.managerA, one.ticket.id, { status: 'in_progress' });
    expect(await jobs(one.ticket.id)).toMatchObject([{ state: 'confirmed' }]);
  });

  it('of a link is 30 days after that of the job, and 180 days after it was sent', async () => {
    const one = await sent();
    const age = (column: string, days: number) =>
      core.query(`UPDATE core.vendor_jobs SET ${column} = now() - make_interval(days => $2) WHERE id = $1`, [
        one.job.id,
        days,
      ]);
    await age('linked_at', 179);
    expect((await page(one.token)).title).toBe(one.ticket.title);
    await age('linked_at', 180);
    expect((await open(one.token)).body).toEqual({
      state: 'expired',
      number: one.ticket.number,
      sender: { firstName: 'Ann' },
    });
    expect((await call(one.token, 'answer', { accept: true })).body).toMatchObject({
      detail: 'This link has expired.',
    });
    // Sent again, it has a new link.
    const again = (await staff(`vendor-jobs/${one.job.id}/resend`)).body as JobResponse;
    expect(again.link).not.toBe(one.job.link);
    await accept({ ...one, token: tokenOf(again) });
    await talk.changeTicket(core.managerA, one.ticket.id, { status: 'solved' });
    await age('ended_at', 29);
    expect(await page(tokenOf(again))).toMatchObject({ state: 'confirmed' });
    await age('ended_at', 30);
    expect((await open(tokenOf(again))).body).toMatchObject({ state: 'expired' });
  });
});

describe('GET /api/tickets?vendorJob=waiting', () => {
  const waiting = async () => {
    const response = await core.as(core.admin).get('/api/tickets?vendorJob=waiting');
    const tickets = response.body as TicketResponse[];
    expect(response.headers['x-total-count']).toBe(String(tickets.length));
    return tickets.map(({ id }) => id);
  };

  it('has tickets whose newest job is declined or done, or has an open quote', async () => {
    const [none, quoted, declined, done] = [await sent(), await sent(), await sent(), await sent()];
    await call(quoted.token, 'quotes', { amount: '5', description: 'Fuse' }).expect(201);
    await call(declined.token, 'answer', { accept: false, reason: 'Too far' }).expect(200);
    await accept(done);
    await finish(done).expect(200);
    const found = await waiting();
    expect([quoted, declined, done].map(({ ticket }) => found.includes(ticket.id))).toEqual([
      true,
      true,
      true,
    ]);
    expect(found).not.toContain(none.ticket.id);
    // Sent again after it was declined: that one counts.
    await send(declined.ticket.id).expect(201);
    await staff(`vendor-jobs/${done.job.id}/confirm`).expect(200);
    const later = await waiting();
    expect([declined, done].map(({ ticket }) => later.includes(ticket.id))).toEqual([false, false]);
  });
});

itRejects(
  (body: object) => core.as(core.managerA).get('/api/tickets').query(body),
  [['another word for vendorJob', { vendorJob: 'declined' }, 'vendorJob']],
);

it('a vendor with a job is deactivated, not removed', async () => {
  const { job, ticket } = await sent();
  await talk.changeTicket(core.admin, ticket.id, { vendorId: null });
  expect((await core.as(core.admin).delete(`/api/vendors/${job.vendorId}`)).status).toBe(409);
});
