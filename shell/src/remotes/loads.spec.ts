import { beforeEach, expect, it, jest } from '@jest/globals';
import { reportLoad } from './loads.ts';

let send: jest.SpiedFunction<typeof fetch>;

beforeEach(() => {
  jest.useFakeTimers();
  send = jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 204 }));
});

it('reports a failure at once', () => {
  reportLoad({ remote: 'maintenance', outcome: 'files', milliseconds: 12 });
  expect(send.mock.calls).toEqual([['/api/remote-loads', expect.objectContaining({ method: 'POST' })]]);
});

it("reports a success once, after the screen's own requests", () => {
  reportLoad({ remote: 'maintenance', outcome: 'loaded', milliseconds: 12 });
  jest.advanceTimersByTime(4999);
  expect(send).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(send).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event('pagehide'));
  expect(send).toHaveBeenCalledTimes(1);
});

it('reports a success if the page is closed before that', () => {
  reportLoad({ remote: 'maintenance', outcome: 'loaded', milliseconds: 12 });
  window.dispatchEvent(new Event('pagehide'));
  jest.runAllTimers();
  expect(send).toHaveBeenCalledTimes(1);
});
