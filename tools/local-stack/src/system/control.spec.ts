import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../failure.ts';
import { type Control, openControl, sendDeployment } from './control.ts';

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
  control = await openControl(deploy, end.signal);
});
afterEach(() => end.abort());

it('deploys one service after the other, also after one that fails, until the system ends', async () => {
  const [, broken] = await Promise.allSettled(
    ['a', 'broken', 'b'].map((name) => sendDeployment(control, name)),
  );
  expect(broken).toMatchObject({ reason: new Failure('line 3\n\nIt does not build.') });
  expect(done).toEqual(['a begins', 'a ends', 'broken begins', 'b begins', 'b ends']);
  end.abort();
  await expect(sendDeployment(control, 'a')).rejects.toThrow('fetch failed');
});

it.each([
  [401, 'POST', '/deploy/a', ''],
  [401, 'POST', '/deploy/a', `Bearer ${'0'.repeat(64)}`],
  [401, 'POST', '/deploy/a', 'Bearer '],
  [404, 'GET', '/deploy/a', undefined],
  [404, 'POST', '/deploy/A;', undefined],
  [404, 'POST', '/', undefined],
])(
  'returns %i for %s %s with the authorization %s, and does nothing',
  async (status, method, path, given) => {
    const authorization = given ?? `Bearer ${control.token}`;
    const response = await fetch(control.url + path, { method, headers: { authorization } });
    expect([response.status, done]).toEqual([status, []]);
  },
);
