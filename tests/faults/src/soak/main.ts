/**
 * `npm run soak` loads a whole system (two replicas of each service, durable PostgreSQL and Redis) with all that people
 * do at once for ten minutes, or `--minutes`, and watches what each process uses. Some pages are open all the time; their
 * streams and the inbox are compared with the change feed at the end. Prints a table and ends with 1 when something grows that
 * should not, one request fails, or an event, an item or a mail is missing.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { atLeast, type Figure, none } from '../faults/fault.ts';
import { emptyCopy, setStage } from '../faults/stage.ts';
import { endOfFeed } from '../streams/feed.ts';
import { OpenPages } from '../streams/open-pages.ts';
import { report } from '../report.ts';
import { compareInbox } from './inbox.ts';
import { Resources, riseOfLaterHalf } from './resources.ts';
import { SteadyLoad } from './steady-load.ts';

const SAMPLES = 120;
const OPEN_PAGES = 4;

/** The most that each kind may rise over the later half: allocators and connection pools vary by as much. */
const limits: Record<string, { most: number; unit: string }> = {
  memory: { most: 20, unit: 'MB' },
  'file descriptors': { most: 10, unit: '' },
  connections: { most: 5, unit: '' },
};

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, write: { type: 'boolean', default: false } },
});
const forMs = Number(values.minutes) * 60_000;
if (!(forMs > 0)) throw new Error('--minutes wants a number above zero');

const stage = await setStage('disk', await emptyCopy(), {
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'collect-on-signal.ts')}`,
});
const figures: Figure[] = [];
try {
  const pids = await Promise.all(stage.replicas.map((replica) => stage.pidOf(replica)));
  const resources = await Resources.of(stage);
  const pages = await OpenPages.open(stage, OPEN_PAGES);
  const afterXid = await endOfFeed(stage.database);
  const load = new SteadyLoad(stage);
  const end = performance.now() + forMs;
  while (performance.now() < end) {
    const next = sleep(forMs / SAMPLES);
    await resources.take();
    await next;
  }
  await load.stop();
  resources.close();
  const { figures: streams } = await pages.close();
  const later = await Promise.all(stage.replicas.map((replica) => stage.pidOf(replica)));
  const { reads, writes, uploads, downloads, signIns, pageFiles } = load.counts;
  figures.push(
    // Without load, the other figures show nothing.
    atLeast('reads', reads, 100),
    atLeast('writes', writes, 50),
    atLeast('uploads', uploads, 5),
    atLeast('downloads', downloads, 5),
    atLeast('sign-ins', signIns, 5),
    atLeast('page files', pageFiles, 50),
    none('errors', load.errors.length),
    ...streams,
    ...(await compareInbox(stage.database, afterXid)),
    none('processes that ended', later.filter((pid, index) => pid !== pids[index]).length),
    ...Object.keys(resources.samples[0] ?? {}).map((name) =>
      flat(
        name,
        resources.samples.map((sample) => sample[name] ?? NaN),
      ),
    ),
  );
  for (const error of load.errors.slice(0, 20)) console.error(error);
} finally {
  await stage.stop();
}

report('npm run soak', `${values.minutes} minutes`, figures, values.write);

/** Whether a value does not grow over the later half. Its kind follows the colon in the name. */
function flat(name: string, series: readonly number[]): Figure {
  const { most, unit } = limits[name.split(': ')[1] ?? ''] ?? { most: 0, unit: '' };
  const rise = riseOfLaterHalf(series);
  const shown = (value: number): string => `${Math.round(value * 10) / 10}${unit && ` ${unit}`}`;
  const last = series.at(-1) ?? NaN;
  return {
    what: name,
    number: `${shown(Math.min(...series))} to ${shown(Math.max(...series))}, at last ${shown(last)}; rises by ${shown(rise)}`,
    promise: `rises by ≤ ${shown(most)} over the later half`,
    isKept: rise <= most,
  };
}
