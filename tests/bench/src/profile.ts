import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Asking, contend, type Measured, startPair, valuesOf } from './api/contest.ts';
import { routesOf } from './api/routes.ts';
import { createDataset, type Dataset, dropDataset } from './data.ts';
import { type Bench, comparedRow, row } from './row.ts';

/** What a processor is busy with, by the package or file it runs; the first that fits. */
const parts: [name: string, path: RegExp][] = [
  ['session and access', /packages\/service-kit\/dist\/(?!observe-requests)|\/cookie(-signature)?\//],
  ['log and metrics', /\/(pino|pino-http|sonic-boom|prom-client)\/|observe-requests/],
  ['statements, rows and responses', /svc-core\/dist\//],
  ['validation: zod', /\/zod\//],
  ['Nest and rxjs', /\/(@nestjs\/(common|core|platform-fastify)|rxjs|reflect-metadata|iterare)\//],
  ['Fastify, or the bare server’s own code; JSON', /\/(fastify|find-my-way)\/|\/bench\/src\//],
  ['client of PostgreSQL', /\/(pg|pg-pool|pg-protocol|pg-types|postgres-\w+)\//],
  ['client of Redis', /\/@redis\/client\//],
  ['Node: collecting garbage', /^\(garbage collector\)$/],
  ['Node: writing and reading', /^(writev|writeUtf8String|writeLatin1String|writeBuffer|utf8Slice)$/],
  ['Node: its modules, promises and the rest', /./],
];
const IDLE = '(idle)';

/** As `--cpu-prof` writes it: samples of where the main thread is, and the microseconds between them. */
interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[];
  startTime: number;
  samples: number[];
  timeDeltas: number[];
}

/**
 * The main thread's time for a request, by what it is spent on: svc-core against the bare server, in turns. Sampling takes
 * its part, so that the sums are more than what `api` measures.
 */
export const profile: Bench = async ({ isQuick }) => {
  const folder = await mkdtemp(join(tmpdir(), 'mainstay-profiles-'));
  const dataset = await createDataset('bench_profile', 1000);
  try {
    const asking = listOf(dataset);
    const file = (contender: string): string => join(folder, `${contender}.cpuprofile`);
    const pair = await startPair('core', dataset, [asking], (contender) => [
      '--cpu-prof',
      '--cpu-prof-interval=500',
      `--cpu-prof-dir=${folder}`,
      `--cpu-prof-name=${contender}.cpuprofile`,
    ]);
    const contenders = [pair.service, pair.bare].map((server) => ({ server, asking }));
    const [rounds, ms] = isQuick ? [2, 200] : [9, 1000];
    let measured: Awaited<ReturnType<typeof contend>>[0] = [];
    try {
      [measured = []] = await contend([{ contenders, until: { ms } }], rounds);
    } finally {
      // The profiles are written when the servers end.
      await pair.stop();
    }
    const [own = [], bare = []] = await Promise.all(
      (['service', 'bare'] as const).map(async (contender, at) =>
        timesOf(JSON.parse(await readFile(file(contender), 'utf8')) as CpuProfile, measured[at] ?? []),
      ),
    );
    const [dropped = 0, droppedOfBare = 0] = measured.map((rounds) => valuesOf(rounds, 'cpuMs').dropped ?? 0);
    const bareServer = (others: number[]) => ({
      name: 'bare server',
      values: others,
      dropped: droppedOfBare,
    });
    return ['all', ...parts.map(([name]) => name)].map((name, part) => {
      const [values, others] = [own, bare].map((rounds) => rounds.map((times) => times[part] ?? NaN));
      // What the bare server has none of has no ratio.
      const hasOther = others?.every((value) => value > 0) ?? false;
      return hasOther
        ? comparedRow(name, 'µs/request', values ?? [], bareServer(others ?? []), null, dropped)
        : row(name, 'µs/request', values ?? []);
    });
  } finally {
    await dropDataset(dataset);
    await rm(folder, { recursive: true });
  }
};

function listOf({ cookie, adminId, storeId: locationId, ticketId }: Dataset): Asking {
  const routes = routesOf({ ids: {}, adminId, locationId, ticketId });
  const list = routes.find(({ name }) => name === 'tickets: list');
  if (!list) throw new Error('the list of tickets is no longer measured');
  return new Asking(list, { cookie, userId: adminId }, [[]]);
}

/** For each round the microseconds of a request: all of them, and those of each part. */
function timesOf({ nodes, startTime, samples, timeDeltas }: CpuProfile, rounds: Measured[]): number[][] {
  const partOf = new Map(
    nodes.map(({ id, callFrame: { functionName, url } }) => {
      const path = url === '' ? functionName : url;
      return [id, functionName === IDLE ? -1 : parts.findIndex(([, pattern]) => pattern.test(path))];
    }),
  );
  const sums = rounds.map(() => parts.map(() => 0));
  let time = startTime;
  for (const [index, id] of samples.entries()) {
    const delta = timeDeltas[index] ?? 0;
    time += delta;
    const round = rounds.findIndex(({ from, to }) => time >= from && time < to);
    const part = partOf.get(id) ?? -1;
    const sum = sums[round];
    if (sum && part >= 0) sum[part] = (sum[part] ?? 0) + delta;
  }
  return sums.map((times, at) => {
    const requests = rounds[at]?.requests ?? NaN;
    const each = times.map((microseconds) => microseconds / requests);
    return [each.reduce((all, part) => all + part, 0), ...each];
  });
}
