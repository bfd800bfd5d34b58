import { expect, it } from '@jest/globals';
import { completionOf } from './ticket-status.ts';

it.each([
  ['incoming', 'incoming', 'keep'],
  ['incoming', 'in_progress', 'keep'],
  ['incoming', 'solved', 'set'],
  ['in_progress', 'incoming', 'keep'],
  ['in_progress', 'in_progress', 'keep'],
  ['in_progress', 'solved', 'set'],
  ['solved', 'incoming', 'clear'],
  ['solved', 'in_progress', 'clear'],
  ['solved', 'solved', 'keep'],
] as const)('from %s to %s: %s', (from, to, completion) => {
  expect(completionOf(from, to)).toBe(completion);
});
