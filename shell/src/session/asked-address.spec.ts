import { describe, expect, it } from '@jest/globals';
import { askedAddress, forgetAskedAddress, rememberAskedAddress } from './asked-address.ts';

/** What is remembered of a page at this address. */
function rememberedAt(address: string) {
  history.replaceState(null, '', address);
  rememberAskedAddress();
  return askedAddress();
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

  it('is none if none was asked for, or once it was opened', () => {
    expect(askedAddress()).toBeUndefined();
    rememberedAt('/tickets');
    forgetAskedAddress();
    expect(askedAddress()).toBeUndefined();
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
    sessionStorage.setItem('mainstay.asked-for', address);
    expect(askedAddress()).toBeUndefined();
  });
});
