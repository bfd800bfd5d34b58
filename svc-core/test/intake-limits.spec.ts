import { hashOfCode, newCode } from '@mainstay/service-kit';
import { afterEach, expect, it } from '@jest/globals';
import { type CoreService, startCoreService } from './core-service.ts';
import { anAddress, aReport, intakeOf } from './intake-calls.ts';

/** Limits count in Redis by the name of the database, so each test has its own. */
let core: CoreService;
let intake: ReturnType<typeof intakeOf>;
afterEach(() => core.close());

async function start(env: Record<string, string> = {}): Promise<void> {
  core = await startCoreService(env);
  intake = intakeOf(core);
}

/** The statuses of so many requests at once, sorted. A busy service that asks to try again is asked again. */
const statuses = async (
  count: number,
  send: (at: number) => Promise<{ status: number }>,
): Promise<number[]> => {
  const patiently = async (at: number): Promise<number> => {
    const { status } = await send(at);
    return status === 503 ? patiently(at) : status;
  };
  return (await Promise.all(Array.from({ length: count }, (_, at) => patiently(at)))).sort();
};

const times = (status: number, count: number): number[] => Array.from({ length: count }, () => status);

/** Sends a report and returns the response. */
const send = (code: string, body: object = {}, address?: string, key?: string) =>
  intake.post(
    `${code}/reports`,
    { ...aReport, ...body },
    { ...(address !== undefined && { address }), ...(key !== undefined && { key }) },
  );

async function refusals(limit: string): Promise<string | undefined> {
  const { text } = await core.as().get('/metrics');
  return new RegExp(`limit_refusals_total\\{limit="${limit}"\\} (\\d+)`).exec(text)?.[1];
}

const suspended = async (id: string): Promise<unknown> =>
  (await intake.rows('intake_codes', 'id = $1', [id]))[0]?.['suspended_until'];

it('accepts ten reports with a code in ten minutes, also of many at once, and repeats them to their senders', async () => {
  await start();
  const [{ code, id }, other] = [await intake.code(), await intake.code()];
  const first = await send(code, {}, undefined, 'first');
  // Not counted: invalid, a wrong join, a repeated one.
  await send(code, { urgency: 'none' }).expect(400);
  await send(code, { join: 'nonsense' }).expect(400);
  expect((await send(code, {}, undefined, 'first')).text).toBe(first.text);
  // Counted: one that joins another.
  const { join } = (await intake.onCode(code)).open[0] ?? {};
  await send(code, { join }).expect(201);

  expect(await statuses(20, () => send(code))).toEqual([...times(201, 8), ...times(429, 12)]);
  const refused = await send(code);
  expect(refused.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(600);
  expect((await send(code, {}, undefined, 'first')).text).toBe(first.text);
  expect(await refusals('intake_code_ten_minutes')).toBe('13');

  expect(await intake.rows('tickets')).toHaveLength(9);
  expect(await suspended(id)).toBeNull();
  // What a code refuses uses up nothing of the address.
  const address = anAddress();
  expect(await statuses(25, () => send(code, {}, address))).toEqual(times(429, 25));
  await send(other.code, {}, address).expect(201);
  // Replaced, a code begins anew.
  const replaced = newCode();
  await core.query('UPDATE core.intake_codes SET code_hash = $1 WHERE id = $2', [hashOfCode(replaced), id]);
  await send(replaced).expect(201);
}, 30_000);

it('lets a code rest for an hour over its reports of a day, which is one change of it', async () => {
  await start({ INTAKE_PER_CODE_AND_DAY: '3' });
  const { code, id } = await intake.code();
  const first = await send(code, {}, undefined, 'first');
  expect(await statuses(10, () => send(code))).toEqual([...times(201, 2), ...times(429, 8)]);
  const until = await suspended(id);
  if (!(until instanceof Date)) throw new Error('the code does not rest');
  expect(Math.abs(until.getTime() - Date.now() - 60 * 60 * 1000)).toBeLessThan(30_000);
  const refused = await send(code);
  expect([refused.status, Number(refused.headers['retry-after']) > 3500]).toEqual([429, true]);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3600);
  expect((await send(code, {}, undefined, 'first')).text).toBe(first.text);
  // It is still shown, and what was reported is still tracked.
  expect(await intake.onCode(code)).toMatchObject({ equipment: null });
  const rows = await core.query(
    `SELECT actor_id, fields FROM auth.changes WHERE entity = 'intake_code' AND entity_id = $1 AND action = 'update'`,
    [id],
  );
  expect(rows).toEqual([{ actor_id: null, fields: ['suspendedUntil'] }]);

  // Awake again, but the day is not over.
  await core.query(
    `UPDATE core.intake_codes SET suspended_until = now() - interval '1 second' WHERE id = $1`,
    [id],
  );
  expect((await send(code)).status).toBe(429);
  const again = await suspended(id);
  expect(again instanceof Date && again.getTime() > Date.now()).toBe(true);
  expect(await intake.rows('tickets')).toHaveLength(3);
  expect(await refusals('intake_code_day')).toBeDefined();
});

