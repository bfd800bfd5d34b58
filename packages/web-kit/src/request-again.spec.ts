import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

beforeEach(() => {
  jest.useFakeTimers();
  const script = document.createElement('script');
  script.text = readFileSync(join(import.meta.dirname, '../../ui/src/request-again.js'), 'utf8');
  document.head.replaceChildren(script);
});
afterEach(() => {
  jest.useRealTimers();
});

/**
 * Loses the only file of the page.
 * @returns whether it is requested again within this time
 */
async function isRequestedAgain(milliseconds: number): Promise<boolean> {
  const lost = document.body.firstElementChild;
  lost?.dispatchEvent(new Event('error'));
  await jest.advanceTimersByTimeAsync(milliseconds);
  return document.body.firstElementChild !== lost;
}

it.each([
  '<script defer="" src="/assets/main.js"></script>',
  '<link rel="stylesheet" href="/assets/main.css">',
])('requests what the page names until it arrives, ever later: %s', async (html) => {
  document.body.innerHTML = html;
  expect(await isRequestedAgain(0)).toBe(true);
  for (const wait of [1000, 3000]) {
    const lost = document.body.firstElementChild;
    expect(await isRequestedAgain(wait - 1)).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(document.body.firstElementChild).not.toBe(lost);
    expect(document.body.innerHTML).toBe(html);
  }
});

it.each([
  ['is only preloaded', '<link rel="preload" as="script" href="/assets/main.js">'],
  ['is a picture', '<img src="/assets/mark.svg">'],
])('requests nothing again that %s', async (_what, html) => {
  document.body.innerHTML = html;
  expect(await isRequestedAgain(60_000)).toBe(false);
});

it('leaves to a loader what it has added', async () => {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.onerror = () => undefined;
  document.body.replaceChildren(link);
  expect(await isRequestedAgain(60_000)).toBe(false);
});
