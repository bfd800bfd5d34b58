import { describe, expect, it } from '@jest/globals';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorIn, lastLines, LogErrors } from './log-errors.ts';

describe('errorIn', () => {
  it('takes the message and the cause of an error', () => {
    const line = JSON.stringify({
      level: 50,
      msg: 'request failed',
      err: { message: 'relation is missing' },
    });
    expect(errorIn(line)).toBe('request failed: relation is missing');
  });

  it('recognizes the error levels of servers', () => {
    expect(errorIn('2026-01-01 UTC [7] FATAL:  out of memory')).toContain('out of memory');
    expect(errorIn('2026/01/01 [emerg] 7#7: bind() failed')).toContain('bind() failed');
  });

  it.each([
    JSON.stringify({ level: 40, msg: 'slow' }),
    '2026-01-01 UTC [7] LOG:  checkpoint complete',
    '2026-01-01 UTC [7] FATAL:  the database system is starting up',
    '{ not json',
    '',
  ])('passes over %s', (line) => {
    expect(errorIn(line)).toBeUndefined();
  });
});

describe('a log file', () => {
  it('is followed from its end, in whole lines', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'log-'));
    const file = join(folder, 'x.log');
    const said: string[] = [];
    writeFileSync(file, '{"level":50,"msg":"old"}\n');
    const errors = new LogErrors(file, (line) => said.push(line));
    appendFileSync(file, '{"level":50,"msg":');
    await sleep(1200);
    appendFileSync(file, '"new"}\n');
    await sleep(1200);
    errors.close();
    expect(said).toEqual(['new']);
    expect(lastLines(file, 0)).toBe('old\nnew');
    rmSync(folder, { recursive: true });
  });
});
