import { expect, it } from '@jest/globals';
import { parseSettings } from './settings.ts';

const defaults = { brandName: 'Sandwich Co.', accountSettingsUrl: 'https://account.example.com/' };

it.each([
  [
    { brandName: ' Sub Station ', accountSettingsUrl: 'http://id.example/me', more: 1 },
    { brandName: 'Sub Station', accountSettingsUrl: 'http://id.example/me' },
  ],
  [undefined, defaults],
  ['text', defaults],
  [{ brandName: '', accountSettingsUrl: 'javascript:alert(1)' }, defaults],
  [{ brandName: 7, accountSettingsUrl: '/me' }, defaults],
])('reads %j as %j', (document, settings) => {
  expect(parseSettings(document)).toEqual(settings);
});
