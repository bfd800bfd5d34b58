import { describe, expect, it } from '@jest/globals';
import { loadConfig, hashOfCode, isCode } from '@mainstay/service-kit';
import { freePort } from '@mainstay/test-kit';
import { randomUUID } from 'node:crypto';
import { configSchema } from '../src/config.ts';
import { IntakeSecrets } from '../src/intake/intake-secrets.ts';
import { conversationOf, watchersOf } from './conversation.ts';
import { errorsOf, startCoreService, useCoreService } from './core-service.ts';
import { aReport, intakeOf } from './intake-calls.ts';

const core = useCoreService();
const talk = conversationOf(core);
const intake = intakeOf(core);

const tickets = async (): Promise<number> => (await intake.rows('tickets')).length;

describe('GET /api/intake/{code}', () => {
  it('returns the location of a code, and its equipment', async () => {
    const { code } = await intake.code();
    const response = await intake.read(code);
    expect([response.status, response.headers['cache-control']]).toEqual([200, undefined]);
    expect(response.body).toEqual({
      location: { name: 'Store A', storeNumber: 'A-1' },
      equipment: null,
      closed: false,
      open: expect.any(Array),
    });
    const ofFryer = await intake.code({ equipment_id: await intake.equipment() });
    expect(await intake.onCode(ofFryer.code)).toMatchObject({ equipment: { name: 'Fryer 2' } });
  });

  it('says that an inactive store takes no reports, and refuses them in words', async () => {
    const location = await core.createStore('Closed for repairs', { status: 'inactive' });
    const { code } = await intake.code({ location_id: location });
    expect(await intake.onCode(code)).toMatchObject({ closed: true });
    for (const path of [`${code}/reports`, code])
      expect((await intake.post(path, aReport)).body).toMatchObject({
        status: 409,
        detail: 'This store takes no reports at the moment. Please tell your manager.',
      });
    expect(await core.count('core.tickets WHERE location_id = $1', location)).toBe(0);
  });

  it('shows the three newest open reports of the equipment, without anything of their tickets', async () => {
    const equipmentId = await intake.equipment('Fryer 3');
    const { code } = await intake.code({ equipment_id: equipmentId });
    const other = await intake.code({ equipment_id: await intake.equipment('Fryer 4') });
    expect(await intake.onCode(code)).toMatchObject({ open: [] });
    await talk.createTicket(core.managerA, { title: 'By the team' });
    await intake.report(other.code);
    const numbers: number[] = [];
    for (let made = 0; made < 5; made += 1) numbers.push((await intake.report(code)).number);
    const ids = await Promise.all(numbers.map((number) => intake.ticketId(number)));
    await talk.changeTicket(core.managerA, ids[4] ?? '', { status: 'solved' });
    await talk.changeTicket(core.managerA, ids[3] ?? '', { status: 'in_progress' });

    const { open } = await intake.onCode(code);
    expect(open).toEqual(
      ['working', 'received', 'received'].map((state) => ({
        join: expect.any(String),
        reportedAt: expect.any(String),
        state,
      })),
    );
    const { createdAt } = await talk.getTicket(core.admin, ids[3] ?? '');
    expect(open[0]?.reportedAt).toBe(createdAt);
  });

  it('shows those of the store for a code without equipment, and of no other store', async () => {
    const storeId = await core.createStore('Elm Street');
    const { code } = await intake.code({ location_id: storeId });
    const fryer = await intake.equipment('Fryer', storeId);
    const ofFryer = await intake.code({ location_id: storeId, equipment_id: fryer });
    await intake.report(ofFryer.code);
    await intake.report((await intake.code()).code);
    expect((await intake.onCode(code)).open.length).toBe(1);
  });
});

