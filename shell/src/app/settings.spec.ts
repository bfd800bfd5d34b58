import { expect, it } from '@jest/globals';
import { parseSettings } from './settings.ts';

const defaults = {
  brandName: 'Sandwich Co.',
  accountSettingsUrl: 'https://account.example.com/',
  offline: true,
};

it.each([
  [
    { brandName: ' Sub Station ', accountSettingsUrl: 'http://id.example/me', offline: false, more: 1 },
    { brandName: 'Sub Station', accountSettingsUrl: 'http://id.example/me', offline: false },
  ],
  [undefined, defaults],
  ['text', defaults],
  [{ brandName: '', accountSettingsUrl: 'javascript:alert(1)' }, defaults],
  [{ brandName: 7, accountSettingsUrl: '/me', offline: 'off' }, defaults],
])('reads %j as %j', (document, settings) => {
  expect(parseSettings(document)).toEqual(settings);
});
