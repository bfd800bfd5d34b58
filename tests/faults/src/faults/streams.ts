import { quantile, residentMegabytes } from '@mainstay/test-kit';
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { atLeast, atMost, type Fault, type Figure, none } from './fault.ts';
import { type Change, changeKey, Reader } from './reader.ts';
import type { Setup } from './setup.ts';
import { failed, Traffic } from './traffic.ts';

const STREAMS = 500;
/** Fewer than the limit: those of a replica that was killed count for a moment longer. */
const STREAMS_A_USER = 5;
const MINUTES = Number(process.env['STREAM_MINUTES'] ?? 10);
/** Of about 20 changes a second. */
const WRITERS = { readers: 1, writers: 4, pauseMs: 180 };
/** Longer than the pause of a browser before it connects again. */
const SETTLED_AFTER_MS = 6000;

export const streams: Fault = {
  title: '500 event streams, each replica of svc-notifications killed',
  on: 'direct',
  async run(setup) {
    const { system } = setup;
    const replicas = setup.replicas.filter((name) => name.startsWith('svc-notifications'));
    // With the first streams each process loads code and grows to the size that its young objects need,
    // for all streams.
    const first = STREAMS / 5;
    const pages = await OpenPages.of(setup, STREAMS, STREAMS_A_USER);
    await pages.open(0, first);
    const before = await memoryOf(setup, replicas);
    await pages.open(first);
    const kilobytes = (((await memoryOf(setup, replicas)) - before) * 1024) / (STREAMS - first);
    const traffic = await Traffic.on(setup, WRITERS);
    const pauseMs = (MINUTES * 60_000) / (replicas.length + 1);
    for (const replica of replicas) {
      await sleep(pauseMs);
      const pid = await system.pidOf(replica);
      process.kill(pid, 'SIGKILL');
      await system.untilBack(replica, pid);
    }
    await sleep(pauseMs);
    await traffic.stop();
    const { figures, delays } = await pages.close();
    return [
      atLeast('changes', traffic.firstTries.length, MINUTES * 60 * 16),
      none('failed writes', failed(traffic.firstTries, 201)),
      atLeast('replicas killed', replicas.length, 2),
      ...figures,
      atMost('delay, p50', quantile(delays, 0.5), 500, 'ms'),
      atMost('delay, p95', quantile(delays, 0.95), 1000, 'ms'),
      atMost('delay, p99', quantile(delays, 0.99), 2000, 'ms'),
      atMost('memory of a stream', kilobytes, 40, 'KB'),
    ];
  },
};

/** Megabytes of all replicas, without garbage (collect-on-signal.ts). */
async function memoryOf({ system }: Setup, replicas: readonly string[]): Promise<number> {
  await sleep(2000);
  let total = 0;
  for (const replica of replicas) {
    const pid = await system.pidOf(replica);
    process.kill(pid, 'SIGUSR2');
    await sleep(1000);
    total += await residentMegabytes(pid);
  }
  return total;
}

/** Somebody with open pages. */
interface Viewer {
  authorization: string;
  /** The assigned locations; null for an administrator. */
  locationIds: string[] | null;
}

/** The streams of some people, one in ten of whom is an administrator. */
class OpenPages {
  private afterXid = '';
  private readonly database: pg.Pool;
  private readonly pages: { viewer: Viewer; reader: Reader }[];

  private constructor(database: pg.Pool, pages: OpenPages['pages']) {
    this.database = database;
    this.pages = pages;
  }

  /** All people are created before the first stream is opened, because each is a change that streams send. */
  static async of({ database, system }: Setup, count: number, ofEach = 1): Promise<OpenPages> {
    const pages: OpenPages['pages'] = [];
    for (let number = 0; number < count; number += ofEach) {
      const viewer = await createViewer(database, number / ofEach);
      for (let page = 0; page < ofEach; page += 1)
        pages.push({ viewer, reader: new Reader(system.url, viewer.authorization) });
    }
    return new OpenPages(database, pages);
  }

  /** Opens some of them. Changes from now on are compared. */
  async open(from = 0, to?: number): Promise<void> {
    for (const { reader } of this.pages.slice(from, to)) await reader.start();
    this.afterXid = await endOfFeed(this.database);
  }

