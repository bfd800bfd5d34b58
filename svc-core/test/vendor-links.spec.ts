import { describe, expect, it } from '@jest/globals';
import { newCode } from '@mainstay/service-kit';
import { conversationOf } from './conversation.ts';
import { errorsOf, instant, useCoreService } from './core-service.ts';
import type { JobResponse } from '../src/vendor-calls/vendor-calls.schemas.ts';
import { tokenOf, vendorCallsOf } from './vendor-calls.ts';

const core = useCoreService();
const talk = conversationOf(core);
const { call, jobs, open, page, rowsOf, sent, staff } = vendorCallsOf(core);
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const EVERYTHING = { name: 'Lee', accept: true, reason: 'no', visitAt: inDays(1), body: 'x', amount: '5' };

describe('the page of a link', () => {
  it('shows the vendor what they need, and nothing else', async () => {
    const equipmentId = await core.insert('equipment', {
      location_id: core.storeA,
      name: 'Walk-in cooler',
      category: 'refrigeration',
      serial: 'S-1',
      model: 'M',
      notes: 'Hush: bought used',
      warranty_until: '2027-03-05',
    });
    const one = await sent(
      { name: 'Bay Air', spending_limit: '500' },
      { equipmentId, notes: 'Hush notes', dueAt: '2099-01-01T00:00:00.000Z' },
    );
    await talk.comment(core.managerA, one.ticket.id, 'Hush: too expensive', 'team');
    await talk.comment(core.managerA, one.ticket.id, 'Hush reporter', 'reporter');
    await talk.comment(core.managerA, one.ticket.id, 'The key is at the bar.', 'vendor');
    await core.create(`tickets`, { title: 'Hush other ticket' });
    const { text } = await open(one.token);
    expect(JSON.parse(text)).toEqual({
      state: 'sent',
      number: one.ticket.number,
      title: 'Oven is cold',
      priority: 'medium',
      description: 'It does not heat up any more.',
      dueAt: '2099-01-01T00:00:00.000Z',
      message: null,
      location: {
        name: 'Store A',
        storeNumber: 'A-1',
        address: '1 Main Street',
        city: 'Springfield',
        state: 'NY',
        zipCode: '10001',
        phone: null,
        timezone: 'America/New_York',
      },
      equipment: {
        name: 'Walk-in cooler',
        manufacturer: null,
        model: 'M',
        serial: 'S-1',
        warrantyUntil: '2027-03-05',
      },
      vendor: { name: 'Bay Air' },
      sender: { firstName: 'Ann' },
      visitAt: null,
      spendingLimit: '500.00',
      comments: [{ at: instant, by: 'Ann', body: 'The key is at the bar.', isOwn: false }],
      photos: [],
      quotes: [],
      proof: { afterPhoto: false, beforePhoto: false, note: false },
    });
    expect(text).not.toMatch(/hush|archer|@example/i);
  });

  it('shows the photos from before the work and those of the job, by addresses below its own', async () => {
    const one = await sent();
    const insert = (purpose: string, jobId: string | null) =>
      core.query(
        'INSERT INTO core.ticket_photos (id, ticket_id, purpose, job_id) VALUES (uuidv7(), $1, $2, $3) RETURNING id',
        [one.ticket.id, purpose, jobId],
      );
    const [[before], [own]] = [await insert('before', null), await insert('after', one.job.id)];
    await insert('after', null);
    expect((await page(one.token)).photos).toEqual(
      [
        { id: before?.['id'], purpose: 'before' },
        { id: own?.['id'], purpose: 'after' },
      ].map((photo) => ({ ...photo, url: `/api/intake/jobs/${one.token}/photos/${String(photo.id)}` })),
    );
  });

  it('does not show what was said to the vendor before, nor after', async () => {
    const one = await sent();
    await call(one.token, 'comments', { body: 'First firm' }).expect(201);
    await call(one.token, 'answer', { accept: false, reason: 'Too far' }).expect(200);
    const response = await staff(`tickets/${one.ticket.id}/vendor-jobs`, {});
    const other = tokenOf(response.body as JobResponse);
    await talk.comment(core.managerA, one.ticket.id, 'For the second', 'vendor');
    expect((await page(one.token)).comments.map(({ body: said }) => said)).toEqual(['First firm']);
    expect((await page(other)).comments.map(({ body: said }) => said)).toEqual(['For the second']);
  });

  it('is the public 404 for a token of nobody, whatever is asked', async () => {
    const { text, status } = await open(newCode());
    expect(status).toBe(404);
    for (const path of ['answer', 'visit', 'comments', 'quotes', 'done'])
      expect((await call(newCode(), path, {})).text).toBe(text);
    expect((await open('x')).text).toBe(text);
  });

  it('is not changed by reading it, nor by any button without a name', async () => {
    const one = await sent();
    const before = await rowsOf();
    for (let at = 0; at < 20; at += 1) await open(one.token).expect(200);
    for (const name of [undefined, '', '  ', null]) {
      for (const path of ['answer', 'visit', 'comments', 'quotes', 'done']) {
        const response = await call(one.token, path, { ...EVERYTHING, name });
        expect([path, response.status, Object.keys(errorsOf(response) ?? {})]).toEqual([
          path,
          400,
          expect.arrayContaining(['name']),
        ]);
      }
    }
    expect(await rowsOf()).toBe(before);
  });
});

