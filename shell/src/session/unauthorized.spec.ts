import { problem } from '@mainstay/web-kit/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { admin } from '../testing/shell-api.ts';
import { createUnauthorizedRule } from './unauthorized.ts';

const go = jest.fn();
let answers: (() => Response)[];

beforeEach(() => {
  jest.useFakeTimers();
  go.mockClear();
  sessionStorage.clear();
  jest.spyOn(globalThis, 'fetch').mockImplementation(() => {
    const answer = answers.shift() ?? (() => problem(401, 'Unauthorized'));
    return Promise.resolve(answer());
  });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** Lets `milliseconds` pass and every answer arrive. */
async function pass(milliseconds: number) {
  await jest.advanceTimersByTimeAsync(milliseconds);
  for (let turn = 0; turn < 20; turn += 1) await jest.advanceTimersByTimeAsync(0);
}

const create = { leaves: true };
const other = { leaves: false };

describe('an unauthorized call', () => {
  it.each([
    ['that creates', create],
    ['of another kind', other],
  ])('%s leads to /api/login after 500 ms, once', async (_what, call) => {
    answers = [];
    const rule = createUnauthorizedRule(go);
    rule(call);
    rule(call);
    await pass(499);
    expect(go).not.toHaveBeenCalled();
    await pass(1);
    expect(go.mock.calls).toEqual([['/api/login']]);
    rule(call);
    await pass(1000);
    expect(go).toHaveBeenCalledTimes(1);
  });

  it('that creates asks nobody, whatever another call has found out', async () => {
    answers = [() => Response.json(admin)];
    const rule = createUnauthorizedRule(go);
    rule(other);
    await pass(400);
    rule(create);
    await pass(499);
    expect(answers).toEqual([]);
    expect(go).not.toHaveBeenCalled();
    await pass(1);
    expect(go.mock.calls).toEqual([['/api/login']]);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('sends nobody in circles who comes back signed in', async () => {
    answers = [() => Response.json(admin)];
    createUnauthorizedRule(go)(create);
    await pass(500);
    expect(go).toHaveBeenCalledTimes(1);

    // The page they come back to.
    const rule = createUnauthorizedRule(go);
    rule(create);
    await pass(1000);
    expect(answers).toEqual([]);
    expect(go).toHaveBeenCalledTimes(1);

    await pass(30_000);
    rule(create);
    await pass(500);
    expect(go).toHaveBeenCalledTimes(2);
  });

  it('of another kind sends nobody away whose session is still there', async () => {
    answers = [() => Response.json(admin)];
    createUnauthorizedRule(go)(other);
    await pass(1000);
    expect(answers).toEqual([]);
    expect(go).not.toHaveBeenCalled();
  });

  it('of another kind waits for the next one if the session cannot be asked for', async () => {
    answers = [() => problem(503, 'Later.')];
    const rule = createUnauthorizedRule(go);
    rule(other);
    await pass(500);
    expect(go).not.toHaveBeenCalled();
    rule(other);
    await pass(500);
    expect(go).toHaveBeenCalledTimes(1);
  });
});
