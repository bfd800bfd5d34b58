import { expect, it } from '@jest/globals';
import { contactLink } from './contact.ts';

it.each([
  ['maria@example.com', 'mailto:maria@example.com'],
  [' Maria.Lopez+store@mail.example.co.uk ', 'mailto:Maria.Lopez+store@mail.example.co.uk'],
  ['ops&maint?x@example.com', 'mailto:ops%26maint%3Fx@example.com'],
  ['x@bücher.example', 'mailto:x@b%C3%BCcher.example'],
  ['x@store.xn--p1ai', 'mailto:x@store.xn--p1ai'],
  ['+1 (555) 010-0199', 'tel:+15550100199'],
  ['555 010 0199 ext. 7', 'tel:5550100199;ext=7'],
])('%j leads to %s', (contact, link) => {
  expect(contactLink(contact)).toBe(link);
});

it.each([
  'Maria, night shift',
  'maria@',
  'maria@localhost',
  'maria@example.com?bcc=all@example.com',
  'maria@example.com, 555 010 0199',
  '<maria@example.com>',
  'javascript:alert(1)',
  '12345',
  '()-. ()-. ()',
  '',
])('%j leads nowhere', (contact) => {
  expect(contactLink(contact)).toBeUndefined();
});
