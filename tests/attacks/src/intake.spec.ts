import { setTimeout as sleep } from 'node:timers/promises';
import { isWhole, test } from './attack.ts';
import { type ApiResponse, quantile } from '@mainstay/test-kit';
import type { Setup } from './setup.ts';

/** Posts of a flood from one address in a minute (the short form sends them at once), and how many are accepted. */
const FLOOD = 100;
const FLOOD_MS = 60_000;
const ACCEPTED = 20;
/** Lists that are read before the flood, to compare. */
const LISTS_BEFORE = 100;
/** What the slowest in a hundred lists may take beside a flood, on one machine for all. */
const SLOWEST_LIST_MS = 1000;
/** How much longer the median list may take beside a flood than before it, with a network's jitter. */
const SLOWED = 1.25;
const JITTER_MS = 5;

const aReport = { description: 'The oil does not get hot.', urgency: 'high' };

const ticketsIn = async ({ database }: Setup): Promise<number> =>
  (await database.query('SELECT FROM core.tickets')).rowCount ?? 0;

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
  const [before50, beside50] = [quantile(alone, 0.5), quantile(beside, 0.5)];
  if (isWhole) {
    const isSlowed = beside50 > before50 * SLOWED + JITTER_MS;
    trial.expect('lists are', isSlowed ? `${beside50} ms, ${before50} ms before` : 'as quick', 'as quick');
  }
});
