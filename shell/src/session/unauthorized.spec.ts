import { problem } from '@mainstay/web-kit/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { admin } from '../testing/shell-api.ts';
import { createUnauthorizedRule } from './unauthorized.ts';

const go = jest.fn();
let answers: (() => Response)[];

beforeEach(() => {
  jest.useFakeTimers();
  go.mockClear();
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

describe('an unauthorized call', () => {
  it('leads to /api/login after 500 ms, once', async () => {
    answers = [];
    const rule = createUnauthorizedRule(go);
    rule();
    rule();
    await pass(499);
    expect(go).not.toHaveBeenCalled();
    await pass(1);
    expect(go.mock.calls).toEqual([['/api/login']]);
  });

  it('sends nobody in circles whose session is still there', async () => {
    answers = [() => Response.json(admin)];
    createUnauthorizedRule(go)();
    await pass(1000);
    expect(answers).toEqual([]);
    expect(go).not.toHaveBeenCalled();
  });

  it('waits for the next one if the session cannot be asked for', async () => {
    answers = [() => problem(503, 'Later.')];
    const rule = createUnauthorizedRule(go);
    rule();
    await pass(500);
    expect(go).not.toHaveBeenCalled();
    rule();
    await pass(500);
    expect(go).toHaveBeenCalledTimes(1);
  });
});
