import { afterEach, expect, it } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { createApiClient } from './api-client.ts';
import { loadQuery } from './query-client.ts';
import { serverNow } from './server-clock.ts';
import { fakeApi } from './testing/index.ts';
import { useNow } from './use-now.ts';

const HOUR_MS = 3_600_000;

let ahead = 0;
const answer = () => HttpResponse.json([], { headers: { date: new Date(Date.now() + ahead).toUTCString() } });
fakeApi(http.get('*/api/things', answer), http.get('*/config.json', answer));
afterEach(() => {
  globalThis.mainstayClockAhead = undefined;
});

const read = (path: string) => loadQuery({ queryKey: [path] });
const difference = () => Math.round((serverNow() - Date.now()) / 60_000);
const client = createApiClient<{ '/api/things': { get: { responses: { 200: { content: object } } } } }>();

it.each([
  ['ahead', 3 * HOUR_MS, () => read('/api/things')],
  ['behind', -3 * HOUR_MS, () => client.GET('/api/things')],
])('follows a server that is hours %s, and a device whose clock is set right', async (_way, by, call) => {
  function Clock() {
    return <time>{useNow().getTime()}</time>;
  }
  render(<Clock />);
  const shown = () => (Number(screen.getByRole('time').textContent) - Date.now()) / HOUR_MS;
  ahead = by;
  await act(call);
  expect(difference()).toBe(by / 60_000);
  expect(shown()).toBeCloseTo(by / HOUR_MS);
  ahead = 0;
  await act(call);
  expect(difference()).toBeCloseTo(0);
  expect(shown()).toBeCloseTo(0);
});

it('takes a slow response for no difference, and believes none that may have been kept', async () => {
  ahead = -4000;
  await read('/api/things');
  expect(globalThis.mainstayClockAhead).toBeUndefined();
  ahead = HOUR_MS;
  await read('/config.json');
  expect(difference()).toBeCloseTo(0);
});
