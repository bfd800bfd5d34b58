import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts short texts, and authenticates them (AES-256-GCM), with a key of each secret: the first encrypts, all
 * decrypt. A text can be read until its secret is removed.
 */
export class TextCipher {
  private readonly keys: readonly Buffer[];

  /** @param purpose different ones have different keys: a text of one cannot be read as one of another */
  constructor(secrets: readonly string[], purpose: string) {
    this.keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));
  }

  /** In base64url, different each time. */
  encrypt(text: string): string {
    const [key] = this.keys;
    if (!key) throw new Error('no secret');
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, iv);
    const encrypted = [cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat([iv, ...encrypted]).toString('base64url');
  }

  /** Null for a text that none of the keys has encrypted, or that was altered. */
  decrypt(encrypted: string): string | null {
    const bytes = Buffer.from(encrypted, 'base64url');
    if (bytes.length <= IV_BYTES + TAG_BYTES || bytes.toString('base64url') !== encrypted) return null;
    for (const key of this.keys) {
      const text = decryptWith(key, bytes);
      if (text !== null) return text;
    }
    return null;
  }
}

/** Null unless the key is the one with which it was encrypted. */
function decryptWith(key: Buffer, bytes: Buffer): string | null {
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8');
  try {
    return text + decipher.final('utf8');
  } catch {
    // Another key, or altered.
    return null;
  }
}