  /** Closes them when the last changes have arrived, and compares what arrived with the feed. */
  async close(): Promise<{ figures: Figure[]; delays: number[] }> {
    await sleep(SETTLED_AFTER_MS);
    const { rows: feed } = await this.database.query<FeedRow>(
      `SELECT entity, entity_id AS id, action, version, occurred_at AS "occurredAt",
         array_remove(ARRAY[location_before, location_after], NULL)::text[] AS places
       FROM auth.changes WHERE xid > $1::xid8`,
      [this.afterXid],
    );
    const compared = this.pages.map(({ viewer, reader }) => compare(feed, viewer, reader));
    for (const { reader } of this.pages) reader.stop();
    const delays = compared.flatMap((page) => page.delays);
    const sum = (counts: number[]): number => counts.reduce((total, count) => total + count, 0);
    const sumOf = (of: (reader: Reader) => number) => sum(this.pages.map(({ reader }) => of(reader)));
    const reconnections = sumOf(({ connections }) => connections) - this.pages.length;
    return {
      delays,
      figures: [
        atLeast('streams connected again', reconnections, this.pages.length * 0.8),
        atLeast('events received', delays.length, 10),
        none('events missing', sum(compared.map(({ missing }) => missing))),
        none('events out of scope', sum(compared.map(({ foreign }) => foreign))),
        none(
          'events received twice',
          sumOf(({ twice }) => twice),
        ),
        none(
          'streams told to read everything again',
          sumOf(({ resyncs }) => resyncs),
        ),
      ],
    };
  }
}

/** Written to the database, because hashing hundreds of passwords would take longer than the run. */
async function createViewer(database: pg.Pool, number: number): Promise<Viewer> {
  const isAdmin = number % 10 === 0;
  const token = randomBytes(24).toString('hex');
  const { rows } = await database.query<{ id: string; locationIds: string[] }>(
    `WITH viewer AS (
       INSERT INTO auth.users (email, password_hash, first_name, last_name, role)
       VALUES ($1, 'none', 'Viewer', $2, CASE WHEN $3 THEN 'admin' ELSE 'district_manager' END) RETURNING id),
     token AS (
       INSERT INTO auth.tokens (user_id, name, token_hash, read_only) SELECT id, 'streams', $4, true FROM viewer)
     SELECT id, ARRAY(SELECT id FROM core.locations WHERE removed_at IS NULL ORDER BY id
       OFFSET $2::int % (SELECT count(*) - 1 FROM core.locations WHERE removed_at IS NULL) LIMIT 2) AS "locationIds" FROM viewer`,
    [
      `viewer-${token.slice(0, 12)}@example.com`,
      String(number),
      isAdmin,
      createHash('sha256').update(token).digest('hex'),
    ],
  );
  const [viewer] = rows;
  if (!viewer) throw new Error('no viewer was inserted');
  const authorization = `Bearer ${token}`;
  if (isAdmin) return { authorization, locationIds: null };
  await database.query(
    'INSERT INTO core.manager_assignments (manager_id, location_id) SELECT $1, unnest($2::uuid[])',
    [viewer.id, viewer.locationIds],
  );
  return { authorization, locationIds: viewer.locationIds };
}

/** A change as the database has it, with the locations it belonged to before and after. */
interface FeedRow extends Change {
  occurredAt: Date;
  places: string[];
}

/** Where the feed ends now. */
async function endOfFeed(database: pg.Pool): Promise<string> {
  const { rows } = await database.query<{ xid: string }>('SELECT pg_current_xact_id()::text AS xid');
  return rows[0]?.xid ?? '';
}

/** What of the feed a page lacks or should not have, and how late each change came, in milliseconds. */
function compare(feed: readonly FeedRow[], { locationIds }: Viewer, { arrivals }: Reader) {
  const delays: number[] = [];
  let missing = 0;
  for (const row of feed) {
    if (locationIds !== null && !row.places.some((place) => locationIds.includes(place))) continue;
    const arrived = arrivals.get(changeKey(row));
    if (arrived === undefined) missing += 1;
    else delays.push(arrived - row.occurredAt.getTime());
  }
  return { delays, missing, foreign: arrivals.size - delays.length };
}
