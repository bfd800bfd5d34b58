import { exactText, unavailable } from '@mainstay/service-kit';
import { hash, type Options, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import pLimit from 'p-limit';

/** Composing takes a time that grows with the square of the length, which is limited before. */
export const typedPassword = exactText.refine((value) => value.length <= 1024, {
  error: 'At most 256 characters.',
  abort: true,
});

/** argon2id (the library's default) with OWASP's parameters: 19 MiB, two passes, one lane. */
const options: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Limits concurrent hashes, so that a burst of sign-ins cannot exhaust the memory. */
const bounded = pLimit(4);
/** Maximum queue length: about two seconds of work for one processor. Longer waits would only end in timeouts. */
const MAX_WAITING = 100;
const RETRY_AFTER_S = 2;

/** The number of passwords waiting to be hashed or verified. */
export const waitingHashes = (): number => bounded.pendingCount;

/** @throws Problem 503 when the queue is full */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (bounded.pendingCount >= MAX_WAITING) {
    throw unavailable(
      'Too many people are signing in at the moment. Please try again shortly.',
      undefined,
      RETRY_AFTER_S,
    );
  }
  return bounded(work);
}

/** @throws Problem 503 when too many passwords are waiting to be hashed */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, options));

/** Compared with the password for an unknown e-mail, so that it takes as long as for a known one. */
const decoy = hashPassword(randomBytes(16).toString('hex'));

/**
 * Whether a password matches a hash, whichever way the keyboard writes an é. New passwords are composed (NFC), older
 * ones are as they were typed. Without a hash (an unknown e-mail) it takes as long and returns false.
 * @throws Problem 503 when too many passwords are waiting to be verified
 */
export async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const against = passwordHash ?? (await decoy);
  let fits = false;
  for (const form of new Set([password.normalize('NFC'), password.normalize('NFD'), password])) {
    fits ||= await inTurn(() => verify(against, form));
  }
  return fits && passwordHash !== undefined;
}
