import fc from 'fast-check';
import { type GeneratedRequest, requestTo } from './arbitraries.ts';
import type { Family } from './attack.ts';
import { Caller, textOf } from './caller.ts';
import { type Route, routesOf } from './documents.ts';
import type { Stage } from './stage.ts';
import { judgeBy, type Verdict } from './verdict.ts';

const REQUESTS = 20_000;
const REQUESTS_OF_SHORT_FORM = 2000;
/** So many are made of one set of things, which some of them remove. */
const BATCH = 1000;
const AT_ONCE = 16;
/** Before these, a service is still loading and compiling. */
const WARM_UP = 6000;
/** What a service's heap may grow by between the warm-up and the end. */
const GROWTH_LIMIT_MB = 12;
/** Signing out ends the session the others would use: seldom. */
const SELDOM = new Set(['logout', 'resetUserPassword', 'login', 'register']);

/** Principals of their own: some of the requests end what they may do. */
async function people(stage: Stage, [store = '', otherStore = '']: readonly string[]): Promise<Caller[]> {
  const [admin, manager] = [await stage.hire('admin'), await stage.hire('district_manager', [store])];
  const token = textOf(
    await admin.ask('POST', '/api/tokens', { name: 'generated', readOnly: true }),
    'token',
  );
  const reader = new Caller(stage.target, '', { authorization: `Bearer ${token}` });
  const other = await stage.hire('district_manager', [otherStore]);
  return [stage.anonymous, stage.deactivated, admin, admin, manager, manager, other, reader];
}

/** Ids of everything there is, some of which the requests change or remove. */
async function things(stage: Stage, stores: readonly string[]): Promise<string[]> {
  const { admin, createTicket } = stage;
  const ids = [...stores];
  for (const locationId of stores) {
    const ticket = await createTicket(locationId);
    const comment = await admin.ask('POST', `/api/tickets/${ticket}/comments`, { body: 'Please look.' });
    ids.push(ticket, textOf(comment, 'id'), await stage.attach(admin, ticket));
    for (const [path, body] of [
      ['/api/tasks', { title: 'Paint' }],
      ['/api/projects', { title: 'Refit' }],
      ['/api/equipment', { name: 'Fryer', category: 'cooking' }],
      ['/api/intake-codes', {}],
      [
        '/api/recurring-tasks',
        { title: 'Filters', frequency: 'daily', nextOccurrence: '2099-12-01T09:00:00Z' },
      ],
    ] as const) {
      ids.push(textOf(await admin.ask('POST', path, { ...body, locationId }), 'id'));
    }
  }
  ids.push((await stage.hire('district_manager', stores.slice(0, 1))).id, (await stage.hire('admin')).id);
  return ids;
}

/** Megabytes of heap, by service. */
async function heaps(stage: Stage): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const name of Object.keys(stage.services)) sizes.set(name, await stage.heapOf(name));
  return sizes;
}

function batchOf(
  routes: readonly Route[],
  ids: readonly string[],
  principals: number,
  seed: number,
): GeneratedRequest[] {
  const weighted = routes.map((route) => ({
    arbitrary: requestTo(route, ids, principals),
    weight: SELDOM.has(route.operation.operationId) ? 1 : 12,
  }));
  return fc.sample(fc.oneof(...weighted), { seed, numRuns: BATCH });
}

/** The responses so far. */
interface Tally {
  statuses: Map<number, number>;
  /** What was wrong with responses to a call, and the first request it was found with. */
  wrong: Map<string, { count: number; example: string }>;
}

async function send(
  requests: readonly GeneratedRequest[],
  callers: readonly Caller[],
  verdictOn: Verdict,
  { statuses, wrong }: Tally,
): Promise<void> {
  const queue = requests.values();
  const work = async (): Promise<void> => {
    for (const { route, path, body, headers, principal } of queue) {
      const response = await callers[principal]?.ask(route.method, path, body, headers);
      if (!response) continue;
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      const verdict = verdictOn(route, response, body);
      if (verdict === undefined) continue;
      const what = `${route.method} ${route.path}: ${response.status}: ${verdict}`;
      const example = JSON.stringify({ path, headers, principal, body, response: response.text }).slice(
        0,
        800,
      );
      wrong.set(what, { example, ...wrong.get(what), count: (wrong.get(what)?.count ?? 0) + 1 });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

export const generatedRequests: Family = {
  async 'sends requests made of the documents, right and wrong'(stage, trial) {
    const requests = stage.isShort ? REQUESTS_OF_SHORT_FORM : REQUESTS;
    const seed = Number(process.env['ATTACK_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
    trial.figure = `seed ${seed} (ATTACK_SEED repeats it)`;
    const routes = routesOf(stage.documents);
    const verdictOn = judgeBy(stage.documents);
    const tally: Tally = { statuses: new Map(), wrong: new Map() };
    let before = new Map<string, number>();
    let milliseconds = 0;
    for (let sent = 0; sent < requests; sent += BATCH) {
      await stage.forgetTries();
      if (sent === WARM_UP) before = await heaps(stage);
      const stores = [await stage.createStore(), await stage.createStore(), await stage.createStore()];
      const callers = await people(stage, stores);
      const batch = batchOf(routes, await things(stage, stores), callers.length, seed + sent);
      const begun = performance.now();
      await send(batch, callers, verdictOn, tally);
      milliseconds += performance.now() - begun;
    }
    // Before the warm-up is over, memory says nothing.
    const after = before.size > 0 ? await heaps(stage) : before;
    trial.tries = [...tally.statuses.values()].reduce((sum, count) => sum + count, 0);
    trial.expect('requests sent', trial.tries, requests);
    for (const [what, { count, example }] of tally.wrong)
      trial.breaches.push(`${count} × ${what}, as ${example}`);
    const growth = [...after].map(([name, size]) => ({ name, grown: size - (before.get(name) ?? 0) }));
    for (const { name, grown } of growth) {
      trial.expect(
        `${name}'s heap grew`,
        grown <= GROWTH_LIMIT_MB ? 'little' : `${grown.toFixed(1)} MB`,
        'little',
      );
    }
    const statuses = [...tally.statuses]
      .toSorted(([a], [b]) => a - b)
      .map(([status, count]) => `${status} × ${count}`);
    trial.figure = [
      trial.figure,
      `${Math.round(requests / (milliseconds / 1000))} requests/s`,
      statuses.join(', '),
      ...growth.map(
        ({ name, grown }) =>
          `${name} ${grown > 0 ? '+' : ''}${grown.toFixed(1)} MB of heap (limit +${GROWTH_LIMIT_MB})`,
      ),
    ].join('; ');
  },
};
