import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
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
  const rollback = (service: string) => {
    done.push(`${service} goes back`);
    return Promise.resolve();
  };
  control = await openControl({ deploy, rollback }, end.signal);
});
afterEach(() => end.abort());

describe('openControl', () => {
  it('deploys one service after the other, also after one that fails', async () => {
    await Promise.allSettled(['a', 'broken', 'b'].map((name) => sendOrder(control, 'deploy', name)));
    expect(done).toEqual(['a begins', 'a ends', 'broken begins', 'b begins', 'b ends']);
  });

  it('distinguishes a rollback from a deployment', async () => {
    await sendOrder(control, 'rollback', 'a');
    expect(done).toEqual(['a goes back']);
  });

  it('reports why a deployment failed', async () => {
    await expect(sendOrder(control, 'deploy', 'broken')).rejects.toThrow(
      new Failure('line 3\n\nIt does not build.'),
    );
  });

  it.each([
    ['without the token', {}],
    ['with another token', { authorization: `Bearer ${'0'.repeat(64)}` }],
    ['with less of a token', { authorization: 'Bearer ' }],
  ])('does nothing %s', async (_what, headers) => {
    const response = await fetch(`${control.url}/deploy/a`, { method: 'POST', headers });
    expect(response.status).toBe(401);
    expect(done).toEqual([]);
  });

  it.each([
    ['GET', '/deploy/a'],
    ['POST', '/deploy/../a'],
    ['POST', '/deploy/A;'],
    ['POST', '/'],
  ])('knows no %s %s', async (method, path) => {
    const headers = { authorization: `Bearer ${control.token}` };
    expect((await fetch(control.url + path, { method, headers })).status).toBe(404);
    expect(done).toEqual([]);
  });

  it('ends with the system', async () => {
    end.abort();
    await expect(sendOrder(control, 'deploy', 'a')).rejects.toThrow('fetch failed');
  });
});
