import { expect, it } from '@jest/globals';
import { sentenceOf } from './words.ts';

const high = {
  priority: 'high',
  respondMinutes: 15,
  resolveMinutes: 240,
  clock: 'always',
  active: true,
} as const;

it.each([
  [{}, 'High: somebody responds within 15 minutes, fixed within 4 hours, day and night.'],
  [
    { clock: 'store_hours' },
    'High: somebody responds within 15 minutes, fixed within 4 hours, while the store is open.',
  ],
  [
    { respondMinutes: 1, resolveMinutes: 60 },
    'High: somebody responds within 1 minute, fixed within 1 hour, day and night.',
  ],
  [{ respondMinutes: null, resolveMinutes: 90 }, 'High: fixed within 90 minutes, day and night.'],
  [{ resolveMinutes: null }, 'High: somebody responds within 15 minutes, day and night.'],
  [{ respondMinutes: null, resolveMinutes: 525_600 }, 'High: fixed within 8,760 hours, day and night.'],
  [{ active: false }, 'High: no target. Only due dates that people set count.'],
  [{ respondMinutes: null, resolveMinutes: null }, 'High: no target. Only due dates that people set count.'],
] as const)('%j is: %s', (given, sentence) => {
  expect(sentenceOf({ ...high, ...given })).toBe(sentence);
});
