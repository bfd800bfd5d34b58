import { expect, it } from '@jest/globals';
import { matchesZone, timeZoneOptions } from './time-zones.ts';

const found = (text: string): string[] =>
  timeZoneOptions()
    .filter((option) => matchesZone(text, option))
    .map(({ value }) => value);
const same = (name: string) => new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;

it.each([
  ['Eastern', 'America/New_York'],
  ['eastern time', 'America/New_York'],
  ['Pacific Time', 'America/Los_Angeles'],
  ['EST', 'America/New_York'],
  ['US/Mountain', 'America/Denver'],
  ['Kyiv', 'Europe/Kyiv'],
  ['Kiev', 'Europe/Kyiv'],
  ['Kolkata', 'Asia/Kolkata'],
  ['Calcutta', 'Asia/Kolkata'],
  ['India Standard', 'Asia/Kolkata'],
  ['Ho Chi Minh', 'Asia/Ho_Chi_Minh'],
  ['saigon', 'Asia/Ho_Chi_Minh'],
  ['new york', 'America/New_York'],
  ['New_York', 'America/New_York'],
  ['São Paulo', 'America/Sao_Paulo'],
  ['yangon', 'Asia/Yangon'],
])('%j finds %s', (text, zone) => {
  expect(found(text)).toContain(same(zone));
});

it('finds nothing by what is no name', () => {
  expect(found('Springfield')).toEqual([]);
});