describe('POST /api/intake/{code}/reports', () => {
  it('makes a ticket of the public, which nobody watches', async () => {
    const equipmentId = await intake.equipment('Fryer 5');
    const { code, id } = await intake.code({ equipment_id: equipmentId });
    const { number, trackingToken } = await intake.report(code, {
      description: '  The oil\ndoes not   get hot. ',
      reporterName: ' Sam ',
      contact: 'sam@example.com',
    });
    expect(isCode(trackingToken)).toBe(true);
    const ticketId = await intake.ticketId(number);
    expect(await intake.rows('tickets', 'id = $1', [ticketId])).toMatchObject([
      {
        title: 'Fryer 5: The oil does not get hot.',
        description: 'The oil\ndoes not   get hot.',
        location_id: core.storeA,
        equipment_id: equipmentId,
        status: 'incoming',
        priority: 'high',
        ticket_type: 'equipment',
        assigned_to: null,
        created_by: null,
        via: 'qr',
      },
    ]);
    expect(await intake.rows('intake_reports', 'ticket_id = $1', [ticketId])).toMatchObject([
      {
        code_id: id,
        comment_id: null,
        description: 'The oil\ndoes not   get hot.',
        urgency: 'high',
        reporter_name: 'Sam',
        contact: 'sam@example.com',
        language: 'en',
        tracking_hash: hashOfCode(trackingToken),
        tracking_until: null,
      },
    ]);
    expect(await watchersOf(core, ticketId)).toEqual({});
    expect(await intake.rows('intake_codes', 'id = $1 AND last_used_at IS NOT NULL', [id])).toHaveLength(1);
    const [line] = await talk.timeline(core.managerA, ticketId);
    expect(line).toMatchObject({ kind: 'created', actor: null, via: 'qr' });
  });

  it.each([
    ['high', 'high'],
    ['medium', 'medium'],
    ['low', 'low'],
  ])('%s urgency is a repair of %s priority for a code without equipment', async (urgency, priority) => {
    const { number } = await intake.report((await intake.code()).code, { urgency });
    expect(await intake.rows('tickets', 'number = $1', [number])).toMatchObject([
      { title: 'Problem: The oil does not get hot.', priority, ticket_type: 'repair', equipment_id: null },
    ]);
  });

  it('leaves no trace of the code, the token, the name and the contact in the audit trail or among the keys', async () => {
    const { code } = await intake.code();
    const secretName = `Sam ${randomUUID()}`;
    const contact = `${randomUUID()}@example.com`;
    const sent = { reporterName: secretName, contact };
    const { trackingToken } = await intake.report(code, sent, { key: 'traces' });
    const [open] = (await intake.onCode(code)).open;
    await intake.report(code, { ...sent, join: open?.join });
    await intake
      .post(`track/${trackingToken}/replies`, { body: 'Still cold' }, { key: 'traces' })
      .expect(201);
    const rows = await core.query<{ text: string }>(
      `SELECT a::text AS text FROM auth.audit_entries a UNION ALL SELECT k::text FROM core.idempotency_keys k`,
    );
    const written = rows.map(({ text }) => text).join('\n');
    expect(written).toContain('Still cold');
    for (const secret of [code, trackingToken, secretName, contact]) expect(written).not.toContain(secret);
    expect(written).not.toContain(hashOfCode(code).toString('hex'));
    const changed = await core.query(
      `SELECT FROM auth.audit_entries WHERE entity = 'intake_code' AND action = 'update'`,
    );
    expect(changed).toEqual([]);
  });

  it('is of the public, also when the session or the token of a user comes along', async () => {
    const { code } = await intake.code();
    const made = await intake.post(`${code}/reports`, aReport, {}, core.admin).expect(201);
    await intake
      .post(`${code}/reports`, aReport, { headers: { Authorization: 'Bearer nonsense' } }, core.deactivated)
      .expect(201);
    const ticketId = await intake.ticketId((made.body as { number: number }).number);
    const rows = await core.query(
      `SELECT entity, actor_id, action FROM auth.audit_entries
       WHERE entity_id = $1 OR after ->> 'ticket_id' = $1::text ORDER BY id`,
      [ticketId],
    );
    expect(rows).toEqual([
      { entity: 'ticket', actor_id: null, action: 'create' },
      { entity: 'intake_report', actor_id: null, action: 'create' },
    ]);
    expect(await intake.rows('tickets', 'id = $1', [ticketId])).toMatchObject([
      { created_by: null, via: 'qr' },
    ]);
    expect(await watchersOf(core, ticketId)).toEqual({});
  });

  it('keeps the language of the body, otherwise that of the browser', async () => {
    const { code } = await intake.code();
    const languageOf = async (body: object, headers: Record<string, string>): Promise<unknown> => {
      const { trackingToken } = await intake.report(code, body, { headers });
      const hash = hashOfCode(trackingToken);
      return (await intake.rows('intake_reports', 'tracking_hash = $1', [hash]))[0]?.['language'];
    };
    expect(await languageOf({ language: 'es' }, { 'Accept-Language': 'en' })).toBe('es');
    expect(await languageOf({}, { 'Accept-Language': 'es-MX,es;q=0.9' })).toBe('es');
    expect(await languageOf({}, {})).toBe('en');
  });

  it.each([
    ['an empty body', {}, ['description', 'urgency']],
    ['2,001 characters', { ...aReport, description: 'x'.repeat(2001) }, ['description']],
    ['half a character', { ...aReport, description: '\ud83d' }, ['description']],
    ['another urgency', { ...aReport, urgency: 'urgent' }, ['urgency']],
    ['a long name', { ...aReport, reporterName: 'x'.repeat(101) }, ['reporterName']],
    ['a long contact', { ...aReport, contact: 'x'.repeat(255) }, ['contact']],
    ['another language', { ...aReport, language: 'fr' }, ['language']],
    ['an unknown field', { ...aReport, status: 'solved' }, ['status']],
  ])('refuses %s', async (_name, body, fields) => {
    const before = await tickets();
    const response = await intake.post(`${(await intake.code()).code}/reports`, body);
    expect(response.status).toBe(400);
    expect(Object.keys((response.body as { errors: object }).errors)).toEqual(fields);
    expect(await tickets()).toBe(before);
  });

  it('keeps nothing that turns or hides text, in the ticket and in what follows', async () => {
    const { code } = await intake.code({ equipment_id: await intake.equipment('Fryer 6') });
    const trick = '\u202eOil\u2066 \u200bis\u2060 co\u00add\u200f, by \u{e0041}👩‍💻';
    const sent = { description: trick, reporterName: `Dana\u202e${trick}`, contact: `${trick}\ufeff` };
    const { number, trackingToken } = await intake.report(code, sent);
    const plain = 'Oil is cod, by 👩‍💻';
    const ticketId = await intake.ticketId(number);
    expect(await intake.rows('tickets', 'id = $1', [ticketId])).toMatchObject([
      { title: `Fryer 6: ${plain}`, description: plain },
    ]);
    expect(await intake.rows('intake_reports', 'ticket_id = $1', [ticketId])).toMatchObject([
      { description: plain, reporter_name: `Dana${plain}`, contact: plain },
    ]);
    const reply = await intake.post(`track/${trackingToken}/replies`, { body: trick }, { key: randomUUID() });
    expect(reply.body).toMatchObject({ body: plain });
  });

  it('takes the longest texts, and empty ones for none', async () => {
    const { code } = await intake.code();
    await intake.report(code, {
      description: '🔥'.repeat(1000),
      reporterName: 'n'.repeat(100),
      contact: 'c'.repeat(254),
    });
    const { number } = await intake.report(code, { reporterName: '', contact: ' ', join: '', website: '' });
    const ticketId = await intake.ticketId(number);
    expect(await intake.rows('intake_reports', 'ticket_id = $1', [ticketId])).toMatchObject([
      { reporter_name: null, contact: null },
    ]);
  });

  it.each([
    ['Sec-Fetch-Site', 'cross-site'],
    ['Origin', 'https://evil.example'],
  ])('refuses a page of another site: %s', async (name, value) => {
    const before = await tickets();
    const { code } = await intake.code();
    const { trackingToken } = await intake.report(code);
    const headers = { [name]: value };
    expect((await intake.post(`${code}/reports`, aReport, { headers })).status).toBe(403);
    const reply = await intake.post(`track/${trackingToken}/replies`, { body: 'x' }, { headers });
    expect(reply.status).toBe(403);
    expect(await tickets()).toBe(before + 1);
  });

  it('makes one ticket of ten equal sends at once, and returns the same token', async () => {
    const [{ code }, key, before] = [await intake.code(), randomUUID(), await tickets()];
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => intake.post(`${code}/reports`, aReport, { key })),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(await tickets()).toBe(before + 1);
    const { trackingToken } = await intake.report(code, {}, { key });
    expect(await intake.tracked(trackingToken)).toMatchObject({ state: 'received' });
    const other = await intake.post(`${code}/reports`, { ...aReport, urgency: 'low' }, { key });
    expect(other.status).toBe(422);
    // Keys are those of a code.
    await intake.report((await intake.code()).code, {}, { key });
    expect(await tickets()).toBe(before + 2);
  });

  it('returns the same token after the secret was rotated', async () => {
    const [{ code }, key] = [await intake.code(), randomUUID()];
    const first = await intake.report(code, {}, { key });
    const env = {
      ...core.backends.envFor('svc_core'),
      INTAKE_SECRET: `${'r'.repeat(32)},${core.config.INTAKE_SECRET[0] ?? ''}`,
    };
    const rotated = new IntakeSecrets(loadConfig(configSchema, env));
    const [stored] = await core.query<{ answer: { reportId: string; trackingHash: string } }>(
      'SELECT answer FROM core.idempotency_keys WHERE key = $1',
      [key],
    );
    const { reportId = '', trackingHash = '' } = stored?.answer ?? {};
    expect(rotated.trackingTokenAgain(reportId, trackingHash)).toBe(first.trackingToken);
  });

  it('refuses a report with the hidden field filled in, in words', async () => {
    const [{ code }, before] = [await intake.code(), await tickets()];
    const send = (website: string) =>
      intake.post(`${code}/reports`, { ...aReport, website }, { key: 'filled-in' });
    const refused = await send('https://store.example');
    expect([refused.status, errorsOf(refused)]).toEqual([400, { website: ['Must be empty.'] }]);
    expect(refused.body).toMatchObject({ detail: expect.stringContaining('send the report again') });
    expect(await tickets()).toBe(before);
    // Nothing is stored for the key, so that it can be used again. White space is nothing.
    expect((await send(' ')).status).toBe(201);
  });
});

