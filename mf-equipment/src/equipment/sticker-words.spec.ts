import { expect, it } from '@jest/globals';
import { code } from '../../test/fixtures.ts';
import { stickerWords } from './sticker-words.ts';

const now = new Date(2026, 2, 20, 10, 0);
const at = (day: number, hour = 9) => new Date(2026, 2, day, hour, 20).toISOString();

it.each([
  ['without one', null, 'No sticker'],
  ['not used yet', code({ createdAt: at(17) }), 'Sticker made 3 days ago, not used yet'],
  [
    'that replaced another',
    code({ createdAt: at(5), rotatedAt: at(17) }),
    'Sticker made 3 days ago, not used yet',
  ],
  [
    'used today',
    code({ createdAt: at(17), lastUsedAt: at(20, 0) }),
    'Sticker made 3 days ago, last used today',
  ],
  [
    'used the evening before',
    code({ createdAt: at(5), rotatedAt: at(20), lastUsedAt: at(19, 23) }),
    'Sticker made today, last used yesterday',
  ],
  [
    'made long ago',
    code({ createdAt: new Date(2026, 0, 5).toISOString() }),
    'Sticker made on Jan 5, 2026, not used yet',
  ],
  [
    'by a clock behind the server',
    code({ createdAt: at(20, 12), lastUsedAt: at(21, 0) }),
    'Sticker made today, last used today',
  ],
  ['turned off', code({ active: false, suspendedUntil: at(20, 14) }), 'Sticker turned off'],
  ['resting', code({ suspendedUntil: at(20, 14) }), 'Resting until 2:20 PM'],
  ['rested', code({ createdAt: at(20), suspendedUntil: at(20) }), 'Sticker made today, not used yet'],
])('says of a sticker %s', (_which, given, words) => {
  expect(stickerWords(given, now)).toBe(words);
});

it.each([
  [null, 'No sticker'],
  [code(), 'Not used yet'],
  [code({ lastUsedAt: at(19) }), 'Last used yesterday'],
])('says in a row when it was used alone: %j', (given, words) => {
  expect(stickerWords(given, now, true)).toBe(words);
});
