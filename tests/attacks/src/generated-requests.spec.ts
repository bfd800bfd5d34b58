import fc from 'fast-check';
import { type GeneratedRequest, requestTo } from './arbitraries.ts';
import { isWhole, test } from './attack.ts';
import { Caller, textOf } from '@mainstay/test-kit';
import { type Route, routesOf } from './documents.ts';
import type { Setup } from './setup.ts';
import { judgeBy, type Verdict } from './verdict.ts';

const REQUESTS = 20_000;
/** Of one set of things, some of which the requests remove; the short form sends one batch. */
const BATCH = 1000;
const AT_ONCE = 16;
/** Signing out ends the session the others would use: seldom. */
const SELDOM = new Set(['logout', 'resetUserPassword', 'login', 'register']);

/** Principals of their own: some of the requests end what they may do. */
async function people(setup: Setup, [store = '', otherStore = '']: readonly string[]): Promise<Caller[]> {
  const [admin, manager] = [await setup.hire('admin'), await setup.hire('district_manager', [store])];
  const token = textOf(
    await admin.ask('POST', '/api/tokens', { name: 'generated', readOnly: true }),
    'token',
  );
  const reader = new Caller(setup.target, '', { authorization: `Bearer ${token}` });
  const other = await setup.hire('district_manager', [otherStore]);
  return [setup.anonymous, setup.deactivated, admin, admin, manager, manager, other, reader];
}

/** Ids of everything there is, some of which the requests change or remove. */
async function things(setup: Setup, stores: readonly string[]): Promise<string[]> {
  const { admin, createTicket } = setup;
  const ids = [...stores];
  for (const locationId of stores) {
    const ticket = await createTicket(locationId);
    const comment = await admin.ask('POST', `/api/tickets/${ticket}/comments`, { body: 'Please look.' });
    ids.push(ticket, textOf(comment, 'id'), await setup.attach(admin, ticket));
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
  ids.push((await setup.hire('district_manager', stores.slice(0, 1))).id, (await setup.hire('admin')).id);
  return ids;
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

/** What was wrong with responses to a call, and the first request it was found with. */
type Wrong = Map<string, { count: number; example: string }>;

/** @returns the number of responses */
async function send(
  requests: readonly GeneratedRequest[],
  callers: readonly Caller[],
  verdictOn: Verdict,
  wrong: Wrong,
): Promise<number> {
  let received = 0;
  const queue = requests.values();
  const work = async (): Promise<void> => {
    for (const { route, path, body, headers, principal } of queue) {
      const ask = () => callers[principal]?.ask(route.method, path, body, headers);
      let response = await ask();
      // A busy machine asks to try again; a fault is there again.
      if (response?.status === 503) response = await ask();
      if (!response) continue;
      received += 1;
      const verdict = verdictOn(route, response, body);
      if (verdict === undefined) continue;
      const what = `${route.method} ${route.path}: ${response.status}: ${verdict}`;
      const example = JSON.stringify({ path, headers, principal, body, response: response.text });
      const known = wrong.get(what) ?? { count: 0, example: example.slice(0, 800) };
      wrong.set(what, { ...known, count: known.count + 1 });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return received;
}

test('sends requests made of the documents, right and wrong', async (setup, trial) => {
  const requests = isWhole ? REQUESTS : BATCH;
  const seed = Number(process.env['ATTACK_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  const routes = routesOf(setup.documents);
  const verdictOn = judgeBy(setup.documents);
  const wrong: Wrong = new Map();
  for (let sent = 0; sent < requests; sent += BATCH) {
    await setup.forgetTries();
    const stores = [await setup.createStore(), await setup.createStore(), await setup.createStore()];
    const callers = await people(setup, stores);
    const batch = batchOf(routes, await things(setup, stores), callers.length, seed + sent);
    trial.tries += await send(batch, callers, verdictOn, wrong);
  }
  trial.expect('requests sent', trial.tries, requests);
  for (const [what, { count, example }] of wrong)
    trial.breaches.push(`${count} × ${what}, as ${example}; ATTACK_SEED=${seed} repeats it`);
});
