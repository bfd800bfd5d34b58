import { hash, type Options, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import pLimit from 'p-limit';

/** argon2id (the library's default) with OWASP's parameters: 19 MiB, two passes, one lane. */
const options: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes at once at most, so that a wave of sign-ins cannot take all memory. */
const bounded = pLimit(4);

export const hashPassword = (password: string): Promise<string> => bounded(() => hash(password, options));

/** What an unknown e-mail is checked against, so that it takes as long as a known one. */
const decoy = hashPassword(randomBytes(16).toString('hex'));

/** Whether a password fits a hash. Without a hash (nobody has that e-mail) it takes as long and is false. */
export async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const against = passwordHash ?? (await decoy);
  const fits = await bounded(() => verify(against, password));
  return fits && passwordHash !== undefined;
}
