import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { MailServer } from './mail-server.ts';
import { type MailWorld, mailWorldOf } from './mail-world.ts';
import { type RunningService, startNotificationsService } from './running-service.ts';
import { until } from './stream-client.ts';

/** Real processes of the built service, as in production; mail-retries.spec.ts has the same within one process. */
const running = new Set<ChildProcess>();
let server: MailServer;
let service: RunningService;
let world: MailWorld;

/** One person is mentioned; only the processes send. */
beforeEach(async () => {
  server = new MailServer();
  await server.start();
  service = await startNotificationsService({ SMTP_URL: 'smtp://127.0.0.1:1' });
  world = mailWorldOf(service);
  const ticket = await world.createTicket(await world.createStore());
  await world.scheduleHeld([await world.addItem(await world.createPerson(), ticket.id, 'mentioned')]);
  await service.app.close();
  await world.run('UPDATE notifications.deliveries SET due_at = now()');
});
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
  await server.stop();
  await service.backends.close();
});

function startReplica(): ChildProcess {
  const child = spawn(process.execPath, ['dist/main.js'], {
    env: { ...process.env, ...service.backends.envFor('svc_notifications'), SMTP_URL: server.url },
    stdio: 'inherit',
  });
  running.add(child);
  return child;
}

const found = async (condition: string): Promise<boolean> =>
  ((await service.backends.admin.query(`SELECT FROM ${condition}`)).rowCount ?? 0) > 0;
const isWaiting = () => found(`notifications.deliveries WHERE state = 'waiting'`);
const ids = () => server.received.map(({ headers }) => headers.get('message-id'));

it('a mail whose process is killed between acceptance and commit comes again with the same Message-ID', async () => {
  const lock = await service.backends.admin.connect();
  server.onMail = async () => {
    server.onMail = () => undefined;
    // The mail is accepted, but the process cannot record it.
    await lock.query('BEGIN; SELECT FROM notifications.deliveries FOR UPDATE');
  };
  const victim = startReplica();
  const exit = once(victim, 'exit');
  await until(() =>
    found(`pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`),
  );
  victim.kill('SIGKILL');
  await exit;
  await lock.query('ROLLBACK');
  lock.release();
  expect([await isWaiting(), ids().length]).toEqual([true, 1]);
  startReplica();
  await sleep(3000);
  // Until the lease of the killed process has ended, nobody sends it.
  expect(ids()).toHaveLength(1);
  await world.run('UPDATE notifications.deliveries SET lease_until = now()');
  await until(async () => !(await isWaiting()));
  expect(ids()).toEqual([ids()[0], ids()[0]]);
}, 60_000);

it('a process that stops finishes the mail that it is sending', async () => {
  const child = startReplica();
  server.onMail = async () => {
    child.kill('SIGTERM');
    await sleep(500);
  };
  await once(child, 'exit');
  expect([child.exitCode, await isWaiting(), ids().length]).toEqual([0, false, 1]);
}, 60_000);
