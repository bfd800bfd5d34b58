import type { EntityManager } from 'typeorm';

type Follower<Change extends unknown[]> = (within: EntityManager, ...change: Change) => Promise<void>;

/**
 * What higher floors do in the transaction of a change on a lower one, which cannot call them. Their modules add it
 * when they start.
 */
export class Followers<Change extends unknown[]> {
  private readonly all: Follower<Change>[] = [];

  add(follower: Follower<Change>): void {
    this.all.push(follower);
  }

  /** Runs them one after another, in the order in which they were added. */
  async run(within: EntityManager, ...change: Change): Promise<void> {
    for (const follower of this.all) await follower(within, ...change);
  }
}
