import { beforeEach, expect, it, jest } from '@jest/globals';
import { reportLoad } from './loads.ts';

const isSignedIn = jest.fn<() => boolean>();
let send: jest.SpiedFunction<typeof fetch>;

beforeEach(() => {
  jest.useFakeTimers();
  isSignedIn.mockReturnValue(true);
  send = jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 204 }));
});

it('reports a failure at once', () => {
  reportLoad({ remote: 'maintenance', outcome: 'files', milliseconds: 12 }, isSignedIn);
  expect(send.mock.calls).toEqual([['/api/remote-loads', expect.objectContaining({ method: 'POST' })]]);
});

it("reports a success once, after the screen's own requests", () => {
  reportLoad({ remote: 'maintenance', outcome: 'loaded', milliseconds: 12 }, isSignedIn);
  jest.advanceTimersByTime(4999);
  expect(send).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(send).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event('pagehide'));
  expect(send).toHaveBeenCalledTimes(1);
});

it('reports a success if the page is closed before that', () => {
  reportLoad({ remote: 'maintenance', outcome: 'loaded', milliseconds: 12 }, isSignedIn);
  window.dispatchEvent(new Event('pagehide'));
  jest.runAllTimers();
  expect(send).toHaveBeenCalledTimes(1);
});

it('reports no success once nobody is signed in', () => {
  reportLoad({ remote: 'maintenance', outcome: 'loaded', milliseconds: 12 }, isSignedIn);
  isSignedIn.mockReturnValue(false);
  jest.runAllTimers();
  expect(send).not.toHaveBeenCalled();
});

it('reports no failure of a page that is left, and those of a page that is shown again', () => {
  const fail = () =>
    reportLoad({ remote: 'maintenance', outcome: 'integrity', milliseconds: 12 }, isSignedIn);
  window.dispatchEvent(new Event('pagehide'));
  fail();
  expect(send).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('pageshow'));
  fail();
  expect(send).toHaveBeenCalledTimes(1);
});
