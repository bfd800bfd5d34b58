import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Family } from './attack.ts';
import { type ApiResponse, textOf } from './caller.ts';
import { newCode, type Stage } from './stage.ts';

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

const countOf = async ({ database }: Stage, table: 'tickets' | 'ticket_comments'): Promise<number> =>
  (await database.query(`SELECT FROM core.${table}`)).rowCount ?? 0;

/** What open reports can be joined with, by a code. */
const joinsOf = ({ body }: ApiResponse): string[] =>
  (body as { open: { join: string }[] }).open.map(({ join }) => join);

export const intake: Family = {
  async 'guesses codes and tracking tokens'(stage, trial) {
    const { anonymous, database, storeA } = stage;
    const [real, off] = [await stage.createCode(storeA), await stage.createCode(storeA)];
    await database.query(
      `UPDATE core.intake_codes SET active = false WHERE code_hash = sha256($1::text::bytea)`,
      [off],
    );
    const token = await stage.report(real);
    const near = Array.from(real, (character, at) => {
      const other = character === 'a' ? 'b' : 'a';
      return `${real.slice(0, at)}${other}${real.slice(at + 1)}`;
    });
    const guesses = [
      ...Array.from({ length: stage.isShort ? GUESSES_OF_SHORT_FORM : GUESSES }, newCode),
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
    trial.figure = `a code that is off takes ${difference.toFixed(1)} ms more or less than an unknown one`;
    await stage.forgetTries();
  },

  async 'forges what joins an open report'(stage, trial) {
    const { anonymous, storeA } = stage;
    const [code, other] = [await stage.createCode(storeA), await stage.createCode(storeA)];
    await stage.report(code);
    const [join = ''] = joinsOf(await anonymous.ask('GET', `/api/intake/${code}`));
    const bytes = Buffer.from(join, 'base64url');
    const altered = Array.from({ length: bytes.length }, (_, at) => {
      const copy = Buffer.from(bytes);
      copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
      return copy.toString('base64url');
    });
    const before = await countOf(stage, 'ticket_comments');
    const attempts = [
      ...altered.map((forged) => [code, forged] as const),
      [other, join] as const,
      [code, randomUUID()] as const,
      [code, Buffer.alloc(bytes.length).toString('base64url')] as const,
    ];
    for (const [sentTo, forged] of attempts) {
      const response = await anonymous.ask('POST', `/api/intake/${sentTo}/reports`, {
        ...aReport,
        join: forged,
      });
      trial.expect('a forged join', response.status, 400);
      trial.expect('names the field', response.text.includes('"join"'), true);
    }
    trial.expect('comments made', await countOf(stage, 'ticket_comments'), before);
    const real = await anonymous.ask('POST', `/api/intake/${code}/reports`, { ...aReport, join });
    trial.expect('the real one', real.status, 201);
    await stage.forgetTries();
  },

  async 'floods from one address, which claims to be others'(stage, trial) {
    const { anonymous, admin, createCode, createStore } = stage;
    await stage.forgetTries();
    const store = await createStore();
    const codes = await Promise.all(Array.from({ length: 10 }, () => createCode(store)));
    const readList = async (): Promise<number> => {
      if (!stage.isShort) await sleep(50);
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
    const before = await countOf(stage, 'tickets');
    const flood = async (): Promise<ApiResponse[]> => {
      const responses: ApiResponse[] = [];
      for (let sent = 0; sent < FLOOD; sent += 10) {
        if (!stage.isShort) await sleep((FLOOD_MS * 10) / FLOOD);
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
    trial.expect('tickets made', (await countOf(stage, 'tickets')) - before, ACCEPTED);
    trial.expect('accepted', responses.filter(({ status }) => status === 201).length, ACCEPTED);
    for (const { status, headers } of responses.filter((response) => response.status !== 201)) {
      trial.expect('refused', status, 429);
      trial.expect('says when', Number(headers['retry-after']) > 3000, true);
    }
    const slowest = quantile(beside, 0.99);
    trial.expect('lists are', slowest < SLOWEST_LIST_MS ? 'quick' : `${slowest} ms`, 'quick');
    const [before50, beside50] = [median(alone), median(beside)];
    if (!stage.isShort) {
      const isSlowed = beside50 > before50 * SLOWED + JITTER_MS;
      trial.expect('lists are', isSlowed ? `${beside50} ms, ${before50} ms before` : 'as quick', 'as quick');
    }
    const figures = (lists: readonly number[]) =>
      `median ${median(lists).toFixed(1)} ms, p99 ${quantile(lists, 0.99).toFixed(0)} ms`;
    trial.figure = `${beside.length} lists beside it: ${figures(beside)}; ${alone.length} before: ${figures(alone)}`;
    await stage.forgetTries();
  },

  async 'reads titles, texts and names of others from what the public is told'(stage, trial) {
    const { admin, managerA, anonymous, database, storeA } = stage;
    const hush = (): string => `Hush${randomUUID().replaceAll('-', '')}`;
    const [code, ofStore] = [await stage.createCode(storeA), await stage.createCode(storeA)];
    const others = { reporterName: hush(), contact: hush(), description: hush() };
    const theirToken = await stage.report(code, others);
    const [join = ''] = joinsOf(await anonymous.ask('GET', `/api/intake/${code}`));
    const token = await stage.report(code, { join, description: 'Mine' });
    const { rows } = await database.query<{ id: string }>(
      'SELECT id FROM core.tickets WHERE location_id = $1 ORDER BY number DESC LIMIT 1',
      [storeA],
    );
    const ticket = rows[0]?.id ?? '';
    const team = { title: hush(), description: hush(), notes: hush(), assignedTo: managerA.id };
    trial.expect('a change', (await admin.ask('PATCH', `/api/tickets/${ticket}`, team)).status, 200);
    const comments = `/api/tickets/${ticket}/comments`;
    const said = { body: hush() };
    trial.expect('a comment', (await managerA.ask('POST', comments, said)).status, 201);
    const removed = { body: hush(), visibility: 'reporter' };
    const removal = await managerA.ask('POST', comments, removed);
    await managerA.ask('DELETE', `/api/comments/${textOf(removal, 'id')}`);
    const named = { body: `<@${admin.id}> has a fuse.`, visibility: 'reporter' };
    trial.expect('a mention for them', (await managerA.ask('POST', comments, named)).status, 400);
    const told = { body: 'A fuse is on its way.', visibility: 'reporter' };
    trial.expect('a comment for them', (await managerA.ask('POST', comments, told)).status, 201);
    await anonymous.ask('POST', `/api/intake/track/${theirToken}/replies`, { body: hush() });
    const anotherTicket = { title: hush(), description: hush(), ticketType: 'repair', locationId: storeA };
    await admin.ask('POST', '/api/tickets', anotherTicket);

    const responses = [
      await anonymous.ask('GET', `/api/intake/${code}`),
      await anonymous.ask('GET', `/api/intake/${ofStore}`),
      await anonymous.ask('GET', `/api/intake/track/${token}`),
      await anonymous.ask('POST', `/api/intake/${code}/reports`, { ...aReport, join }),
      await anonymous.ask('POST', `/api/intake/track/${token}/replies`, { body: 'Thanks' }),
      await anonymous.ask('POST', `/api/intake/${code}/reports`, { ...aReport, join: 'x' }),
      await anonymous.ask('POST', `/api/intake/${code}/reports`, {}),
      await admin.ask('GET', `/api/intake/track/${token}`),
    ];
    trial.expect('statuses', responses.map(({ status }) => status).join(), '200,200,200,201,201,400,400,200');
    for (const { text } of responses) {
      trial.expect('a text of others', /Hush\w+/.exec(text)?.[0], undefined);
      for (const { id, email } of [admin, managerA]) {
        trial.expect('the id of a user', text.includes(id), false);
        trial.expect('the address of a user', text.includes(email), false);
      }
      trial.expect('the id of the ticket', text.includes(ticket), false);
      trial.expect('a name of a user', /Casey|Doe/.exec(text)?.[0], undefined);
    }
    trial.expect('what is for them', responses[2]?.text.includes('A fuse is on its way.'), true);
    await stage.forgetTries();
  },

  async 'sends markup, and fields that are too large'(stage, trial) {
    const { anonymous, storeA } = stage;
    const code = await stage.createCode(storeA);
    const markup = '<script>alert(1)</script><img src=x onerror=alert(1)>';
    const token = await stage.report(code, { description: markup, reporterName: markup, contact: markup });
    const reply = await anonymous.ask('POST', `/api/intake/track/${token}/replies`, { body: markup });
    const tracked = await anonymous.ask('GET', `/api/intake/track/${token}`);
    for (const { headers, text } of [reply, tracked]) {
      trial.expect('the type', headers['content-type'], 'application/json; charset=utf-8');
      trial.expect('sniffing', headers['x-content-type-options'], 'nosniff');
      trial.expect('it comes back as it was sent', text.includes(JSON.stringify(markup).slice(1, -1)), true);
    }
    const before = await countOf(stage, 'tickets');
    for (const [field, length] of [
      ['description', 2001],
      ['description', 90_000],
      ['reporterName', 101],
      ['contact', 255],
      ['join', 201],
      ['language', 3],
    ] as const) {
      const body = { ...aReport, [field]: 'x'.repeat(length) };
      const response = await anonymous.ask('POST', `/api/intake/${code}/reports`, body);
      trial.expect(`${field} of ${length}`, response.status, 400);
    }
    const large = await anonymous.ask('POST', `/api/intake/${code}/reports`, {
      ...aReport,
      website: 'x'.repeat(200_000),
    });
    trial.expect('200 KB', large.status, 413);
    const long = await anonymous.ask('POST', `/api/intake/track/${token}/replies`, {
      body: 'x'.repeat(1001),
    });
    trial.expect('a reply of 1,001', long.status, 400);
    trial.expect('tickets made', await countOf(stage, 'tickets'), before);
    await stage.forgetTries();
  },
};
