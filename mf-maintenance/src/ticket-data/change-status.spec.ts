import { ApiError } from '@mainstay/web-kit';
import { describe, expect, it } from '@jest/globals';
import { ticket } from '../../test/fixtures.ts';
import { changeStatus, type StatusCalls } from './change-status.ts';
import { type TicketStatus, type TicketVersion } from './tickets.queries.ts';

const leak = ticket('Leak');
const dana = { name: 'Dana', at: '2026-03-05T15:04:00.000Z' };
const version = (at: number, status: TicketStatus): TicketVersion => ({
  body: { ...leak, status },
  etag: `"${at}"`,
});
const failure = (status: number) =>
  new ApiError({ status, detail: 'No.', errors: undefined, requestId: undefined });

/** A server with one ticket: `changes` are made by others, each right before the next call that sends. */
function serverWith(start: TicketVersion, changes: TicketVersion[] = []) {
  const calls: string[] = [];
  let current = start;
  const server: StatusCalls = {
    read: () => {
      calls.push('read');
      return Promise.resolve(current);
    },
    send: (to, ifMatch) => {
      calls.push(`send ${to} ${ifMatch}`);
      current = changes.shift() ?? current;
      if (ifMatch !== current.etag) return Promise.reject(failure(412));
      current = version(Number(current.etag.slice(1, -1)) + 1, to);
      return Promise.resolve(current);
    },
    lastChange: (to) => {
      calls.push(`last ${to}`);
      return Promise.resolve(dana);
    },
  };
  return { ...server, calls, status: () => current.body.status };
}

const toWorking = { from: 'incoming', to: 'in_progress', etag: '"1"' } as const;
const unread = { ...toWorking, etag: undefined };

describe('changing a status', () => {
  it('sends the version that the screen shows', async () => {
    const server = serverWith(version(1, 'incoming'));
    expect(await changeStatus(server, toWorking)).toEqual({
      kind: 'changed',
      ticket: version(2, 'in_progress'),
    });
    expect(server.calls).toEqual(['send in_progress "1"']);
  });

  it('reads the version first if the screen shows none', async () => {
    const server = serverWith(version(7, 'incoming'));
    expect(await changeStatus(server, unread)).toEqual({
      kind: 'changed',
      ticket: version(8, 'in_progress'),
    });
    expect(server.calls).toEqual(['read', 'send in_progress "7"']);
  });

  it('is repeated once if another change did not touch the status', async () => {
    const server = serverWith(version(2, 'incoming'));
    expect(await changeStatus(server, toWorking)).toMatchObject({ kind: 'changed' });
    expect(server.calls).toEqual(['send in_progress "1"', 'read', 'send in_progress "2"']);
  });

  it('is a conflict, and changes nothing, if another change gave it a third status', async () => {
    const server = serverWith(version(2, 'solved'));
    expect(await changeStatus(server, toWorking)).toEqual({
      kind: 'conflict',
      conflict: { current: version(2, 'solved'), to: 'in_progress', by: dana },
    });
    expect(server.calls).toEqual(['send in_progress "1"', 'read', 'last solved']);
    expect(server.status()).toBe('solved');
  });

  it('is a conflict if the status that the screen shows is outdated before anything is sent', async () => {
    const server = serverWith(version(7, 'solved'));
    expect(await changeStatus(server, unread)).toMatchObject({ kind: 'conflict' });
    expect(server.calls).toEqual(['read', 'last solved']);
  });

  it.each([
    ['after a 412', toWorking, ['send in_progress "1"', 'read']],
    ['before anything is sent', unread, ['read']],
  ])('is done if somebody else has made it, found %s', async (_when, wanted, calls) => {
    const server = serverWith(version(2, 'in_progress'));
    expect(await changeStatus(server, wanted)).toEqual({
      kind: 'changed',
      ticket: version(2, 'in_progress'),
    });
    expect(server.calls).toEqual(calls);
  });

  it('is a conflict if the status changes right before it is repeated', async () => {
    const server = serverWith(version(2, 'incoming'), [version(2, 'incoming'), version(3, 'solved')]);
    expect(await changeStatus(server, toWorking)).toMatchObject({
      kind: 'conflict',
      conflict: { current: version(3, 'solved') },
    });
    expect(server.calls.filter((call) => call.startsWith('send'))).toHaveLength(2);
  });

  it('is not repeated a second time', async () => {
    const server = serverWith(version(2, 'incoming'), [version(2, 'incoming'), version(3, 'incoming')]);
    await expect(changeStatus(server, toWorking)).rejects.toMatchObject({ status: 412 });
    expect(server.calls.filter((call) => call.startsWith('send'))).toHaveLength(2);
    expect(server.status()).toBe('incoming');
  });

  it.each([404, 401, 503])('fails with the error of the call: %s', async (status) => {
    const server = serverWith(version(1, 'incoming'));
    const failing = () => Promise.reject(failure(status));
    await expect(changeStatus({ ...server, send: failing }, toWorking)).rejects.toMatchObject({ status });
    await expect(changeStatus({ ...server, read: failing }, unread)).rejects.toMatchObject({ status });
    const outdated = serverWith(version(2, 'incoming'));
    await expect(changeStatus({ ...outdated, read: failing }, toWorking)).rejects.toMatchObject({ status });
  });
});
