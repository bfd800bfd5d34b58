import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../failure.ts';
import { type Control, openControl, sendOrder } from './control.ts';

let end: AbortController;
let control: Control;
let done: string[];

beforeEach(async () => {
  end = new AbortController();
  done = [];
  const deploy = async (service: string) => {
    done.push(`${service} begins`);
    await sleep(20);
    if (service === 'broken') throw new Failure('It does not build.', { output: 'line 3' });
    done.push(`${service} ends`);
  };
  const rollback = (service: string) => Promise.resolve(void done.push(`${service} goes back`));
  control = await openControl({ deploy, rollback }, end.signal);
});
afterEach(() => end.abort());

it('deploys one service after the other, also after one that fails, until the system ends', async () => {
  const [, broken] = await Promise.allSettled(
    ['a', 'broken', 'b'].map((name) => sendOrder(control, 'deploy', name)),
  );
  expect(broken).toMatchObject({ reason: new Failure('line 3\n\nIt does not build.') });
  await sendOrder(control, 'rollback', 'a');
  expect(done).toEqual(['a begins', 'a ends', 'broken begins', 'b begins', 'b ends', 'a goes back']);
  end.abort();
  await expect(sendOrder(control, 'deploy', 'a')).rejects.toThrow('fetch failed');
});

it.each([
  ['without the token', 401, 'POST', '/deploy/a', () => ({})],
  ['with another token', 401, 'POST', '/deploy/a', () => ({ authorization: `Bearer ${'0'.repeat(64)}` })],
  ['with less of a token', 401, 'POST', '/deploy/a', () => ({ authorization: 'Bearer ' })],
  ['of a GET', 404, 'GET', '/deploy/a', undefined],
  ['of another path', 404, 'POST', '/deploy/../a', undefined],
  ['of another name', 404, 'POST', '/deploy/A;', undefined],
  ['of no order', 404, 'POST', '/', undefined],
])('does nothing %s: %i', async (_what, status, method, path, headersOf) => {
  const headers = headersOf?.() ?? { authorization: `Bearer ${control.token}` };
  const response = await fetch(control.url + path, { method, headers });
  expect([response.status, done]).toEqual([status, []]);
});
