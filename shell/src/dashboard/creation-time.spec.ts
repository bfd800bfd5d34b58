import { expect, it } from '@jest/globals';
import { creationTime } from './creation-time.ts';

it('reads like "Mar 5, 3:04 PM", with plain spaces', () => {
  const localAfternoon = new Date(2026, 2, 5, 15, 4).toISOString();
  expect(creationTime(localAfternoon)).toBe('Mar 5, 3:04 PM');
});
