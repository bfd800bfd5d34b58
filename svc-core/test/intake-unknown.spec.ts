import { hashOfCode, newCode } from '@mainstay/service-kit';
import { describe, expect, it } from '@jest/globals';
import { useCoreService } from './core-service.ts';
import { anAddress, aReport, intakeOf } from './intake-calls.ts';

const core = useCoreService();
const intake = intakeOf(core);

describe('what does not exist, or does not any more', () => {
  const nothing =
    '{"type":"/problems/not_found","title":"Not Found","status":404,"code":"not_found",' +
    '"detail":"Not found. This address does not exist, or is no longer valid."}';

  /** Every method on the addresses of a code or a token. */
  async function everything(path: string): Promise<string[]> {
    const paths = [path, `${path}/reports`, `track/${path}`, `track/${path}/replies`];
    const address = anAddress();
    const asked = paths.flatMap((each) =>
      (['get', 'post', 'put', 'patch', 'delete', 'options'] as const).map(async (method) => {
        const request = core.as()[method](`/api/intake/${each}`).set('X-Forwarded-For', address);
        const response = await (method === 'post' ? request.send({ ...aReport, body: 'x' }) : request);
        expect([method, each, response.headers['content-type'], response.headers['allow']]).toEqual([
          method,
          each,
          'application/problem+json; charset=utf-8',
          undefined,
        ]);
        return response.status === 404 ? response.text : `${method} ${each}: ${response.status}`;
      }),
    );
    const head = await core.as().head(`/api/intake/${path}`).set('X-Forwarded-For', address);
    expect(head.status).toBe(404);
    return [...new Set(await Promise.all(asked))];
  }

  it.each([
    ['unknown', () => newCode()],
    ['of capitals', () => newCode().toUpperCase()],
    ['too long', () => `${newCode()}a`],
    ['far too long', () => 'a'.repeat(2000)],
    ['not an encoding', () => '%zz'],
    ['SQL', () => "' OR 1=1 --"],
    ['a NUL', () => '%00'],
    ['the word track', () => 'track'],
  ])('returns the same bytes for a code or token that is %s', async (_name, code) => {
    expect(await everything(code())).toEqual([nothing]);
  });

  it('returns the same bytes for a code that was rotated, is inactive, or of a removed location or equipment', async () => {
    const rotated = await intake.code();
    await core.query('UPDATE core.intake_codes SET code_hash = $1 WHERE id = $2', [
      hashOfCode(newCode()),
      rotated.id,
    ]);
    const inactive = await intake.code({ active: false });
    const removed = await intake.code({
      location_id: await core.createStore('Closed', { removed_at: new Date() }),
    });
    const equipmentId = await intake.equipment('Gone');
    await core.query('UPDATE core.equipment SET removed_at = now() WHERE id = $1', [equipmentId]);
    const ofRemoved = await intake.code({ equipment_id: equipmentId });
    for (const { code } of [rotated, inactive, removed, ofRemoved])
      expect(await everything(code)).toEqual([nothing]);
  });

  it('returns the same bytes for the report of a removed location', async () => {
    const storeId = await core.createStore('Closing');
    const { trackingToken } = await intake.report((await intake.code({ location_id: storeId })).code);
    expect((await intake.track(trackingToken)).status).toBe(200);
    await core.query('UPDATE core.locations SET removed_at = now() WHERE id = $1', [storeId]);
    expect(await everything(trackingToken)).toEqual([nothing]);
  });

  it('returns the same bytes for a method that a real code does not have', async () => {
    const { code } = await intake.code();
    const { trackingToken } = await intake.report(code);
    for (const path of [
      code,
      `${code}/reports`,
      `${code}/photos`,
      `track/${trackingToken}`,
      `track/${trackingToken}/replies`,
    ]) {
      for (const method of ['put', 'patch', 'delete'] as const) {
        const response = await core.as()[method](`/api/intake/${path}`);
        expect([method, response.status, response.text]).toEqual([method, 404, nothing]);
      }
    }
    const head = await core.as().head(`/api/intake/${code}`);
    expect([head.status, head.text]).toEqual([200, undefined]);
  });

  it('a code that is rotated stops at the next request', async () => {
    const { code, id } = await intake.code();
    await intake.report(code);
    await core.query('UPDATE core.intake_codes SET code_hash = $1 WHERE id = $2', [
      hashOfCode(newCode()),
      id,
    ]);
    // It is found out before what is invalid in the body.
    const response = await intake.post(`${code}/reports`, { nonsense: true });
    expect([response.status, response.text]).toEqual([404, nothing]);
  });

  it('accepts no report that waits for the code while it is rotated', async () => {
    const [{ code, id }, before] = [await intake.code(), await intake.rows('tickets')];
    const staff = await core.backends.admin.connect();
    try {
      await staff.query('BEGIN');
      await staff.query('UPDATE core.intake_codes SET code_hash = $1 WHERE id = $2', [
        hashOfCode(newCode()),
        id,
      ]);
      const waiting = intake.post(`${code}/reports`, aReport).then((response) => response);
      await untilSomebodyWaits();
      await staff.query('COMMIT');
      const response = await waiting;
      expect([response.status, response.text]).toEqual([404, nothing]);
    } finally {
      await staff.query('ROLLBACK');
      staff.release();
    }
    expect(await intake.rows('tickets')).toEqual(before);
  });

  async function untilSomebodyWaits(): Promise<void> {
    for (;;) {
      const rows = await core.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      if (rows.length > 0) return;
    }
  }
});
