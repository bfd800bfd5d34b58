import { expect, it } from '@jest/globals';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorIn, lastLines, LogErrors } from './log-errors.ts';

it.each([
  [JSON.stringify({ level: 50, msg: 'it failed', err: { message: 'no table' } }), 'it failed: no table'],
  ['2026-01-01 UTC [7] FATAL:  out of memory', '2026-01-01 UTC [7] FATAL:  out of memory'],
  ['2026/01/01 [emerg] 7#7: bind() failed', '2026/01/01 [emerg] 7#7: bind() failed'],
  [JSON.stringify({ level: 40, msg: 'slow' }), undefined],
  ['2026-01-01 UTC [7] LOG:  checkpoint complete', undefined],
  ['2026-01-01 UTC [7] FATAL:  the database system is starting up', undefined],
  ['{ not json', undefined],
  ['', undefined],
])('the error in %s is %s', (line, error) => {
  expect(errorIn(line)).toBe(error);
});

it('a log file is followed from its end, in whole lines', async () => {
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
