import { beforeEach, describe, expect, it } from '@jest/globals';
import { sessionKeyOf, type TestUser } from '@mainstay/service-kit/testing';
import { useService } from './running-service.ts';
import { until, useStreams } from './stream-client.ts';
import { WrittenRows } from './written-rows.ts';

const service = useService();
const rows = new WrittenRows(service);
const openAt = useStreams();
const open = (user: Parameters<typeof openAt>[1]) => openAt(service.app, user);
const newUser = (role: TestUser['role']): Promise<TestUser> => service.createUser(role);

/** Two managers of a location each, and a third location that is nobody's. */
let here: string;
let there: string;
let elsewhere: string;
let dana: TestUser;
let kim: TestUser;
beforeEach(async () => {
  [here, there, elsewhere] = [await rows.location(), await rows.location(), await rows.location()];
  [dana, kim] = [await newUser('district_manager'), await newUser('district_manager')];
  await rows.assign(dana.userId, here);
  await rows.assign(kim.userId, there);
});

const move = (ticket: string, to: string): Promise<string> =>
  rows.idOf('UPDATE core.tickets SET location_id = $2 WHERE id = $1 RETURNING id', [ticket, to]);

describe('what a stream carries', () => {
  it('is of the locations that its user can see, and a moved ticket is of both', async () => {
    const [admin, danas, kims] = [await open(service.admin), await open(dana), await open(kim)];
    const ticket = await rows.ticket(here);
    const comment = await rows.comment(ticket);
    await move(ticket, there);
    const second = await rows.comment(ticket);
    await move(ticket, elsewhere);
    await rows.ticket(elsewhere);
    const [lastHere, lastThere] = [await rows.ticket(here), await rows.ticket(there)];
    await Promise.all([admin.receive(lastThere), danas.receive(lastHere), kims.receive(lastThere)]);
    expect(danas.changed).toEqual([ticket, comment, ticket, lastHere]);
    expect(kims.changed).toEqual([ticket, second, ticket, lastThere]);
    expect(admin.changed).toHaveLength(8);
  });

  it('is of equipment, QR codes and reports where they are, for their managers and administrators', async () => {
    const [admin, danas, kims] = [await open(service.admin), await open(dana), await open(kim)];
    const equipment = await rows.equipment(here);
    const code = await rows.code(here);
    await rows.idOf(
      `UPDATE core.intake_codes SET suspended_until = now() + interval '1 hour' WHERE id = $1 RETURNING id`,
      [code],
    );
    // That it was used is no change.
    await rows.idOf('UPDATE core.intake_codes SET last_used_at = now() WHERE id = $1 RETURNING id', [code]);
    const ticket = await rows.ticket(here);
    const report = await rows.report(ticket, code);
    await move(ticket, elsewhere);
    const second = await rows.report(ticket, code);
    const [lastHere, lastThere] = [await rows.ticket(here), await rows.ticket(there)];
    await Promise.all([admin.receive(lastThere), danas.receive(lastHere), kims.receive(lastThere)]);
    expect(danas.changed).toEqual([equipment, code, code, ticket, report, ticket, lastHere]);
    expect(kims.changed).toEqual([lastThere]);
    expect(admin.changed).toContain(second);
    const told = admin.events.map(({ data }) => [data['entity'], data['ticketId']]);
    expect(told).toEqual(
      expect.arrayContaining([
        ['equipment', null],
        ['intake_code', null],
        ['intake_report', ticket],
      ]),
    );
    expect(JSON.stringify(admin.events)).not.toContain('It is cold.');
  });

  it('is of deadlines that were computed again, for managers of the place', async () => {
    const [danas, kims] = [await open(dana), await open(kim)];
    const request = await rows.idOf(
      'INSERT INTO core.deadline_requests (location_id) VALUES ($1) RETURNING id',
      [here],
    );
    await rows.idOf('DELETE FROM core.deadline_requests WHERE id = $1 RETURNING id', [request]);
    const [lastHere, lastThere] = [await rows.ticket(here), await rows.ticket(there)];
    await Promise.all([danas.receive(lastHere), kims.receive(lastThere)]);
    expect([danas.changed, kims.changed]).toEqual([[request, lastHere], [lastThere]]);
    expect(danas.events[0]?.data['entity']).toBe('deadline_change');
  });

  it('without a place is for administrators', async () => {
    const [admin, danas] = [await open(service.admin), await open(dana)];
    const user = await newUser('district_manager');
    await rows.token(dana.userId);
    const ticket = await rows.ticket(here);
    await Promise.all([admin.receive(ticket), danas.receive(ticket)]);
    expect(admin.events.map(({ data }) => data['entity'])).toEqual(['user', 'token', 'ticket']);
    expect(admin.changed[0]).toBe(user.userId);
    expect(danas.changed).toEqual([ticket]);
  });
});

