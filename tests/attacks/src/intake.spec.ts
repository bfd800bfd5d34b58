import { setTimeout as sleep } from 'node:timers/promises';
import { isWhole, test } from './attack.ts';
import type { ApiResponse } from '@mainstay/test-kit';
import { newCode, type Setup } from './setup.ts';

const NOTHING =
  '{"type":"about:blank","title":"Not Found","status":404,' +
  '"detail":"Not found. This address does not exist, or is no longer valid."}';

const GUESSES = 1000;
const GUESSES_OF_SHORT_FORM = 40;
/** What the medians of two kinds of guesses may differ by: less than a network's jitter. */
const TELLING_MS = 10;
/** Posts of a flood from one address, which takes a minute (the short form sends them at once), and of them accepted in an hour. */
const FLOOD = 100;
const FLOOD_MS = 60_000;
const ACCEPTED = 20;
/** Lists that are read before the flood, to compare. */
const LISTS_BEFORE = 100;
/** What the slowest in a hundred lists may take beside a flood, on a machine that runs the whole system and the attack. */
const SLOWEST_LIST_MS = 1000;
/** How much longer a list may take beside a flood of a minute than before it, as the median, with a network's jitter. */
const SLOWED = 1.25;
const JITTER_MS = 5;

const aReport = { description: 'The oil does not get hot.', urgency: 'high' };

/** The value that this share of the values is below. */
const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? 0;
const median = (values: readonly number[]): number => quantile(values, 0.5);

const ticketsIn = async ({ database }: Setup): Promise<number> =>
  (await database.query('SELECT FROM core.tickets')).rowCount ?? 0;

test('guesses codes and tracking tokens', async (setup, trial) => {
  const { anonymous, database, storeA } = setup;
  const [real, off] = [await setup.createCode(storeA), await setup.createCode(storeA)];
  await database.query(
    `UPDATE core.intake_codes SET active = false WHERE code_hash = sha256($1::text::bytea)`,
    [off],
  );
  const token = await setup.report(real);
  const near = Array.from(real, (character, at) => {
    const other = character === 'a' ? 'b' : 'a';
    return `${real.slice(0, at)}${other}${real.slice(at + 1)}`;
  });
  const guesses = [
    ...Array.from({ length: isWhole ? GUESSES : GUESSES_OF_SHORT_FORM }, newCode),
    ...near,
    off,
    real.toUpperCase(),
    `${real}a`,
    real.slice(1),
    // The token of a report is no code, and the code no token.
    token,
    'track',
    'a'.repeat(1500),
    "'%20OR%201=1",
    // The gateway returns 404 for these by itself.
    '..%2ftickets',
    `${real}/`,
    `/${real}`,
    `./${real}`,
    `${real}/%2e`,
  ];
  for (const guess of guesses) {
    for (const path of [guess, `track/${guess === token ? real : guess}`]) {
      const { status, text } = await anonymous.ask('GET', `/api/intake/${path}`);
      trial.expect(`GET ${path}`, `${status} ${text}`, `404 ${NOTHING}`);
    }
  }
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    for (const path of [off, `${off}/reports`, `track/${off}`, `track/${off}/replies`]) {
      const { status, text } = await anonymous.ask(method, `/api/intake/${path}`, aReport);
      trial.expect(`${method} ${path}`, `${status} ${text}`, `404 ${NOTHING}`);
    }
  }
  const [unknown, known]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < GUESSES_OF_SHORT_FORM; turn += 1) {
    unknown.push((await anonymous.ask('GET', `/api/intake/${newCode()}`)).milliseconds);
    known.push((await anonymous.ask('GET', `/api/intake/${off}`)).milliseconds);
  }
  const difference = Math.abs(median(unknown) - median(known));
  trial.expect('the time tells', difference < TELLING_MS ? 'nothing' : `${difference} ms`, 'nothing');
});

test('floods from one address, which claims to be others', async (setup, trial) => {
  const { anonymous, admin, createCode, createStore } = setup;
  await setup.forgetTries();
  const store = await createStore();
  const codes = await Promise.all(Array.from({ length: 10 }, () => createCode(store)));
  const readList = async (): Promise<number> => {
    if (isWhole) await sleep(50);
    const { status, milliseconds } = await admin.ask('GET', '/api/tickets?limit=50');
    trial.expect('a list', status, 200);
    return milliseconds;
  };
  const alone: number[] = [];
  while (alone.length < LISTS_BEFORE) alone.push(await readList());
  const beside: number[] = [];
  let isOver = false;
  const reader = async (): Promise<void> => {
    while (!isOver) beside.push(await readList());
  };
  const before = await ticketsIn(setup);
  const flood = async (): Promise<ApiResponse[]> => {
    const responses: ApiResponse[] = [];
    for (let sent = 0; sent < FLOOD; sent += 10) {
      if (isWhole) await sleep((FLOOD_MS * 10) / FLOOD);
      responses.push(
        ...(await Promise.all(
          codes.map((code, at) => {
            const claimed = `198.51.100.${sent + at}`;
            return anonymous.ask('POST', `/api/intake/${code}/reports`, aReport, {
              'x-forwarded-for': claimed,
              'x-real-ip': claimed,
              forwarded: `for=${claimed}`,
            });
          }),
        )),
      );
    }
    isOver = true;
    return responses;
  };
  const [responses] = await Promise.all([flood(), reader()]);
  trial.expect('tickets made', (await ticketsIn(setup)) - before, ACCEPTED);
  trial.expect('accepted', responses.filter(({ status }) => status === 201).length, ACCEPTED);
  for (const { status, headers } of responses.filter((response) => response.status !== 201)) {
    trial.expect('refused', status, 429);
    trial.expect('says when', Number(headers['retry-after']) > 3000, true);
  }
  const slowest = quantile(beside, 0.99);
  trial.expect('lists are', slowest < SLOWEST_LIST_MS ? 'quick' : `${slowest} ms`, 'quick');
  const [before50, beside50] = [median(alone), median(beside)];
  if (isWhole) {
    const isSlowed = beside50 > before50 * SLOWED + JITTER_MS;
    trial.expect('lists are', isSlowed ? `${beside50} ms, ${before50} ms before` : 'as quick', 'as quick');
  }
});
