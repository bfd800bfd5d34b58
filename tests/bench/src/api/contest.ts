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
import { type ServerProcess, startBareServer, startService } from '../server-process.ts';
import { type Plan, planKey, planOf } from './plan.ts';
import type { RecordedStatement } from './record-statements.ts';
import type { Route } from './routes.ts';

const CONNECTIONS = 8;

/** A route, asked by the administrator with that cookie, and ids as long as they last. */
export class Asking {
  readonly route: Route;
  private readonly cookie: string;
  private readonly ids: readonly string[];
  private static sent = 0;
  private turn = 0;

  constructor(route: Route, cookie: string, ids: readonly string[]) {
    this.route = route;
    this.cookie = cookie;
    this.ids = ids;
  }

  /** The next request. @throws when it uses ids up and there are none left */
  next(): { url: string; body: string; text: string } {
    const { name, method, path, body = '', uses } = this.route;
    if (uses !== undefined && this.turn >= this.ids.length) throw new Error(`too few ids for ${name}`);
    const url = path.replace('{0}', this.ids[this.turn % this.ids.length] ?? '');
    this.turn += 1;
    Asking.sent += 1;
    const content = body.replaceAll('{n}', String(Asking.sent));
    return { url, body: content, text: httpRequest(method, url, { Cookie: this.cookie }, content) };
  }

  at({ port }: ServerProcess): Target {
    return { port, next: () => this.next().text, status: this.route.status };
  }
}

/** A service and the bare server that does the same for the same requests. */
export interface Pair {
  service: ServerProcess;
  bare: ServerProcess;
  stop(): Promise<void>;
}

/** Records what the service does for each route, and starts both. */
export async function startPair(
  service: string,
  dataset: Dataset,
  askings: readonly Asking[],
): Promise<Pair> {
  const recorder = await startService(service, dataset, [
    '--import',
    join(import.meta.dirname, 'record-statements.ts'),
  ]);
  const plan: Plan = {};
  try {
    for (const asking of askings) {
      const { method, status } = asking.route;
      // Twice, because the first time a service may have to find something out that it knows afterwards.
      for (let time = 0; time < 2; time += 1) {
        const { url, body, text } = asking.next();
        const said = once(recorder.child, 'message') as Promise<[RecordedStatement[]]>;
        const response = await fetchOnce({ port: recorder.port, next: () => text, status });
        if (response.status !== status)
          throw new Error(`${asking.route.name}: ${response.status} ${response.body}`);
        const content: unknown = body === '' ? {} : JSON.parse(body);
        const [statements] = await said;
        const request = { url, body: content, userId: dataset.adminId, status };
        plan[planKey(method, url)] = planOf(statements, request);
      }
    }
  } finally {
    await recorder.stop();
  }
  const planFile = join(required('TEST_STATE_DIR'), `plan-${dataset.name}-${service}.json`);
  await writeFile(planFile, JSON.stringify(plan));
  const real = await startService(service, dataset);
  const bare = await startBareServer(service, dataset, planFile);
  const stop = async (): Promise<void> => {
    await Promise.all([real.stop(), bare.stop()]);
  };
  try {
    for (const asking of askings) {
      // Reads are of the same thing; a write may be possible only once.
      const { text } = asking.next();
      const next = (): string => (asking.route.method === 'GET' ? text : asking.next().text);
      const { status } = asking.route;
      const ofBare = await fetchOnce({ port: bare.port, next, status });
      requireSameResponses(asking.route, ofBare, await fetchOnce({ port: real.port, next, status }));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { service: real, bare, stop };
}

/** Checks that the bare server returns what the service returns; otherwise the comparison means nothing. */
function requireSameResponses({ name, method, status }: Route, bare: HttpResponse, real: HttpResponse): void {
  deepStrictEqual([bare.status, real.status], [status, status], `${name}: ${bare.body}\n${real.body}`);
  if (status === 204) return;
  const contents = [bare, real].map(({ body }): unknown => JSON.parse(body));
  const total = ({ head }: HttpResponse): string | undefined => /^x-total-count: (\d+)/im.exec(head)?.[1];
  // Two writes are of two things, which are alike.
  const [ofBare, ofReal] =
    method === 'GET' ? contents : contents.map((content) => Object.keys(content ?? {}).sort());
  deepStrictEqual(ofBare, ofReal, `${name}: the bare server returns something else`);
  deepStrictEqual(total(bare), total(real), `${name}: the bare server counts otherwise`);
}

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
export async function contend(contests: readonly Contest[], rounds: number): Promise<Round[][][]> {
  const results: Round[][][] = contests.map(({ contenders }) => contenders.map(() => []));
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    for (const [at, { contenders, until }] of contests.entries()) {
      for (const [index, { server, asking }] of contenders.entries()) {
        const result = await again(() => run(asking.at(server), CONNECTIONS, until));
        if (round >= 0) results[at]?.[index]?.push(result);
      }
    }
  }
  return results;
}
