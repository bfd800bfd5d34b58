import { problem } from '@mainstay/web-kit/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { pass } from '../../test/live.ts';
import { isSignOutDue, onSignOutDue, sendSignOut, signIn, signOut } from './sign-out.ts';

const sent: string[] = [];
let responses: (() => Response | Promise<Response>)[];
const done = () => new Response(null, { status: 204 });
const lost = () => Promise.reject(new TypeError('Failed to fetch'));

beforeEach(() => {
  jest.useFakeTimers();
  sent.length = 0;
  responses = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    if (!(input instanceof Request && input.url.endsWith('/api/logout')))
      return Promise.resolve(problem(404, ''));
    if (input.signal.aborted) return Promise.reject(new TypeError('Too slow'));
    sent.push(input.url);
    return Promise.resolve((responses.shift() ?? done)());
  });
});
afterEach(async () => {
  // Leaves nothing to be sent.
  localStorage.clear();
  await sendSignOut();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('a sign-out that does not reach the server', () => {
  const goOffline = () => jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);

  it('without a network is remembered, and sent when there is one', async () => {
    const onLine = goOffline();
    await signOut();
    expect(isSignOutDue()).toBe(true);
    expect(sent).toEqual([]);
    onLine.mockReturnValue(true);
    await sendSignOut();
    expect(sent).toHaveLength(1);
    expect(isSignOutDue()).toBe(false);
    await sendSignOut();
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['is lost', lost],
    ['is refused for now', () => problem(503, 'Later.')],
  ])('is sent again until it arrives, when it %s', async (_how, response) => {
    responses = [lost, response, response];
    await signOut();
    await pass(0);
    expect(sent).toHaveLength(2);
    await pass(5000);
    expect(sent).toHaveLength(3);
    expect(isSignOutDue()).toBe(true);
    await pass(5000);
    expect(sent).toHaveLength(4);
    expect(isSignOutDue()).toBe(false);
    await pass(60_000);
    expect(sent).toHaveLength(4);
  });

  it('is over when there is no session any more', async () => {
    responses = [lost, () => problem(401, 'Unauthorized')];
    await signOut();
    await pass(0);
    expect(isSignOutDue()).toBe(false);
  });

  it('is over when somebody signs in, which ends that session, and none is sent meanwhile', async () => {
    responses = [lost, lost];
    await signOut();
    await pass(0);
    let respond = (): void => undefined;
    const signedIn = signIn(() => new Promise<void>((resolve) => (respond = resolve)));
    await pass(20_000);
    expect(sent).toHaveLength(2);
    respond();
    await signedIn;
    await pass(20_000);
    expect(sent).toHaveLength(2);
    expect(isSignOutDue()).toBe(false);
  });

  it('is sent later when a sign-in fails', async () => {
    responses = [lost, lost];
    await signOut();
    await pass(0);
    await expect(signIn(() => Promise.reject(new Error('Wrong password')))).rejects.toThrow('Wrong password');
    expect(isSignOutDue()).toBe(true);
    await pass(5000);
    expect(isSignOutDue()).toBe(false);
  });

  it('is not kept waiting by a network that leads nowhere', async () => {
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    await signOut();
    expect(timeout).toHaveBeenCalledWith(10_000);
    expect(isSignOutDue()).toBe(true);
  });
});

it('that the server refuses fails, and is not remembered', async () => {
  responses = [() => problem(503, 'Later.')];
  await expect(signOut()).rejects.toThrow('503: Later.');
  expect(isSignOutDue()).toBe(false);
});

it('is told to the other tabs, also with a network', async () => {
  const told: [isDue: boolean, isElsewhere: boolean][] = [];
  const stop = onSignOutDue((...due) => told.push(due));
  await signOut();
  stop();
  expect(told).toEqual([
    [true, false],
    [false, false],
  ]);
});
