import { expect, it } from '@jest/globals';
import { timeZone } from './time-zone.ts';

it.each(['America/New_York', 'Europe/Lisbon', 'UTC', 'Asia/Kolkata'])('%s is a time zone', (name) => {
  expect(timeZone.parse(name)).toBe(name);
});

it.each(['', '+02:00', '-05:00', 'Europe/Atlantis', 'New York', 'A'.repeat(65), 5, undefined])(
  '%s is none',
  (name) => {
    expect(timeZone.safeParse(name).success).toBe(false);
  },
);
