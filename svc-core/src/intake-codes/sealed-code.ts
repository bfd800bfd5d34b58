import { conflict, TextCipher } from '@mainstay/service-kit';
import { z } from 'zod';

/**
 * A code as it is stored for the Idempotency-Key of its creation: encrypted, so that whoever reads the database, or a
 * backup of it, has no code (docs/decisions/0044).
 * @param secrets the current one first, then those before it
 * @throws Problem 409 when parsing a code whose secret was removed
 */
export function sealedCode(secrets: readonly string[]) {
  const cipher = new TextCipher(secrets, 'mainstay intake code');
  return z.codec(z.string(), z.string(), {
    encode: (code) => cipher.encrypt(code),
    decode: (sealed) => {
      const code = cipher.decrypt(sealed);
      if (code === null) {
        throw conflict(
          'code_not_shown',
          'This code was created before, and can no longer be shown. Rotate it to get a new one.',
        );
      }
      return code;
    },
  });
}
