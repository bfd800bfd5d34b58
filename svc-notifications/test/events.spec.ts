import { beforeAll, describe, expect, it } from '@jest/globals';
import { createService, Draining } from '@mainstay/service-kit';
import { sessionKeyOf, type TestUser } from '@mainstay/service-kit/testing';
import type { INestApplication } from '@nestjs/common';
import type { Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { serviceOptions } from '../src/service-options.ts';
import { useService } from './running-service.ts';
import { askForStream, until, useStreams } from './stream-client.ts';
import { WrittenRows } from './written-rows.ts';

const service = useService();
const rows = new WrittenRows(service);
const open = useStreams();
let location: string;
beforeAll(async () => {
  location = await rows.location();
});

const newUser = (role: TestUser['role'] = 'admin'): Promise<TestUser> => service.createUser(role);

/** A response that is not 200: its status, headers and body. */
async function refusal(app: INestApplication<Server>, headers: Record<string, string>) {
  const response = await askForStream(app, headers);
  return { status: response.statusCode, headers: response.headers, body: await json(response) };
}

it('begins with the pause before the next try, a position to resume from, and the number of unread items', async () => {
  const { response, text, events, unread, lastEventId } = await open(service.app, service.admin);
  expect(response.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  const retry = Number(/^retry: (\d+)\n\n/.exec(text)?.[1]);
  expect(retry).toBeGreaterThanOrEqual(500);
  expect(retry).toBeLessThanOrEqual(3000);
  expect(lastEventId).toMatch(/^[\w.-]+$/);
  expect([events, unread]).toEqual([[], [0]]);
});

it('has no body for HEAD', async () => {
  const response = await service.as(service.admin).head('/api/events');
  expect(response.status).toBe(200);
  expect(response.headers['content-type']).toBe('text/event-stream');
});

it('sends each change without contents, in their order, with the version of the ETag and the id of its request', async () => {
  const stream = await open(service.app, service.admin);
  const as = { actorId: service.manager.userId, requestId: 'request-of-the-writer' };
  const ticket = await rows.ticket(location, as);
  await rows.idOf(
    `UPDATE core.tickets SET status = 'in_progress', assigned_to = $2 WHERE id = $1 RETURNING id`,
    [ticket, service.manager.userId],
  );
  const comment = await rows.comment(ticket);
  await rows.idOf('DELETE FROM core.tickets WHERE id = $1 RETURNING id', [ticket]);
  await until(() => stream.events.length === 5);

  const common = { entity: 'ticket', id: ticket, ticketId: ticket };
  expect(stream.events.slice(0, 3)).toMatchObject([
    { event: 'change', data: { ...common, version: 1, action: 'create', ...as } },
    {
      data: {
        ...common,
        version: 2,
        action: 'update',
        fields: ['assignedTo', 'status'],
        actorId: null,
        requestId: null,
      },
    },
    { data: { entity: 'ticket_comment', id: comment, ticketId: ticket, version: 1, action: 'create' } },
  ]);
  // Comments are removed with their ticket.
  expect(new Set(stream.changed.slice(3))).toEqual(new Set([ticket, comment]));
  expect(stream.events[4]?.data['version']).toBeNull();
  expect(Object.keys(stream.events[0]?.data ?? {})).toEqual([
    'entity',
    'id',
    'version',
    'action',
    'fields',
    'actorId',
    'requestId',
    'ticketId',
  ]);
  const ids = stream.events.map(({ id }) => id);
  expect(new Set(ids).size).toBe(5);
});

it('delivers what is committed after the response began', async () => {
  for (let times = 0; times < 3; times += 1) {
    const response = await askForStream(service.app, { Cookie: service.admin.cookie });
    const ticket = rows.ticket(location);
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    const id = await ticket;
    await until(() => text.includes(id));
    response.destroy();
  }
});

it('sends the number of unread items when it changes, also when they were read elsewhere', async () => {
  const [user, other] = [await newUser('district_manager'), await newUser()];
  await rows.assign(user.userId, location);
  const ticket = await rows.ticket(location);
  await rows.item(user.userId, ticket);
  const [stream, others] = [await open(service.app, user), await open(service.app, other)];
  const item = await rows.item(user.userId, ticket);
  await until(() => stream.unread.length === 2);
  await service.backends.admin.query('UPDATE notifications.inbox_items SET read_at = now() WHERE id = $1', [
    item,
  ]);
  await until(() => stream.unread.length === 3);
  await rows.unassign(user.userId, location);
  await until(() => stream.unread.length === 4);
  expect(stream.unread).toEqual([1, 2, 1, 0]);
  expect(others.unread).toEqual([0]);
});

it('accepts a token, also one that can only read', async () => {
  const { authorization } = await rows.token(service.admin.userId);
  const stream = await open(service.app, { authorization });
  const ticket = await rows.ticket(location);
  await stream.receive(ticket);
  expect(stream.isClosed).toBe(false);
});

it('does not prolong the session', async () => {
  const user = await newUser();
  const { redis } = service.backends;
  const key = sessionKeyOf(service, user);
  expect(await redis.expire(key, 100)).toBe(1);
  // Nor do browsers that connect again by themselves.
  const stream = await open(service.app, user);
  const ticket = await rows.ticket(location);
  await stream.receive(ticket);
  // The session was checked before the change was sent.
  expect(await redis.pTTL(key)).toBeLessThanOrEqual(100_000);
  expect(stream.isClosed).toBe(false);
});

describe('ten streams of one user', () => {
  it('are the most, in all replicas together; others are not concerned, and a closed one makes room', async () => {
    const second = await createService(serviceOptions(service.config));
    await second.listen(0, '127.0.0.1');
    try {
      const user = await newUser();
      const streams = await Promise.all(
        Array.from({ length: 10 }, (_, at) => open(at % 2 === 0 ? service.app : second, user)),
      );
      for (const app of [service.app, second]) {
        const { status, headers, body } = await refusal(app, { Cookie: user.cookie });
        expect(status).toBe(429);
        expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
        expect(body).toMatchObject({ status: 429, detail: expect.stringContaining('10 open streams') });
      }
      await open(service.app, await newUser());
      const firstEnd = async () => {
        const key = `event-streams:${user.userId}`;
        return (await service.backends.redis.zRangeWithScores(key, 0, 0))[0]?.score ?? 0;
      };
      const before = await firstEnd();
      // All leases are renewed, those of the other replica too.
      await until(async () => (await firstEnd()) > before);
      streams[0]?.close();
      await until(async () => {
        const response = await askForStream(second, { Cookie: user.cookie });
        response.destroy();
        return response.statusCode === 200;
      });
    } finally {
      await second.close();
    }
  });

  it('are not exceeded by twenty that come at once', async () => {
    const user = await newUser();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => askForStream(service.app, { Cookie: user.cookie })),
    );
    const statuses = responses.map(({ statusCode }) => statusCode).sort();
    for (const response of responses) response.destroy();
    expect(statuses).toEqual([...Array<number>(10).fill(200), ...Array<number>(10).fill(429)]);
  });

  it('of a replica that was killed leave by themselves', async () => {
    const user = await newUser();
    const leaseEnd = Date.now() + 400;
    await service.backends.redis.zAdd(
      `event-streams:${user.userId}`,
      Array.from({ length: 10 }, (_, at) => ({ score: leaseEnd, value: `killed-${at}` })),
    );
    expect((await refusal(service.app, { Cookie: user.cookie })).status).toBe(429);
    await sleep(500);
    await open(service.app, user);
  });
});