describe('a vendor', () => {
  it('accepts with a visit: the ticket is worked on, and the sender hears of it', async () => {
    const one = await sent();
    const visitAt = inDays(1);
    const response = await call(one.token, 'answer', { accept: true, visitAt }, 'key-1');
    expect([response.status, response.body]).toMatchObject([200, { state: 'accepted', visitAt }]);
    expect((await call(one.token, 'answer', { accept: true, visitAt }, 'key-1')).body).toEqual(response.body);
    expect((await call(one.token, 'answer', { accept: true })).body).toMatchObject({
      status: 409,
      detail: 'You have accepted this work order already.',
    });
    const ticket = await talk.getTicket(core.managerA, one.ticket.id);
    expect(ticket).toMatchObject({
      status: 'in_progress',
      respondedAt: instant,
      vendorJob: { state: 'accepted', visitAt },
    });
    const lines = (await talk.timeline(core.managerA, one.ticket.id)).slice(-2);
    expect(lines).toMatchObject([
      { kind: 'vendor_accepted', actor: null, via: 'vendor', vendor: { by: 'Lee', visitAt } },
      { kind: 'changed', actor: null, via: 'vendor', changes: [{ field: 'status', to: 'in_progress' }] },
    ]);
    const [event] = await core.query(
      "SELECT told_to FROM core.ticket_events WHERE kind = 'vendor_accepted' AND ticket_id = $1",
      [one.ticket.id],
    );
    expect(event).toEqual({ told_to: [core.managerA.userId] });
  });

  it('declines with a reason, once, and accepts after all, unless the ticket is done or somebody else has it', async () => {
    const one = await sent();
    expect(errorsOf(await call(one.token, 'answer', { accept: false, reason: ' ' }))).toEqual({
      reason: ['Required.'],
    });
    await call(one.token, 'answer', { accept: false, reason: 'No van' }).expect(200);
    expect(await jobs(one.ticket.id)).toMatchObject([{ state: 'declined', reason: 'No van' }]);
    expect((await call(one.token, 'answer', { accept: false, reason: 'No van' })).status).toBe(409);
    expect((await talk.getTicket(core.managerA, one.ticket.id)).vendorId).toBe(one.job.vendorId);
    await talk.changeTicket(core.managerA, one.ticket.id, { status: 'solved' });
    expect((await call(one.token, 'answer', { accept: true })).body).toMatchObject({
      detail: 'The work is done already.',
    });
    await talk.changeTicket(core.managerA, one.ticket.id, { status: 'incoming' });
    const other = await staff(`tickets/${one.ticket.id}/vendor-jobs`, {});
    expect((await call(one.token, 'answer', { accept: true })).body).toMatchObject({
      detail: 'Somebody else has this work order by now.',
    });
    await staff(`vendor-jobs/${(other.body as { id: string }).id}/withdraw`).expect(200);
    expect((await call(one.token, 'answer', { accept: true })).body).toMatchObject({ state: 'accepted' });
  });

  it('says when they come, later than now and within a year', async () => {
    const one = await sent();
    for (const visitAt of [inDays(-0.001), inDays(365.1), 'tomorrow', undefined])
      expect(Object.keys(errorsOf(await call(one.token, 'visit', { visitAt })) ?? {})).toEqual(['visitAt']);
    const visitAt = inDays(364);
    expect((await call(one.token, 'visit', { visitAt })).body).toMatchObject({ state: 'sent', visitAt });
  });

  it('writes to the team, and is named with the company', async () => {
    const one = await sent({ name: `Cool ${'a'.repeat(154)}` });
    const name = `Lee ${'b'.repeat(96)}`;
    expect((await call(one.token, 'comments', { body: 'On my way', name })).status).toBe(201);
    const line = (await talk.timeline(core.managerA, one.ticket.id)).at(-1);
    expect(line).toMatchObject({
      kind: 'commented',
      via: 'vendor',
      actor: null,
      comment: {
        author: null,
        authorName: `${name}, Cool ${'a'.repeat(154)}`,
        visibility: 'vendor',
        via: 'vendor',
      },
    });
    expect((await page(one.token)).comments).toMatchObject([{ body: 'On my way', isOwn: true }]);
  });

  it('is done with a note and a cost, under the limits of managers', async () => {
    const one = await sent({ spending_limit: '500' }, { spendingLimit: '800' });
    expect((await call(one.token, 'done', { note: 'x' })).body).toMatchObject({
      detail: 'Accept this work order first.',
    });
    await call(one.token, 'answer', { accept: true }).expect(200);
    const done = { note: 'Compressor replaced', amount: '640', invoiceNumber: 'INV-7' };
    const [first, again] = [
      await call(one.token, 'done', done, 'once'),
      await call(one.token, 'done', done, 'once'),
    ];
    expect([first.status, first.body, again.body]).toMatchObject([200, { state: 'done' }, { state: 'done' }]);
    expect(
      await core.query(
        'SELECT kind, amount, vendor_id, invoice_number, created_by FROM core.ticket_costs WHERE ticket_id = $1',
        [one.ticket.id],
      ),
    ).toEqual([
      {
        kind: 'other',
        amount: '640.00',
        vendor_id: one.job.vendorId,
        invoice_number: 'INV-7',
        created_by: null,
      },
    ]);
    expect(await talk.getTicket(core.admin, one.ticket.id)).toMatchObject({
      status: 'in_progress',
      completionNote: 'Compressor replaced',
      spendingLimit: '500.00',
      approval: 'needed',
    });
    // A second time is a second cost; the note of the ticket stays.
    await staff(`vendor-jobs/${one.job.id}/return`, { note: 'Again' }).expect(200);
    await call(one.token, 'done', { note: 'Now it is cold', amount: '1' }).expect(200);
    expect(await talk.getTicket(core.admin, one.ticket.id)).toMatchObject({
      totalCost: '641.00',
      completionNote: 'Compressor replaced',
    });
  });

  it.each([
    ['done', { note: '' }, 'note'],
    ['done', { note: 'x', amount: '0' }, 'amount'],
    ['done', { note: 'x', amount: '-5' }, 'amount'],
    ['quotes', { amount: '0.00', description: 'x' }, 'amount'],
    ['quotes', { amount: '5.001', description: 'x' }, 'amount'],
    ['quotes', { amount: '5' }, 'description'],
    ['comments', { body: 'x'.repeat(4001) }, 'body'],
    ['answer', { accept: 'yes' }, 'accept'],
    ['comments', { body: 'x', visibility: 'team' }, 'visibility'],
  ])('cannot send to %s: %o', async (path, body, field) => {
    const one = await sent();
    await call(one.token, 'answer', { accept: true }).expect(200);
    const response = await call(one.token, path, body);
    expect([response.status, Object.keys(errorsOf(response) ?? {})]).toEqual([400, [field]]);
  });

  it('shows the photo that the rule asks for first', async () => {
    const one = await sent();
    await call(one.token, 'answer', { accept: true }).expect(200);
    await core.query('UPDATE core.completion_rules SET after_photo = true, note = true');
    expect((await page(one.token)).proof).toEqual({ afterPhoto: true, beforePhoto: false, note: true });
    expect((await call(one.token, 'done', { note: 'Done' })).body).toMatchObject({
      status: 409,
      missing: ['afterPhoto'],
    });
    await core.query(
      "INSERT INTO core.ticket_photos (id, ticket_id, purpose) VALUES (uuidv7(), $1, 'after')",
      [one.ticket.id],
    );
    expect((await call(one.token, 'done', { note: 'Done' })).status).toBe(200);
    await core.query('UPDATE core.completion_rules SET after_photo = false, note = false');
  });

  it('writes 60 times in an hour with a link; what is refused does not count', async () => {
    const one = await sent();
    for (let at = 0; at < 3; at += 1) await call(one.token, 'done', { note: 'x' }).expect(409);
    const statuses: number[] = [];
    for (let at = 0; at < 61; at += 1)
      statuses.push((await call(one.token, 'comments', { body: `${at}` })).status);
    expect(statuses).toEqual([...Array<number>(60).fill(201), 429]);
  });
});
