import { createHash, createHmac, randomBytes } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
/** 128 bits in characters of five bits: the last one has the three that are left, before two zeros. */
const LENGTH = 26;
const PATTERN = /^[a-z2-7]{25}[aeimquy4]$/;

/**
 * A secret for an address that somebody without an account opens: 128 random bits in base32 (RFC 4648) without padding,
 * 26 lowercase letters and digits. It is shown once; what is stored is {@link hashOfCode}.
 */
export const newCode = (): string => codeOf(randomBytes(LENGTH));

/** The code made of the first 26 of these bytes, which are random, or cannot be distinguished from random ones. */
export const codeOf = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, LENGTH), (byte, at) =>
    ALPHABET.charAt(byte & (at === LENGTH - 1 ? 0b11100 : 0b11111)),
  ).join('');

/** What is stored of a code: its SHA-256, 32 bytes. Codes are random, so no salt is needed. */
export const hashOfCode = (code: string): Buffer => createHash('sha256').update(code).digest();

/** A code in a path, as documents describe it. */
export const codeSchema = { type: 'string', pattern: PATTERN.source } as const;

/** Whether a text has the form of a code. Others cannot exist and need not be looked for. */
export const isCode = (text: string): boolean => PATTERN.test(text);

/** HMAC-SHA-256, 32 bytes. The parts have no line breaks before the last one, so no two inputs run together. */
export function macOf(secret: string, purpose: string, ...parts: (string | Buffer)[]): Buffer {
  const mac = createHmac('sha256', secret).update(`mainstay intake ${purpose}`);
  for (const part of parts) mac.update('\n').update(part);
  return mac.digest();
}

/**
 * The code that was derived from these parts, with whichever of the secrets it was.
 * @param hash of the code, as it is stored
 * @returns undefined once its secret is not among them any more
 */
export const derivedCode = (
  secrets: readonly string[],
  hash: Buffer,
  purpose: string,
  ...parts: string[]
): string | undefined =>
  secrets
    .map((secret) => codeOf(macOf(secret, purpose, ...parts)))
    .find((code) => hashOfCode(code).equals(hash));
