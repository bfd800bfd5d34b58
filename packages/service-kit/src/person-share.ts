import { ConcurrencyLimit } from './concurrency-limit.ts';
import { tooManyRequests } from './problem.ts';
import { type RequestContext, requestContext } from './request-context.ts';

type Person = Pick<RequestContext, 'userId'>;

/**
 * What each person may do at once. Counted in this process, because what it protects is the process's own: connections,
 * memory, time.
 */
class Share {
  private readonly limits = new Map<string, ConcurrencyLimit>();

  constructor(private readonly limitOfPerson: () => ConcurrencyLimit) {}

  /** As {@link ConcurrencyLimit.enter}. Without a person, as in background work, there is no limit. */
  async enter({ userId }: Person): Promise<() => void> {
    if (userId === null) return () => undefined;
    const limit = this.limits.get(userId) ?? this.limitOfPerson();
    this.limits.set(userId, limit);
    const leave = await limit.enter();
    return () => {
      leave();
      if (limit.isIdle) this.limits.delete(userId);
    };
  }
}

/** Few of a pool's connections. Twice the time after which PostgreSQL ends a statement, so that two have their turn. */
const READS = 2;
const PATIENCE_MS = 5000;
const TOO_MANY_READS =
  'Your searches and reports take too long together. Please wait a moment and try again.';
const reads = new Share(
  () => new ConcurrencyLimit(READS, PATIENCE_MS, () => tooManyRequests(TOO_MANY_READS, 1)),
);

const FILES = 2;
const TOO_MANY_FILES = 'You are exporting two lists already. Wait until one is complete, then try again.';
const files = new Share(() => new ConcurrencyLimit(FILES, 0, () => tooManyRequests(TOO_MANY_FILES, 5)));

/**
 * Runs a read that is costly, such as a search, a report or a part of a file: two at once of a person, the others wait.
 * @param person of the current request by default
 * @throws Problem 429 after waiting too long
 */
export async function inShare<Result>(
  read: () => Promise<Result>,
  person: Person = requestContext(),
): Promise<Result> {
  const leave = await reads.enter(person);
  try {
    return await read();
  } finally {
    leave();
  }
}

/**
 * Begins a file, which ends when the caller calls the returned function.
 * @throws Problem 429 for a third of a person
 */
export const beginFile = (person: Person): Promise<() => void> => files.enter(person);
