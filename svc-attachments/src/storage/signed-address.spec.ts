import { describe, expect, it, jest } from '@jest/globals';
import crypto from 'node:crypto';
import { readSignedAddress, signAddress, type SignedAddress } from './signed-address.ts';

const secrets = ['a-secret-of-at-least-thirty-two-characters'];
const address: SignedAddress = {
  method: 'GET',
  key: 'attachments/1',
  fileName: 'ä b.txt',
  part: { uploadId: '0197', number: 3 },
  maxBytes: 100,
  holder: { userId: '0198', sessionEpoch: 2 },
  expiresAt: new Date('2026-03-05T15:04:00Z'),
};
const signed = () => signAddress(address, secrets);
const read = (query: URLSearchParams, method: 'GET' | 'PUT' = 'GET', key = address.key) =>
  readSignedAddress({ method, key, query }, secrets);

describe('a signed address', () => {
  it('returns what was signed', () => {
    expect(read(signed())).toEqual(address);
  });

  it('has no name, part, maximum or holder where none is given', () => {
    const whole = { ...address, fileName: '', part: undefined, maxBytes: undefined, holder: undefined };
    const query = signAddress(whole, secrets);
    expect([...query.keys()]).toEqual(['expires', 'signature']);
    expect(read(query)).toEqual(whole);
  });

  it('has an HMAC-SHA-256 signature', () => {
    const hmac = jest.spyOn(crypto, 'createHmac');
    const signature = signed().get('signature') ?? '';
    expect(hmac.mock.calls).toEqual([['sha256', secrets[0]]]);
    hmac.mockRestore();
    expect(Buffer.from(signature, 'base64url')).toHaveLength(32);
  });

  it('is valid while its secret is on the list, whichever signs now', () => {
    const request = { method: address.method, key: address.key, query: signed() };
    expect(readSignedAddress(request, ['newer', ...secrets])).toEqual(address);
    expect(readSignedAddress(request, ['newer'])).toBeUndefined();
    const newer = signAddress(address, ['newer', ...secrets]);
    expect(readSignedAddress({ ...request, query: newer }, ['newer'])).toEqual(address);
  });

  it.each(['expires', 'name', 'uploadId', 'partNumber', 'max', 'for', 'signature'])(
    'is invalid without or with another %s',
    (parameter) => {
      const without = signed();
      without.delete(parameter);
      expect(read(without)).toBeUndefined();

      const altered = signed();
      altered.set(parameter, `${altered.get(parameter) ?? ''}1`);
      expect(read(altered)).toBeUndefined();
    },
  );

  it('is invalid with another encoding of the same signature', () => {
    const query = signed();
    const signature = query.get('signature') ?? '';
    for (const last of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=') {
      query.set('signature', signature.slice(0, -1) + last);
      expect(read(query) !== undefined).toBe(signature.endsWith(last));
    }
  });

  it('is compared by timingSafeEqual', () => {
    const compared = jest.spyOn(crypto, 'timingSafeEqual');
    const query = signed();
    const signature = query.get('signature') ?? '';
    query.set('signature', (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1));
    expect(read(query)).toBeUndefined();
    expect(compared.mock.results.map(({ value }) => value)).toEqual([false]);
    compared.mockRestore();
  });

  it('is invalid for another method, key or secret', () => {
    expect(read(signed(), 'PUT')).toBeUndefined();
    expect(read(signed(), 'GET', 'attachments/2')).toBeUndefined();
    expect(
      readSignedAddress({ method: 'GET', key: address.key, query: signed() }, ['another']),
    ).toBeUndefined();
  });

  it('does not let one field be moved into the next', () => {
    const query = signAddress({ ...address, key: 'a', fileName: 'b' }, secrets);
    query.set('name', '');
    expect(read(query, 'GET', 'ab')).toBeUndefined();
  });
});
