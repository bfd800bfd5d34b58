import { describe, expect, it } from '@jest/globals';
import { askedAddress, forgetAskedAddress, rememberAskedAddress } from './asked-address.ts';

/** What is remembered of a page at this address. */
function rememberedAt(address: string) {
  history.replaceState(null, '', address);
  rememberAskedAddress('ada');
  return askedAddress('ada');
}

describe('the address to open after signing in', () => {
  it.each([
    '/',
    '/tickets?ticket=01890000-0000-7000-8000-000000000001&q=oven+door',
    '/inbox/settings',
    '/apiary',
  ])('is the one that was open: %s', (address) => {
    expect(rememberedAt(address)).toBe(address);
  });

  it('is the screen alone for another user, who does not get what the last one searched', () => {
    rememberedAt('/tickets?q=Dr.+Secret');
    expect(askedAddress('grace')).toBe('/tickets');
  });

  it('is the whole one for anybody where nobody was signed in, as that of a link in a mail', () => {
    history.replaceState(null, '', '/tickets?ticket=1');
    rememberAskedAddress();
    expect(askedAddress('grace')).toBe('/tickets?ticket=1');
  });

  it('is none if none was asked for, or once it was opened', () => {
    expect(askedAddress('ada')).toBeUndefined();
    rememberedAt('/tickets');
    forgetAskedAddress();
    expect(askedAddress('ada')).toBeUndefined();
  });

  it.each(['/auth', '/api/login', '/api/attachments/1/download'])('is none for %s', (address) => {
    expect(rememberedAt(address)).toBeUndefined();
  });

  it.each([
    'https://elsewhere.example/tickets',
    '//elsewhere.example/tickets',
    '/\\elsewhere.example',
    `${location.origin}//elsewhere.example`,
    'javascript:alert(1)',
    'http://',
  ])('never leads to another site: %s', (address) => {
    sessionStorage.setItem('mainstay.asked-for', ` ${address}`);
    expect(askedAddress('ada')).toBeUndefined();
  });
});
