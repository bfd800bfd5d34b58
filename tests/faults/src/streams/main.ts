/**
 * `npm run streams` opens 500 event streams through the gateway to two replicas of svc-notifications, makes 20 changes a second
 * for ten minutes (`--minutes`, one with `--quick`), and kills each replica once. Prints a table, and ends with 1 when a stream
 * did not have exactly the changes of its scope, when they came late, or when a stream takes too much memory.
 */
import { required, residentMegabytes } from '@mainstay/test-kit';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { atLeast, atMost, type Figure, none, quantile } from '../faults/fault.ts';
import { emptyCopy, setStage, type Stage } from '../faults/stage.ts';
import { compare, endOfFeed, readFeed } from './feed.ts';
import { report } from '../report.ts';
import { Reader } from './reader.ts';
import { createViewers } from './viewers.ts';
import { Writing } from './writing.ts';

const CHANGES_A_SECOND = 20;
/** Fewer than the limit: those of a replica that was killed count for a moment longer. */
const STREAMS_A_USER = 5;
/** Longer than the pause of a browser before it connects again. */
const SETTLED_AFTER_MS = 6000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    quick: { type: 'boolean', default: false },
    streams: { type: 'string', default: '500' },
    write: { type: 'boolean', default: false },
  },
});
const minutes = Number(values.minutes ?? (values.quick ? 1 : 10));
const count = Number(values.streams);
if (!(minutes > 0 && count > 0)) throw new Error('--minutes and --streams want numbers above zero');

const stage = await setStage('disk', await emptyCopy(), {
  NODE_OPTIONS: `--import=${join(import.meta.dirname, '../soak/collect-on-signal.ts')}`,
  // Past the proxies: they run in this process, where the events of all streams would delay every query.
  DATABASE_URL: required('TEST_DATABASE_ADMIN_URL'),
  REDIS_URL: required('TEST_REDIS_URL'),
});
let figures: Figure[];
try {
  figures = await run(stage);
} finally {
  await stage.stop();
}
report('npm run streams', `${count} streams, ${minutes} minutes`, figures, values.write);

async function run({ database, system, ...rest }: Stage): Promise<Figure[]> {
  const replicas = rest.replicas.filter((name) => name.startsWith('svc-notifications'));
  const viewers = await createViewers(database, Math.ceil(count / STREAMS_A_USER));
  const pages = Array.from({ length: count }, (_, at) => {
    const viewer = viewers[at % viewers.length];
    if (!viewer) throw new Error('there are viewers');
    return { viewer, reader: new Reader(system.url, viewer.authorization) };
  });
  // With the first streams each process loads code and grows to the size that its young objects need, for all streams.
  const first = Math.ceil(count / 5);
  for (const { reader } of pages.slice(0, first)) await reader.start();
  await sleep(2000);
  const before = await memory(rest, replicas);
  for (const { reader } of pages.slice(first)) await reader.start();
  await sleep(2000);
  const kilobytes = (((await memory(rest, replicas)) - before) * 1024) / (count - first);

  const afterXid = await endOfFeed(database);
  const locationIds = [...new Set(viewers.flatMap((viewer) => viewer.locationIds ?? []))];
  const writing = new Writing({ database, system, ...rest }, locationIds, CHANGES_A_SECOND);
  const killed: string[] = [];
  for (const replica of replicas) {
    await sleep((minutes * 60_000) / (replicas.length + 1));
    const pid = await rest.pidOf(replica);
    process.kill(pid, 'SIGKILL');
    console.error(`${new Date().toISOString()} killed ${replica}`);
    killed.push(replica);
    await rest.untilBack(replica, pid);
  }
  await sleep((minutes * 60_000) / (replicas.length + 1));
  await writing.stop();
  await sleep(SETTLED_AFTER_MS);

  const feed = await readFeed(database, afterXid);
  const compared = pages.map(({ viewer, reader }) => compare(feed, viewer, reader));
  const delays = compared.flatMap((page) => page.delays);
  const sum = (of: (reader: Reader) => number): number =>
    pages.reduce((total, { reader }) => total + of(reader), 0);
  for (const { reader } of pages) reader.stop();
  for (const error of writing.errors.slice(0, 5)) console.error(error);
  return [
    atLeast('changes', feed.length, minutes * 60 * CHANGES_A_SECOND * 0.8),
    none('failed writes', writing.errors.length),
    atLeast('replicas killed', killed.length, 2),
    atLeast('streams connected again', sum(({ connections }) => connections) - count, count * 0.8),
    atLeast('events received', delays.length, feed.length),
    none(
      'events missing',
      compared.reduce((total, { missing }) => total + missing, 0),
    ),
    none(
      'events out of scope',
      compared.reduce((total, { foreign }) => total + foreign, 0),
    ),
    none(
      'events received twice',
      sum(({ twice }) => twice),
    ),
    none(
      'streams told to read everything again',
      sum(({ resyncs }) => resyncs),
    ),
    atMost('delay, p50', quantile(delays, 0.5), 500, 'ms'),
    atMost('delay, p95', quantile(delays, 0.95), 1000, 'ms'),
    atMost('delay, p99', quantile(delays, 0.99), 2000, 'ms'),
    atMost('memory of a stream', kilobytes, 40, 'KB'),
  ];
}

/** Megabytes of all replicas, without garbage. */
async function memory({ pidOf }: Pick<Stage, 'pidOf'>, replicas: readonly string[]): Promise<number> {
  let total = 0;
  for (const replica of replicas) {
    const pid = await pidOf(replica);
    process.kill(pid, 'SIGUSR2');
    await sleep(1000);
    total += await residentMegabytes(pid);
  }
  return total;
}
