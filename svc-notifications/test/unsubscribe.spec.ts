import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestUser } from '@mainstay/service-kit/testing';
import { SettingsRepository } from '../src/settings/settings.repository.ts';
import { MailServer } from './mail-server.ts';
import { type MailWorld, mailWorldOf } from './mail-world.ts';
import { type RunningService, startNotificationsService } from './running-service.ts';

const server = new MailServer();
let service: RunningService;
let world: MailWorld;
let sam: TestUser;

beforeAll(async () => {
  await server.start();
  service = await startNotificationsService({ SMTP_URL: server.url });
  world = mailWorldOf(service);
});
afterAll(async () => {
  await service.close();
  await server.stop();
});

beforeEach(async () => {
  server.received.length = 0;
  sam = await world.createPerson();
});

const preferencesOf = async ({ userId }: TestUser) => {
  const { kinds } =
    (await service.app.get(SettingsRepository, { strict: false }).of([userId])).get(userId) ?? {};
  return Object.fromEntries(Object.entries(kinds ?? {}).map(([kind, { email }]) => [kind, email]));
};
const asBefore = {
  mentioned: 'now',
  assigned: 'now',
  reported: 'now',
  commented: 'digest',
  status_changed: 'off',
  at_risk: 'digest',
  overdue: 'now',
  escalated: 'now',
  approval_needed: 'now',
  approval_decided: 'digest',
  check_failed: 'digest',
  vendor_answered: 'now',
  vendor_done: 'now',
};

/** The path in the header of a mail that mentions Sam. */
async function pathOfMail(): Promise<string> {
  const ticket = await world.createTicket(await world.createStore());
  await world.schedule([await world.addItem(sam, ticket.id, 'mentioned')]);
  await world.settled(sam);
  const header = server.received[0]?.headers.get('list-unsubscribe') ?? '';
  return new URL(header.slice(1, -1)).pathname;
}

describe('POST /api/unsubscribe/{token}', () => {
  it.each([
    ['without a body', '', undefined],
    ['with a form', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'with a form of parts',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
    ['with JSON', 'application/json', '{}'],
  ])('turns off mail of that kind, %s, also again', async (_what, type, body) => {
    const path = await pathOfMail();
    for (let time = 0; time < 2; time += 1) {
      const request = service.as().post(path);
      const response = await (body === undefined ? request : request.set('Content-Type', type).send(body));
      expect([response.status, response.text]).toEqual([204, '']);
      expect(await preferencesOf(sam)).toEqual({ ...asBefore, mentioned: 'off' });
    }
  });

  it('rejects other content types', async () => {
    const response = await service
      .as()
      .post(await pathOfMail())
      .set('Content-Type', 'text/plain')
      .send('x');
    expect(response.status).toBe(415);
    expect(await preferencesOf(sam)).toEqual(asBefore);
  });

  it('accepts forms only there', async () => {
    const response = await service.as(sam).post('/api/notification-settings/test').type('form').send('a=b');
    expect(response.status).toBe(415);
  });

  it('returns 404 for an unknown token, and 429 after a hundred of them', async () => {
    const path = await pathOfMail();
    const guess = () =>
      service
        .as()
        .post(`${path.slice(0, -5)}AAAAA`)
        .set('X-Forwarded-For', '203.0.113.7');
    const statuses = [];
    for (let time = 0; time < 101; time += 1) statuses.push((await guess()).status);
    expect(statuses.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => 404));
    const refused = await guess();
    expect([statuses[100], refused.status]).toEqual([429, 429]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // Known tokens do not count, and other addresses have guesses of their own.
    expect((await service.as().post(path).set('X-Forwarded-For', '203.0.113.8')).status).toBe(204);
  });
});

it('GET /api/unsubscribe/{token} turns off nothing, and leads to the settings', async () => {
  const response = await service.as().get(await pathOfMail());
  expect([response.status, response.headers['location']]).toEqual([303, '/inbox/settings']);
  expect(await preferencesOf(sam)).toEqual(asBefore);
});

describe('POST /api/notification-settings/test', () => {
  const ask = () => service.as(sam).post('/api/notification-settings/test');

  it('sends a mail to the caller, also while mail is paused', async () => {
    await world.set(sam, { pausedUntil: new Date(Date.now() + 3_600_000) });
    const response = await ask();
    expect([response.status, response.text]).toEqual([202, '']);
    expect((await world.settled(sam)).map(({ form, state }) => [form, state])).toEqual([['test', 'sent']]);
    const [mail] = server.received;
    expect(mail?.to).toBe(sam.email);
    expect(mail?.headers.get('subject')).toBe('Test from Sandwich Co.');
    const link = /^<https?:\/\/[^/]+(\/.+)>$/.exec(mail?.headers.get('list-unsubscribe') ?? '')?.[1] ?? '';
    expect(mail?.headers.get('x-auto-response-suppress')).toBe('All');
    expect((await service.as().post(link)).status).toBe(204);
    expect(new Set(Object.values(await preferencesOf(sam)))).toEqual(new Set(['off']));
  });

  it('returns 429 after five in an hour', async () => {
    const statuses = [];
    for (let time = 0; time < 6; time += 1) statuses.push((await ask()).status);
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  });
});