describe('without Redis', () => {
  it('returns 503 for reports and replies, and still shows codes and states', async () => {
    const { code } = await intake.code();
    const { trackingToken } = await intake.report(code);
    const alone = await startCoreService({ REDIS_URL: `redis://127.0.0.1:${await freePort()}` });
    try {
      const there = intakeOf(alone);
      const theirs = await there.code();
      const report = await there.post(`${theirs.code}/reports`, aReport);
      expect([report.status, report.headers['retry-after']]).toEqual([503, '1']);
      const honeypot = await there.post(`${theirs.code}/reports`, { ...aReport, website: 'x' });
      expect(honeypot.status).toBe(503);
      expect(await there.rows('tickets')).toEqual([]);
      expect(await there.onCode(theirs.code)).toMatchObject({ open: [] });
      const ticket = await alone.insert('tickets', { via: 'qr' });
      await alone.insert('intake_reports', {
        ticket_id: ticket,
        description: 'x',
        urgency: 'low',
        language: 'en',
        tracking_hash: hashOfCode(trackingToken),
      });
      expect((await there.post(`track/${trackingToken}/replies`, { body: 'x' })).status).toBe(503);
      expect(await there.rows('ticket_comments')).toEqual([]);
      expect(await there.tracked(trackingToken)).toMatchObject({ state: 'received' });
    } finally {
      await alone.close();
    }
  });
});
