import { expect, it } from '@jest/globals';
import { describeFailure, Failure } from './failure.ts';

const full = 'The disk is full: free some space and start again (nothing that was stored is lost).';
const foreign = "EACCES: permission denied, open '/x/.mainstay/run'";

it.each([
  ['its output', new Failure('It fails.', { output: 'line 3: oops\n' }), 'line 3: oops\n\nIt fails.'],
  ['a full disk', new Error("ENOSPC: no space left on device, write '/x'"), full],
  ['a full disk in output', new Failure('initdb', { output: 'FATAL: No space left on device' }), full],
  ['the first of several', new AggregateError([new Error('ENOSPC')]), full],
  [
    'files of another user',
    Object.assign(new Error(foreign), { code: 'EACCES' }),
    `${foreign}: this belongs to another user; start as that user, or remove the folder .mainstay first.`,
  ],
])('a failure is described by %s', (_name, error, text) => {
  expect(describeFailure(error)).toBe(text);
});

it('an unexpected error is described by its stack; the limit of watched files is no full disk', () => {
  expect(describeFailure(new Error('impossible'))).toContain('failure.spec.ts');
  const watchers = new Error('ENOSPC: System limit for number of file watchers reached');
  expect(describeFailure(watchers)).not.toMatch(/disk/);
});
