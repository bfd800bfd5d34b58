import { expect, it } from '@jest/globals';
import { createDecipheriv, hkdfSync } from 'node:crypto';
import { TextCipher } from './text-cipher.ts';

const [first = '', second = ''] = ['a', 'b'].map((letter) => letter.repeat(32));
const cipher = new TextCipher([first], 'test');
const text = 'gig2cxcctabf4nawnhh5fl5jxa';

it('reads what its secrets have encrypted, for its own purpose', () => {
  const encrypted = cipher.encrypt(text);
  expect(cipher.decrypt(encrypted)).toBe(text);
  expect(new TextCipher([second, first], 'test').decrypt(encrypted)).toBe(text);
  expect(new TextCipher([second], 'test').decrypt(encrypted)).toBeNull();
  expect(new TextCipher([first], 'another').decrypt(encrypted)).toBeNull();
});

it('does not show the text, and gives another one each time', () => {
  const encrypted = [cipher.encrypt(text), cipher.encrypt(text)];
  expect(new Set(encrypted).size).toBe(2);
  for (const one of encrypted) expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain(text);
});

it('encrypts with the first of its secrets', () => {
  const encrypted = new TextCipher([second, first], 'test').encrypt(text);
  expect(cipher.decrypt(encrypted)).toBeNull();
  expect(new TextCipher([second], 'test').decrypt(encrypted)).toBe(text);
  expect(() => new TextCipher([], 'test').encrypt(text)).toThrow('no secret');
});

it('is AES-256-GCM with a nonce of 96 bits, a tag of 128, and a key of the secret and the purpose', () => {
  const bytes = Buffer.from(cipher.encrypt(text), 'base64url');
  const key = Buffer.from(hkdfSync('sha256', first, '', 'test', 32));
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAuthTag(bytes.subarray(-16));
  expect(decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')).toBe(text);
});

it('reads nothing that was altered, cut or is no text of its own', () => {
  const encrypted = cipher.encrypt(text);
  const bytes = Buffer.from(encrypted, 'base64url');
  const altered = Array.from(bytes, (_, at) => {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy.toString('base64url');
  });
  for (const other of [...altered, encrypted.slice(0, -8), `${encrypted}AAAA`, `${encrypted}=`, '', 'x']) {
    expect(cipher.decrypt(other)).toBeNull();
  }
});
