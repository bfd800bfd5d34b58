import { required } from '@mainstay/test-kit';
import { deepStrictEqual } from 'node:assert';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dataset } from '../data.ts';
import {
  again,
  type HttpResponse,
  fetchOnce,
  httpRequest,
  type Round,
  run,
  type Target,
  type Until,
} from '../load.ts';
import type { Values } from '../row.ts';
import { cpuSeconds, type ServerProcess, startBareServer, startService } from '../server-process.ts';
import { type Plan, planKey, planOf } from './plan.ts';
import type { RecordedStatement } from './record-statements.ts';
import type { Route } from './routes.ts';

const CONNECTIONS = 8;

/** The caller: a `Cookie` header and its user. */
export interface Person {
  cookie: string;
  userId: string;
}

/** A route with somebody to ask it, and ids as long as they last. */
export class Asking {
  readonly route: Route;
  private readonly person: Person;
  private readonly ids: readonly string[][];
  private static sent = 0;
  private turn = 0;

  constructor(route: Route, person: Person, ids: readonly string[][]) {
    this.route = route;
    this.person = person;
    this.ids = ids;
  }

  /** The next request. @throws when it uses ids up and there are none left */
  next(): { url: string; body: string; text: string } {
    const { method, path, body = '', uses } = this.route;
    if (uses !== undefined && this.turn >= this.ids.length)
      throw new Error(`too few ids for ${this.route.name}`);
    const ids = this.ids[this.turn % this.ids.length] ?? [];
    this.turn += 1;
    Asking.sent += 1;
    const filled = (template: string): string =>
      template
        .replace('{0}', ids[0] ?? '')
        .replace('{1}', ids[1] ?? '')
        .replaceAll('{n}', String(Asking.sent));
    const [url, content] = [filled(path), filled(body)];
    return { url, body: content, text: httpRequest(method, url, { Cookie: this.person.cookie }, content) };
  }

  at({ port }: ServerProcess): Target {
    return { port, next: () => this.next().text, status: this.route.status };
  }

  get userId(): string {
    return this.person.userId;
  }
}

/** A service and the bare server that does the same for the same requests. */
export interface Pair {
  service: ServerProcess;
  bare: ServerProcess;
  stop(): Promise<void>;
}

/** Has the service tell what it does for each route, and starts both, with arguments for Node if there are any. */
export async function startPair(
  service: string,
  dataset: Dataset,
  askings: readonly Asking[],
  nodeArgsOf: (contender: keyof Omit<Pair, 'stop'>) => string[] = () => [],
): Promise<Pair> {
  const recorder = await startService(service, dataset, {
    nodeArgs: ['--import', join(import.meta.dirname, 'record-statements.ts')],
  });
  const plan: Plan = {};
  try {
    for (const asking of askings) {
      const { method, status, form } = asking.route;
      // Twice, because the first time a service may have to find something out that it knows afterwards.
      for (let time = 0; time < 2; time += 1) {
        const { url, body, text } = asking.next();
        const said = once(recorder.child, 'message') as Promise<[RecordedStatement[]]>;
        const response = await fetchOnce({ port: recorder.port, next: () => text, status });
        if (response.status !== status)
          throw new Error(`${asking.route.name}: ${response.status} ${response.body}`);
        const content: unknown = body === '' ? {} : JSON.parse(body);
        const [statements] = await said;
        const request = { url, body: content, userId: asking.userId, status, form };
        plan[planKey(method, url)] = planOf(statements, request);
      }
    }
  } finally {
    await recorder.stop();
  }
  const planFile = join(required('TEST_STATE_DIR'), `plan-${dataset.name}-${service}.json`);
  await writeFile(planFile, JSON.stringify(plan));
  const [real, bare] = [
    await startService(service, dataset, { nodeArgs: nodeArgsOf('service') }),
    await startBareServer(service, dataset, planFile, nodeArgsOf('bare')),
  ];
  const stop = async (): Promise<void> => {
    await Promise.all([real.stop(), bare.stop()]);
  };
  for (const asking of askings) {
    // Reads are of the same thing; a write may be possible only once.
    const { text } = asking.next();
    const next = (): string => (asking.route.method === 'GET' ? text : asking.next().text);
    const { status } = asking.route;
    const ofBare = await fetchOnce({ port: bare.port, next, status });
    const ofReal = await fetchOnce({ port: real.port, next, status });
    await requireSameResponses(asking.route, ofBare, ofReal).catch(async (error: unknown) => {
      await stop();
      throw error;
    });
  }
  return { service: real, bare, stop };
}

/** Checks that the bare server returns what the service returns; otherwise the comparison means nothing. */
async function requireSameResponses(
  { name, method, status, isResponseOther }: Route,
  bare: HttpResponse,
  real: HttpResponse,
) {
  deepStrictEqual([bare.status, real.status], [status, status], `${name}: ${bare.body}\n${real.body}`);
  if (status === 204 || isResponseOther) return;
  const contents = [bare, real].map(({ body }): unknown => JSON.parse(body));
  const total = ({ head }: HttpResponse): string | undefined => /^x-total-count: (\d+)/im.exec(head)?.[1];
  // Two writes are of two things, which are alike.
  const [ofBare, ofReal] =
    method === 'GET' ? contents : contents.map((content) => Object.keys(content ?? {}).sort());
  deepStrictEqual(ofBare, ofReal, `${name}: the bare server returns something else`);
  deepStrictEqual(total(bare), total(real), `${name}: the bare server counts otherwise`);
  return Promise.resolve();
}

export interface Measured extends Round {
  /** Attempts at this round that do not count. */
  dropped: number;
  /** Processor milliseconds of a request. */
  cpuMs: number;
  /** When it began and ended: microseconds on the clock that is never set, which is also that of profiles. */
  from: number;
  to: number;
}

const now = (): number => Number(process.hrtime.bigint()) / 1000;

/** Servers that get the same requests, one after the other in every round. */
export interface Contest {
  contenders: readonly { server: ServerProcess; asking: Asking }[];
  until: Until;
}

/** Rounds that do not count: code is compiled when it has run for a while. */
export const WARM_UP_ROUNDS = 4;

/**
 * Every contest in every round, so that what a server has in common for all calls is warm for each of them, and what slows
 * the machine for a while does not fall on one.
 * @returns for each contest and each contender the rounds that count
 */
export async function contend(contests: readonly Contest[], rounds: number): Promise<Measured[][][]> {
  const results: Measured[][][] = contests.map(({ contenders }) => contenders.map(() => []));
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    for (const [at, { contenders, until }] of contests.entries()) {
      for (const [index, { server, asking }] of contenders.entries()) {
        const result = await again(() => measureRound(server, asking, until));
        if (round >= 0) results[at]?.[index]?.push(result);
      }
    }
  }
  return results;
}

/** One value of each round. */
export const valuesOf = (
  rounds: readonly Measured[],
  key: 'requestsPerSecond' | 'medianMs' | 'cpuMs',
): Values => ({
  values: rounds.map((round) => round[key]),
  dropped: rounds.reduce((sum, { dropped }) => sum + dropped, 0),
});

async function measureRound(
  server: ServerProcess,
  asking: Asking,
  until: Until,
): Promise<Omit<Measured, 'dropped'>> {
  const before = await cpuSeconds(server);
  const from = now();
  const measured = await run(asking.at(server), CONNECTIONS, until);
  const to = now();
  const cpuMs = (((await cpuSeconds(server)) - before) * 1000) / measured.requests;
  return { ...measured, cpuMs, from, to };
}
