import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Progress } from '../progress.ts';
import { type Finding, Scoreboard } from './scoreboard.ts';

let printed: string[];
let scoreboard: Scoreboard;
beforeEach(() => {
  printed = [];
  jest.spyOn(console, 'log').mockImplementation((line: string) => {
    printed.push(line);
  });
  scoreboard = new Scoreboard(new Progress(Date.now(), () => undefined));
});
afterEach(() => {
  jest.restoreAllMocks();
});

const check = (title: string, finding: Finding) =>
  scoreboard.check('unit', title, () => Promise.resolve(finding));

describe('the end of a run', () => {
  it('is a table of the parts and the count when all passed', async () => {
    await check('Unit', { passed: 2, failed: 0, output: 'fine' });
    await scoreboard.check('static', 'Lint', () => Promise.resolve({ passed: 1, failed: 0, output: '' }));
    expect(scoreboard.close()).toBe(0);
    expect(printed[0]).toMatch(/part +seconds +budget +tests\nunit +0 +\d+ +2\nstatic +0 +\d+ +1$/);
    expect(printed.at(-1)).toBe('\n3 passed, 0 failed');
  });

  it('names the checks that failed, and what did not start, before the count', async () => {
    await check('Unit', { passed: 1, failed: 2, output: '' });
    await check('Lint', { passed: 0, failed: 1, output: '' });
    const { signal } = new AbortController();
    await scoreboard.prepare('journeys', 'A system', signal, () =>
      Promise.reject(new Error('does not start')),
    );
    await scoreboard.check('static', 'Format', () => Promise.reject(new Error('broken')));
    expect(scoreboard.close()).toBe(1);
    expect(printed).toContain('\nFailed:\n  Unit\n  Lint\n  A system\n  Format\n');
    expect(printed.at(-1)).toBe('\n1 passed, 5 failed');
  });

  it('is no success when nothing ran', () => {
    expect(scoreboard.close()).toBe(1);
  });
});
