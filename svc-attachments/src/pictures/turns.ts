import { type Problem, unavailable } from '@mainstay/service-kit';

const MAX_WAIT_MS = 10_000;
const RETRY_AFTER_S = 3;

/** Requests that wait at most, of one person and of all. They need no memory: the file is loaded in its turn. */
const [MAX_WAITING_OF_ONE, MAX_WAITING] = [5, 50];

interface Waiting {
  person: string;
  begin: () => void;
}

/** Turns for requests that read files: `atOnce` at a time, one of each person, so that nobody keeps others waiting. */
export class Turns {
  private readonly atOnce: number;
  private readonly waiting = new Set<Waiting>();
  /** Whose files are being read. */
  private readonly busy = new Set<string>();

  constructor(atOnce: number) {
    this.atOnce = atOnce;
  }

  /**
   * Does `work` in a turn of this person.
   * @throws Problem 503 when too many are waiting, or the turn has not come after {@link MAX_WAIT_MS}
   */
  async take<Result>(person: string, work: () => Promise<Result>): Promise<Result> {
    await this.turn(person);
    try {
      return await work();
    } finally {
      this.busy.delete(person);
      this.next();
    }
  }

  private async turn(person: string): Promise<void> {
    const own = [...this.waiting].filter((other) => other.person === person);
    if (own.length >= MAX_WAITING_OF_ONE || this.waiting.size >= MAX_WAITING) throw tooBusy();
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const mine = { person, begin: () => resolve(undefined) };
    this.waiting.add(mine);
    const timer = setTimeout(() => {
      this.waiting.delete(mine);
      reject(tooBusy());
    }, MAX_WAIT_MS);
    this.next();
    await promise.finally(() => clearTimeout(timer));
  }

  /** Begins what may begin, those who have waited longest first. */
  private next(): void {
    for (const waiting of this.waiting) {
      if (this.busy.size >= this.atOnce) return;
      if (this.busy.has(waiting.person)) continue;
      this.waiting.delete(waiting);
      this.busy.add(waiting.person);
      waiting.begin();
    }
  }
}

/** Photos of people without an account, by network: each has a process. Thumbnails need no turns: one after the other. */
export const photoTurns = new Turns(2);

/** Files that lose their place, by user. */
export const placeTurns = new Turns(2);

export function tooBusy(): Problem {
  const detail = 'Many photos are being received at the moment. Please try again shortly.';
  return unavailable(detail, undefined, RETRY_AFTER_S);
}
