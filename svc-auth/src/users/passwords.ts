import { unavailable } from '@mainstay/service-kit';
import { hash, type Options, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import pLimit from 'p-limit';

/** argon2id (the library's default) with OWASP's parameters: 19 MiB, two passes, one lane. */
const options: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes at once at most, so that a wave of sign-ins cannot take all memory. */
const bounded = pLimit(4);
/** Hashes that wait at most: about two seconds of work for one processor. Beyond it, waiting would only end in time-outs. */
const MOST_WAITING = 100;
const RETRY_AFTER_S = 2;

/** How many passwords wait to be hashed or verified. */
export const waitingHashes = (): number => bounded.pendingCount;

/** @throws Problem 503 when too many wait already */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (bounded.pendingCount >= MOST_WAITING) {
    throw unavailable(
      'Too many people are signing in at the moment. Please try again shortly.',
      undefined,
      RETRY_AFTER_S,
    );
  }
  return bounded(work);
}

/** @throws Problem 503 when too many passwords wait to be hashed */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, options));

/** What an unknown e-mail is checked against, so that it takes as long as a known one. */
const decoy = hashPassword(randomBytes(16).toString('hex'));

/**
 * Whether a password fits a hash. Without a hash (nobody has that e-mail) it takes as long and is false.
 * @throws Problem 503 when too many passwords wait to be verified
 */
export async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const against = passwordHash ?? (await decoy);
  const fits = await inTurn(() => verify(against, password));
  return fits && passwordHash !== undefined;
}
