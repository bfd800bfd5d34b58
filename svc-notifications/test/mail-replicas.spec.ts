import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { TestUser } from '@mainstay/service-kit/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { MailServer } from './mail-server.ts';
import { type MailWorld, mailWorldOf } from './mail-world.ts';
import { type RunningService, startNotificationsService } from './running-service.ts';

/** Real processes of the built service, as in production; the service of the test itself has no mail server. */
const running = new Set<ChildProcess>();
let server: MailServer;
let service: RunningService;
let world: MailWorld;

beforeEach(async () => {
  server = new MailServer();
  await server.start();
  // It schedules, and its own mails go nowhere: each delivery is held until the processes run.
  service = await startNotificationsService({ SMTP_URL: 'smtp://127.0.0.1:1' });
  world = mailWorldOf(service);
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

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 40_000;
  while (Date.now() < end) {
    if (await condition()) return;
    await sleep(20);
  }
  throw new Error('the condition was not met in time');
}

/** People who are each mentioned on a ticket of their own, in held deliveries. */
async function mentioned(count: number): Promise<TestUser[]> {
  const storeId = await world.createStore();
  const people: TestUser[] = [];
  for (let number = 0; number < count; number += 1) {
    const person = await world.createPerson();
    const ticket = await world.createTicket(storeId);
    await world.scheduleHeld([await world.addItem(person, ticket.id, 'mentioned')]);
    people.push(person);
  }
  return people;
}

/** From here on, only the processes send. */
async function releaseToProcesses(): Promise<void> {
  await service.app.close();
  await world.run('UPDATE notifications.deliveries SET due_at = now()');
}

const waiting = async (): Promise<number> => {
  const { rows } = await service.backends.admin.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM notifications.deliveries WHERE state = 'waiting'`,
  );
  return rows[0]?.count ?? 0;
};
const ids = () => server.received.map(({ headers }) => headers.get('message-id'));

it('two replicas send each mail once, also when some are refused for now', async () => {
  await mentioned(40);
  let number = 0;
  server.onMail = async () => {
    number += 1;
    const isRefused = number % 3 === 0;
    await sleep(20);
    if (isRefused) throw Object.assign(new Error('busy'), { responseCode: 451 });
  };
  await releaseToProcesses();
  startReplica();
  startReplica();
  await until(async () => {
    await world.run(`UPDATE notifications.deliveries SET retry_at = now() WHERE retry_at > now()`);
    return (await waiting()) === 0;
  });
  const { rows } = await service.backends.admin.query<{ state: string }>(
    'SELECT state FROM notifications.deliveries',
  );
  expect(rows.map(({ state }) => state)).toEqual(Array.from({ length: 40 }, () => 'sent'));
  expect(new Set(ids()).size).toBe(40);
  // Those that were refused were not accepted.
  expect(ids().length - Math.floor(number / 3)).toBe(40);
}, 60_000);

it('a mail whose process is killed between acceptance and commit comes again with the same Message-ID', async () => {
  await mentioned(1);
  await releaseToProcesses();
  const { admin } = service.backends;
  const lock = await admin.connect();
  server.onMail = async () => {
    server.onMail = () => undefined;
    // The mail is accepted, but the process cannot record it.
    await lock.query('BEGIN; SELECT FROM notifications.deliveries FOR UPDATE');
  };
  const victim = startReplica();
  const exit = once(victim, 'exit');
  await until(async () => {
    const { rows } = await admin.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  });
  victim.kill('SIGKILL');
  await exit;
  await lock.query('ROLLBACK');
  lock.release();
  expect([await waiting(), ids().length]).toEqual([1, 1]);
  startReplica();
  await sleep(3000);
  // Until the lease of the killed process has ended, nobody sends it.
  expect(ids()).toHaveLength(1);
  await world.run('UPDATE notifications.deliveries SET lease_until = now()');
  await until(async () => (await waiting()) === 0);
  expect(ids()).toEqual([ids()[0], ids()[0]]);
}, 60_000);

it('a process that stops finishes the mail that it is sending', async () => {
  await mentioned(1);
  await releaseToProcesses();
  const child = startReplica();
  server.onMail = async () => {
    child.kill('SIGTERM');
    await sleep(500);
  };
  await once(child, 'exit');
  expect([child.exitCode, await waiting(), ids().length]).toEqual([0, 0, 1]);
}, 60_000);