it('is observed when it begins, not when it ends', async () => {
  const metric = async (name: string): Promise<number> => {
    const { text } = await service.as().get('/metrics');
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };
  const requests = 'http_request_duration_seconds_count{method="GET",handler="EventsController.stream"}';
  await until(async () => (await metric('event_streams_open')) === 0);
  const before = await metric(requests);
  const stream = await open(service.app, service.admin);
  expect(await metric('event_streams_open')).toBe(1);
  expect(await metric(requests)).toBe(before + 1);
  await stream.receive(await rows.ticket(location));
  stream.close();
  await until(async () => (await metric('event_streams_open')) === 0);
  expect(await metric(requests)).toBe(before + 1);
  expect(await metric('events_sent_total{event="change"}')).toBeGreaterThan(0);
  expect(await metric('event_delay_seconds_count')).toBeGreaterThan(0);
});

describe('while the service stops', () => {
  it('no stream begins, and those that are open end and are resumed elsewhere', async () => {
    const second = await createService(serviceOptions(service.config));
    await second.listen(0, '127.0.0.1');
    const user = await newUser();
    const stream = await open(second, user);
    second.get(Draining).begin();
    const { status, headers } = await refusal(second, { Cookie: user.cookie });
    expect(status).toBe(503);
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);

    const missed = rows.ticket(location);
    await second.close();
    await until(() => stream.isClosed);
    expect(stream.events.at(-1)).toMatchObject({ event: 'end', data: { reason: 'drain' } });
    const resumed = await open(service.app, { ...user, lastEventId: stream.lastEventId });
    const ticket = await missed;
    await resumed.receive(ticket);
    expect([...stream.changed, ...resumed.changed]).toEqual([ticket]);
    expect(resumed.names).not.toContain('resync');
    // Its lease ended with it.
    expect(await service.backends.redis.zCard(`event-streams:${user.userId}`)).toBe(1);
  });
});