describe('when the locations of a manager change', () => {
  it('nothing more of one that is taken away is sent, and the manager is told to read everything again', async () => {
    await rows.assign(dana.userId, there);
    const stream = await open(dana);
    await rows.unassign(dana.userId, there);
    const hidden = await rows.ticket(there);
    const visible = await rows.ticket(here);
    await stream.receive(visible);
    await until(() => stream.names.includes('resync'));
    expect(stream.changed).not.toContain(hidden);
    expect(stream.names.filter((name) => name !== 'change')).toEqual(['resync']);
    expect(stream.isClosed).toBe(false);
  });

  it('a new one is in the stream from then on', async () => {
    const stream = await open(dana);
    await rows.ticket(there);
    await rows.assign(dana.userId, there);
    await until(() => stream.names.includes('resync'));
    const ticket = await rows.ticket(there);
    await stream.receive(ticket);
    expect(stream.changed.at(-1)).toBe(ticket);
  });

  it('a location that is being removed is no longer theirs', async () => {
    await rows.assign(dana.userId, there);
    const stream = await open(dana);
    await rows.idOf('UPDATE core.locations SET removed_at = now() WHERE id = $1 RETURNING id', [there]);
    const hidden = await rows.ticket(there);
    const visible = await rows.ticket(here);
    await stream.receive(visible);
    await until(() => stream.names.includes('resync'));
    expect(stream.changed).not.toContain(hidden);
    expect(stream.changed).not.toContain(there);
  });
});

describe('nothing is sent any more, and the stream ends, after', () => {
  const set = (change: string) => async (user: TestUser) => {
    await rows.idOf(`UPDATE auth.users SET ${change} WHERE id = $1 RETURNING id`, [user.userId]);
  };

  it.each<[what: string, end: (user: TestUser) => Promise<unknown>]>([
    ['a sign-out', (user) => service.backends.redis.del(sessionKeyOf(service, user))],
    ['the end of the idle limit', (user) => service.backends.redis.pExpire(sessionKeyOf(service, user), 1)],
    [
      'the end of the absolute limit',
      async (user) => {
        const key = sessionKeyOf(service, user);
        const record = JSON.parse((await service.backends.redis.get(key)) ?? '') as {
          passport: { user: { signedInAt: number } };
        };
        record.passport.user.signedInAt -= service.config.SESSION_ABSOLUTE_S * 1000;
        await service.backends.redis.set(key, JSON.stringify(record), { expiration: 'KEEPTTL' });
      },
    ],
    ['a deactivation', set('active = false')],
    ['a new password', set('session_epoch = session_epoch + 1')],
    ['a demotion', set(`role = 'district_manager'`)],
  ])('%s', async (_what, end) => {
    const user = await newUser('admin');
    const [stream, other] = [await open(user), await open(service.admin)];
    await end(user);
    const ticket = await rows.ticket(here);
    await other.receive(ticket);
    await until(() => stream.isClosed);
    expect(stream.events).toEqual([{ event: 'end', data: { reason: 'session' }, id: undefined }]);
    expect(other.isClosed).toBe(false);
  });

  it('a revoked token, and one that expired', async () => {
    const [first, second] = [await rows.token(service.admin.userId), await rows.token(service.admin.userId)];
    const [revoked, expired, other] = [await open(first), await open(second), await open(service.admin)];
    await service.backends.admin.query(
      `UPDATE auth.tokens SET revoked_at = CASE id WHEN $1 THEN now() END,
         expires_at = CASE id WHEN $2 THEN now() END WHERE id IN ($1, $2)`,
      [first.id, second.id],
    );
    const ticket = await rows.ticket(here);
    await other.receive(ticket);
    await until(() => revoked.isClosed && expired.isClosed);
    for (const { changed, names } of [revoked, expired]) {
      expect(changed).not.toContain(ticket);
      expect(names.at(-1)).toBe('end');
    }
  });

  it('a sign-out, also when nothing changes', async () => {
    const stream = await open(kim);
    const begun = performance.now();
    await service.backends.redis.del(sessionKeyOf(service, kim));
    await until(() => stream.isClosed);
    expect(performance.now() - begun).toBeLessThan(5000);
    expect(stream.names).toEqual(['end']);
  });
});
