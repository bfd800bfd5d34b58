import { describe, expect, it } from '@jest/globals';
import { describeFailure, Failure } from './failure.ts';

describe('describeFailure', () => {
  it('shows the message of a failure below the output that explains it', () => {
    expect(describeFailure(new Failure('It does not build.', { output: 'line 3: oops\n' }))).toBe(
      'line 3: oops\n\nIt does not build.',
    );
  });

  it.each([
    new Error("ENOSPC: no space left on device, write '/x'"),
    new Failure('initdb failed', { output: 'FATAL: could not write: No space left on device' }),
    new AggregateError([new Error('ENOSPC')]),
  ])('names a full disk wherever it was met: %s', (error) => {
    expect(describeFailure(error)).toMatch(/^The disk is full/);
  });

  it('says what to do about files of another user', () => {
    const error = Object.assign(new Error("EACCES: permission denied, open '/x/.mainstay/run'"), {
      code: 'EACCES',
    });
    expect(describeFailure(error)).toBe(
      "EACCES: permission denied, open '/x/.mainstay/run': this belongs to another user; start as that user, or " +
        'remove the folder .mainstay first.',
    );
  });

  it('does not take the limit of watched files for a full disk', () => {
    expect(
      describeFailure(new Error('ENOSPC: System limit for number of file watchers reached')),
    ).not.toMatch(/disk/);
  });

  it('keeps the stack of an unexpected error', () => {
    expect(describeFailure(new Error('impossible'))).toContain('failure.spec.ts');
  });
});
