/**
 * `npm run notifications` writes 20,000 changes of tickets and comments while two replicas of svc-notifications turn them into
 * items of the inbox and mails, and are killed 50 times, some of them within a transaction. The mail server fails three times in
 * ten; then it is stopped for a while, in which the managers of a store lose it. Prints a table of what was lost and doubled, and
 * ends with 1 when anything was that must not be.
 */
import { required } from '@mainstay/test-kit';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { z } from 'zod';
import { atLeast, atMost, type Figure, none } from '../faults/fault.ts';
import { report } from '../report.ts';
import { Conversation } from './conversation.ts';
import { compareMails, passDay, ticketsOf, untilSent, waitingAbout } from './deliveries.ts';
import { MailServer } from './mail-server.ts';
import { Replica } from './replica.ts';

const { values: options } = parseArgs({
  options: {
    events: { type: 'string', default: '20000' },
    kills: { type: 'string', default: '50' },
    write: { type: 'boolean', default: false },
  },
});
const [events, kills] = [Number(options.events), Number(options.kills)];
if (!(events > 0 && kills > 0)) throw new Error('--events and --kills want numbers above zero');
const WRITERS = 8;
/** For a transaction to be seen, and for all items at the end. */
const LONGEST_MS = 120_000;

const databaseUrl = new URL(required('TEST_DATABASE_ADMIN_URL'));
const database = new pg.Pool({ connectionString: databaseUrl.href, max: WRITERS + 2 });
const serviceUrl = new URL(databaseUrl);
serviceUrl.username = 'svc_notifications';
serviceUrl.password = required('TEST_ROLE_PASSWORD');
const mailServer = new MailServer({ isFaulty: true });
await mailServer.start();
const settings = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  DATABASE_URL: serviceUrl.href,
  REDIS_URL: required('TEST_REDIS_URL'),
  SESSION_SECRET: randomBytes(32).toString('hex'),
  SMTP_URL: mailServer.url,
};

const replicas = await Promise.all([Replica.start(settings), Replica.start(settings)]);
const figures: Figure[] = [];
try {
  const conversation = await Conversation.start(database);
  // Changes from before the first reading of the feed do not become items.
  await untilRead();
  let inTransaction = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const writing = conversation.write(
      Math.ceil((events * (kill + 1)) / kills) - conversation.written,
      WRITERS,
    );
    const writer = await writingConnection();
    await replicas[kill % replicas.length]?.kill();
    if (writer !== undefined && !(await isConnected(writer))) inTransaction += 1;
    await writing;
    await passDay(database);
  }

  await mailServer.stop();
  const withoutServer = Math.ceil(events / 20);
  await conversation.write(withoutServer, WRITERS);
  await untilRead();
  const ready = await Promise.all(replicas.map((replica) => replica.isReady()));
  const closedStore = await conversation.closeStore();
  const waitingAboutIt = await waitingAbout(database, closedStore);
  const acceptedBefore = mailServer.accepted.length;
  await mailServer.start();
  await untilSent(database);
  const ofClosedStore = await ticketsOf(database, closedStore);
  const sentAboutIt = mailServer.accepted
    .slice(acceptedBefore)
    .filter(({ ticketId }) => ticketId !== undefined && ofClosedStore.has(ticketId));
  const mails = await compareMails(database, mailServer.accepted, closedStore);
  const { lost, doubled, unexpected, own } = await compare(conversation.expected);
  figures.push(
    atLeast('changes written', conversation.written, events + withoutServer),
    atLeast('processes killed', kills, kills),
    atLeast('of them within a transaction that had written', inTransaction, Math.floor(kills / 25)),
    atLeast('items', conversation.expected.length, Math.floor(events / 2)),
    none('items lost', lost),
    none('items doubled', doubled),
    none('unexpected items', unexpected),
    none('items of own changes', own),
    atLeast('mails accepted', mailServer.accepted.length, Math.floor(events / 10)),
    atLeast('attempts that the mail server failed', mailServer.failures, Math.floor(events / 50)),
    atLeast('items to be told by mail', mails.items, Math.floor(events / 4)),
    none('items that no mail told', mails.lost),
    none('items that mails with different Message-IDs told', mails.toldTwice),
    atMost('mails doubled, with the same Message-ID', mails.doubled, kills, 'mails'),
    none('replicas not ready without the mail server', ready.filter((isReady) => !isReady).length),
    atLeast('mails that waited when their store was lost', waitingAboutIt, 1),
    none('of them sent', sentAboutIt.length),
  );
} finally {
  await Promise.all(replicas.map((replica) => replica.stop()));
  await mailServer.stop();
  await database.end();
}

report('npm run notifications', `${events} changes, ${kills} kills`, figures, options.write);

/** The process in PostgreSQL of a replica that has written something and not committed it; undefined if none comes. */
async function writingConnection(): Promise<number | undefined> {
  for (const end = Date.now() + 2000; Date.now() < end;) {
    await sleep(1);
    const { rows } = await database.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND usename = 'svc_notifications' AND backend_xid IS NOT NULL LIMIT 1`,
    );
    if (rows[0]) return rows[0].pid;
  }
  return undefined;
}

async function isConnected(pid: number): Promise<boolean> {
  const { rowCount } = await database.query('SELECT FROM pg_stat_activity WHERE pid = $1', [pid]);
  return rowCount === 1;
}

/** Resolves once every change that is committed has become items. */
async function untilRead(): Promise<void> {
  const { rows: written } = await database.query<{ xid: string; id: string }>(
    'SELECT e.xid::text, e.id FROM auth.audit_entries e ORDER BY e.xid DESC, e.id DESC LIMIT 1',
  );
  const last = { xid: BigInt(written[0]?.xid ?? 0), id: written[0]?.id ?? '' };
  for (const end = Date.now() + LONGEST_MS; Date.now() < end;) {
    await sleep(50);
    const { rows } = await database.query<{ cursor: string | null }>(
      'SELECT cursor FROM notifications.feed_position',
    );
    const cursor = rows[0]?.cursor;
    if (!cursor) continue;
    const [, xid, id] = z
      .tuple([z.string(), z.string(), z.string(), z.string()])
      .parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    if (BigInt(xid) > last.xid || (BigInt(xid) === last.xid && id >= last.id)) return;
  }
  throw new Error('the feed was not read to its end');
}

async function compare(expected: readonly string[]) {
  const { rows } = await database.query<{ item: string; isOwn: boolean }>(
    `SELECT e.request_id || ' ' || i.user_id || ' ' || i.kind AS item, i.user_id = e.actor_id AS "isOwn"
     FROM notifications.inbox_items i JOIN auth.audit_entries e ON e.id = i.event_id`,
  );
  const [found, all] = [new Set(rows.map(({ item }) => item)), new Set(expected)];
  return {
    lost: expected.filter((item) => !found.has(item)).length,
    doubled: rows.length - found.size,
    unexpected: [...found].filter((item) => !all.has(item)).length,
    own: rows.filter(({ isOwn }) => isOwn).length,
  };
}
