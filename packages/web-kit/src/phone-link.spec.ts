import { expect, it } from '@jest/globals';
import { phoneLink } from './phone-link.ts';

it.each([
  ['207-555-0114 x42', 'tel:2075550114;ext=42'],
  ['+1 (207) 555-0114 ext. 42', 'tel:+12075550114;ext=42'],
  ['207.555.0114, extension 7', 'tel:2075550114;ext=7'],
  ['207-555-0114 Extn: 0042', 'tel:2075550114;ext=0042'],
  ['207 555 0114 #12', 'tel:2075550114;ext=12'],
  ['207 555 0114X9', 'tel:2075550114;ext=9'],
  ['Tel. 207–555–0114', 'tel:2075550114'],
  ['207-555-0114 (kitchen)', 'tel:2075550114'],
  ['+44 (0)20 7946 0958', 'tel:+442079460958'],
  ['\u202A+1 207\u00A0555\u20110114\u202C', 'tel:+12075550114'],
  ['２０７－５５５－０１１４', 'tel:2075550114'],
  ['4521', 'tel:4521'],
])('%j dials %s', (text, link) => {
  expect(phoneLink(text)).toBe(link);
});

it.each([
  '',
  'x42',
  '12',
  '207-555-0114 / 207-555-0115',
  '207-555-0114 or 0115',
  '207-555-0114 207-555-0115',
  '1-800-FLOWERS',
  '207-555-0114 until 9 pm',
  '2+075550114',
  'maria@example.com',
])('%j dials nothing', (text) => {
  expect(phoneLink(text)).toBeUndefined();
});
