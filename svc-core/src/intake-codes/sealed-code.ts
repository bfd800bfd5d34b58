import { conflict } from '@mainstay/service-kit';
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'mainstay stored intake code', 32));

/** Encrypts a code for {@link openCode}. */
export function sealCode(secret: string, code: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(secret), nonce);
  const sealed = Buffer.concat([cipher.update(code, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** The code that was sealed with this secret; null if it was sealed with another one, or altered. */
export function openCode(secret: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(CIPHER, keyOf(secret), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const code = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([code, decipher.final()]).toString('utf8');
  } catch {
    // The tag does not match.
    return null;
  }
}

/**
 * A code as it is stored for the Idempotency-Key of its creation: encrypted, so that whoever reads the database, or a backup of
 * it, has no code (docs/decisions/0044). @param secrets the current one first, then those before it, which open what they sealed
 * @throws Problem 409 when parsing one whose secret is no longer there
 */
export const sealedCode = (secrets: readonly string[]) =>
  z.codec(z.string(), z.string(), {
    encode: (code) => {
      const [current] = secrets;
      if (current === undefined) throw new Error('there is no secret to encrypt with');
      return sealCode(current, code);
    },
    decode: (sealed) => {
      for (const secret of secrets) {
        const code = openCode(secret, sealed);
        if (code !== null) return code;
      }
      throw conflict('This code was created before, and can no longer be shown. Rotate it to get a new one.');
    },
  });