it('lets a code that rests accept nothing, even with reports left', async () => {
  await start();
  const { code } = await intake.code({ suspended_until: new Date(Date.now() + 90_000) });
  const response = await send(code);
  expect([response.status, Number(response.headers['retry-after']) > 80]).toEqual([429, true]);
  expect(await refusals('intake_code_resting')).toBe('1');
  await send((await intake.code({ suspended_until: new Date(Date.now() - 1000) })).code).expect(201);
});

it('accepts twenty reports of an address in an hour over all codes, and a flood uses up nothing of a code', async () => {
  await start({ INTAKE_PER_CODE_TEN_MINUTES: '25' });
  const codes = [await intake.code(), await intake.code()] as const;
  const address = anAddress();
  const flood = (at: number) => send(codes[at % 2 === 0 ? 0 : 1].code, {}, address);
  expect(await statuses(100, flood)).toEqual([...times(201, 20), ...times(429, 80)]);
  const refused = await send(codes[0].code, {}, address);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
  expect(await refusals('intake_address')).toBe('81');
  // Others have what the flood left of each code; how it was shared between the codes is a matter of chance.
  const used = await intake.rows('intake_reports');
  expect(used).toHaveLength(20);
  for (const { code, id } of codes) {
    const left = 25 - used.filter((report) => report['code_id'] === id).length;
    expect(await statuses(left + 1, () => send(code))).toEqual([...times(201, left), 429]);
  }
  // An IPv6 /64 network is one address.
  const { code } = await intake.code();
  expect(await statuses(21, (at) => send(code, {}, `2001:db8:0:7:${at.toString(16)}::1`))).toEqual([
    ...times(201, 20),
    429,
  ]);
}, 30_000);

it('accepts so many reports in an hour over everything', async () => {
  await start({ INTAKE_PER_HOUR: '4' });
  const codes = await Promise.all(Array.from({ length: 4 }, () => intake.code()));
  expect(await statuses(8, (at) => send(codes[at % 4]?.code ?? ''))).toEqual([
    ...times(201, 4),
    ...times(429, 4),
  ]);
  expect(await refusals('intake_all')).toBe('4');
});

it('counts a report with the hidden field filled in for its address alone, once for each key', async () => {
  await start({ INTAKE_PER_CODE_TEN_MINUTES: '1', INTAKE_PER_HOUR: '1', INTAKE_PER_ADDRESS_AND_HOUR: '3' });
  const { code } = await intake.code();
  const address = anAddress();
  const fill = (key?: string) => send(code, { website: 'x' }, address, key);
  await fill('same');
  expect(await statuses(4, () => fill('same'))).toEqual(times(400, 4));
  expect((await fill('other')).status).toBe(400);
  expect((await fill()).status).toBe(400);
  const refused = await fill();
  expect([refused.status, Number(refused.headers['retry-after']) > 3500]).toEqual([429, true]);
  expect((await fill('same')).status).toBe(400);
  await send(code, {}, address).expect(429);
  await send(code).expect(201);
  expect(await refusals('intake_hidden_field')).toBe('9');
});

