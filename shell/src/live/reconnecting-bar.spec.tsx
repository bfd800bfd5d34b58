import { beforeEach, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { ReconnectingBar } from './reconnecting-bar.tsx';

beforeEach(() => {
  jest.useFakeTimers();
});

const text = () => screen.getByRole('status').textContent;
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));

it('says after 10 s that the page reconnects, until it has', () => {
  const bar = (lostSince: number | undefined) => <ReconnectingBar lostSince={lostSince} />;
  const { rerender } = render(bar(undefined));
  expect(text()).toBe('');
  const lostAt = Date.now();
  rerender(bar(lostAt));
  pass(9999);
  expect(text()).toBe('');
  pass(1);
  expect(text()).toBe('Reconnecting…');
  rerender(bar(undefined));
  expect(text()).toBe('');
  // The next loss counts anew.
  rerender(bar(Date.now()));
  pass(9999);
  expect(text()).toBe('');
});
