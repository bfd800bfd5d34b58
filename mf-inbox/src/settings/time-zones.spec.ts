import { expect, it } from '@jest/globals';
import { timeZoneOptions } from './time-zones.ts';

it("offers the browser's time zone first, and every other one once", () => {
  const options = timeZoneOptions('America/New_York', 'US/Eastern');
  expect(options[0]).toEqual({ value: 'America/New_York', label: 'America/New York (this device)' });
  const values = options.map(({ value }) => value);
  expect(values).toContain('US/Eastern');
  expect(new Set(values).size).toBe(values.length);
  expect(values.slice(1)).toEqual(values.slice(1).toSorted());
});
