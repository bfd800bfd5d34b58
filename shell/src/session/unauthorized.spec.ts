import { problem } from '@mainstay/web-kit/testing';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { pass } from '../../test/live.ts';
import { admin } from '../../test/shell-api.ts';
import { askedAddress } from './asked-address.ts';
import { createUnauthorizedRule } from './unauthorized.ts';

const go = jest.fn();
const erase = jest.fn<() => Promise<void>>();
const page = { userId: () => admin.id, erase };
let responses: (() => Response)[];

beforeEach(() => {
  jest.useFakeTimers();
  go.mockClear();
  erase.mockReset().mockResolvedValue();
  jest.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    // Screens of other specs may still send requests.
    if (!(input instanceof Request && input.url.endsWith('/api/user')))
      return Promise.resolve(problem(404, ''));
    const response = responses.shift() ?? (() => problem(401, 'Unauthorized'));
    return Promise.resolve(response());
  });
});

const create = { leaves: true };
const other = { leaves: false };

describe('an unauthorized call', () => {
  it.each([
    ['that creates', create],
    ['of another kind', other],
  ])(
    '%s leads to /api/login after 500 ms, once, tells the forms, and remembers the address',
    async (_what, call) => {
      responses = [];
      const told: number[] = [];
      const listener = () => told.push(go.mock.calls.length);
      window.addEventListener('mainstay:session-ended', listener, { once: true });
      history.replaceState(null, '', '/tickets?q=oven');
      const rule = createUnauthorizedRule(page, go);
      rule(call);
      rule(call);
      await pass(499);
      expect(go).not.toHaveBeenCalled();
      await pass(1);
      expect(go.mock.calls).toEqual([['/api/login']]);
      expect(askedAddress(admin.id)).toBe('/tickets?q=oven');
      expect(told).toEqual([0]);
      rule(call);
      await pass(1000);
      expect(go).toHaveBeenCalledTimes(1);
    },
  );

  it('deletes what is kept of the user before the page is left', async () => {
    responses = [];
    let deleted = (): void => undefined;
    erase.mockReturnValue(new Promise((resolve) => (deleted = resolve)));
    createUnauthorizedRule(page, go)(other);
    await pass(500);
    expect(erase).toHaveBeenCalledTimes(1);
    expect(go).not.toHaveBeenCalled();
    deleted();
    await pass(0);
    expect(go.mock.calls).toEqual([['/api/login']]);
  });

  it('of a create leaves without a check, whatever another call found', async () => {
    responses = [() => Response.json(admin)];
    const rule = createUnauthorizedRule(page, go);
    rule(other);
    await pass(400);
    rule(create);
    await pass(499);
    expect(responses).toEqual([]);
    expect(go).not.toHaveBeenCalled();
    await pass(1);
    expect(go.mock.calls).toEqual([['/api/login']]);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('does not redirect in a loop if the user returns signed in', async () => {
    responses = [() => Response.json(admin)];
    createUnauthorizedRule(page, go)(create);
    await pass(500);
    expect(go).toHaveBeenCalledTimes(1);

    // The page after they return.
    const rule = createUnauthorizedRule(page, go);
    rule(create);
    await pass(1000);
    expect(responses).toEqual([]);
    expect(go).toHaveBeenCalledTimes(1);

    await pass(30_000);
    rule(create);
    await pass(500);
    expect(go).toHaveBeenCalledTimes(2);
  });

  it('of another kind does not leave while the session is valid', async () => {
    responses = [() => Response.json(admin)];
    createUnauthorizedRule(page, go)(other);
    await pass(1000);
    expect(responses).toEqual([]);
    expect(go).not.toHaveBeenCalled();
  });

  it('of another kind waits for the next one if the session cannot be checked', async () => {
    responses = [() => problem(503, 'Later.')];
    const rule = createUnauthorizedRule(page, go);
    rule(other);
    await pass(500);
    expect(go).not.toHaveBeenCalled();
    rule(other);
    await pass(500);
    expect(go).toHaveBeenCalledTimes(1);
  });
});