it('accepts replies up to the limits of the report, the address and all', async () => {
  await start({ INTAKE_REPLIES_PER_ADDRESS: '4', INTAKE_REPLIES_IN_ALL: '18' });
  const [here, there] = [anAddress(), anAddress()];
  const { code } = await intake.code();
  const one = await intake.report(code);
  const reply = (token: string, key?: string, address = anAddress()) =>
    intake.post(
      `track/${token}/replies`,
      { body: 'Still cold' },
      { address, ...(key !== undefined && { key }) },
    );
  const first = await reply(one.trackingToken, 'first');
  await intake.post(`track/${one.trackingToken}/replies`, { body: '' }).expect(400);
  expect(await statuses(15, () => reply(one.trackingToken))).toEqual([...times(201, 9), ...times(429, 6)]);
  const refused = await reply(one.trackingToken);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
  expect((await reply(one.trackingToken, 'first')).text).toBe(first.text);
  expect(await refusals('intake_replies')).toBe('7');
  const other = await intake.report(code);
  const from = (address: string) => statuses(6, () => reply(other.trackingToken, undefined, address));
  expect(await from(here)).toEqual([...times(201, 4), 429, 429]);
  expect(await refusals('intake_replies_address')).toBe('2');
  // Ten and eight are all.
  expect(await from(there)).toEqual([...times(201, 4), 429, 429]);
  const third = await intake.report(code);
  await reply(third.trackingToken).expect(429);
  expect(await refusals('intake_replies_all')).toBe('1');
  expect(await intake.rows('ticket_comments')).toHaveLength(18);
});

it('limits all public requests of an address, whether there is something or not', async () => {
  await start({ INTAKE_REQUESTS_PER_MINUTE: '9' });
  const { code } = await intake.code();
  const address = anAddress();
  const guess = () => intake.read(newCode(), address);
  expect(await statuses(4, guess)).toEqual(times(404, 4));
  await intake.read(code, address).expect(200);
  await intake.read(`track/${newCode()}`, address).expect(404);
  // Also what is refused before anything of the code is looked up.
  const post = (type: string) =>
    core
      .as()
      .post(`/api/intake/${code}/reports`)
      .set({ 'X-Forwarded-For': address, 'Content-Type': type })
      .send('{');
  await post('application/json').expect(400);
  await post('text/plain').expect(415);
  await core.as().put(`/api/intake/${code}`).set('X-Forwarded-For', address).expect(404);
  for (const path of [code, newCode(), `track/${newCode()}`]) {
    const refused = await intake.read(path, address);
    expect([refused.status, Number(refused.headers['retry-after']) <= 60]).toEqual([429, true]);
  }
  await send(code, {}, address).expect(429);
  await intake.read(code).expect(200);
  expect(await refusals('intake_requests_address')).toBe('4');
});

it('counts a report that could not be kept for nothing', async () => {
  await start({ INTAKE_PER_CODE_TEN_MINUTES: '1' });
  const { code } = await intake.code();
  await core.query(`
    CREATE FUNCTION core.refuse_reports() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE 'the disk is full' USING ERRCODE = '53100'; END $$`);
  await core.query(`
    CREATE TRIGGER tr_refuse_reports BEFORE INSERT ON core.intake_reports
    FOR EACH ROW EXECUTE FUNCTION core.refuse_reports()`);
  await send(code, {}, undefined, 'kept').expect(503);
  expect(await intake.rows('tickets')).toEqual([]);
  await core.query('DROP TRIGGER tr_refuse_reports ON core.intake_reports');
  await send(code, {}, undefined, 'kept').expect(201);
  await send(code).expect(429);
});
