import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
/** 128 bits in characters of five bits: the last one has the three that are left, before two zeros. */
const LENGTH = 26;
const PATTERN = /^[a-z2-7]{25}[aeimquy4]$/;

/**
 * A secret for an address that somebody without an account opens: 128 random bits in base32 (RFC 4648) without padding,
 * 26 lowercase letters and digits. It is shown once; what is stored is {@link hashOf}.
 */
export const newCode = (): string => codeOf(randomBytes(LENGTH));

/** The code made of the first 26 of these bytes, which are random, or cannot be distinguished from random ones. */
export const codeOf = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, LENGTH), (byte, at) =>
    ALPHABET.charAt(byte & (at === LENGTH - 1 ? 0b11100 : 0b11111)),
  ).join('');

/** What is stored of a code: its SHA-256, 32 bytes. Codes are random, so no salt is needed. */
export const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();

/** Whether a text has the form of a code. Others cannot exist and need not be looked for. */
export const isCode = (text: string): boolean => PATTERN.test(text);
