import { afterEach, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parsed } from './mail-server.ts';
import { mailWorldOf } from './mail-world.ts';
import { type RunningService, startNotificationsService } from './running-service.ts';

let service: RunningService | undefined;
const folder = mkdtempSync(join(tmpdir(), 'mails-'));
afterEach(async () => {
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

it('without a mail server, mails are files in a folder', async () => {
  service = await startNotificationsService({ MAIL_FOLDER: join(folder, 'mail') });
  const world = mailWorldOf(service);
  const sam = await world.createPerson();
  expect((await service.as(sam).post('/api/notification-settings/test')).status).toBe(202);
  const [delivery] = await world.settled(sam);
  expect(delivery?.state).toBe('sent');
  const [file = '', ...others] = readdirSync(join(folder, 'mail'));
  expect(others).toEqual([]);
  expect(file).toMatch(new RegExp(`^\\d{4}-.+-${delivery?.id}\\.eml$`));
  expect(statSync(join(folder, 'mail', file)).mode & 0o777).toBe(0o600);
  const mail = parsed(sam.email, readFileSync(join(folder, 'mail', file), 'utf8'));
  expect(mail.text).toContain('E-mail reaches you.');
});

it('without a folder, mail is off: nothing is scheduled, and a test is refused in words', async () => {
  service = await startNotificationsService();
  const world = mailWorldOf(service);
  const sam = await world.createPerson();
  const response = await service.as(sam).post('/api/notification-settings/test');
  expect([response.status, response.body]).toEqual([
    409,
    expect.objectContaining({ detail: 'E-mail is not set up here. Please ask an administrator.' }),
  ]);
  const ticket = await world.createTicket(await world.createStore());
  await world.schedule([await world.addItem(sam, ticket.id, 'mentioned')]);
  expect(await world.deliveries(sam.userId)).toEqual([]);
  expect((await service.as().get('/metrics')).text).toContain('mail_lateness_seconds 0');
});
