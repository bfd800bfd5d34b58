import type { EntityManager } from 'typeorm';

/**
 * @param limit maximum number of rows; the last one may exceed it
 * @returns how many rows were processed
 */
type Batch<Of> = (within: EntityManager, of: Of, limit: number) => Promise<number>;

/** What a removal does with rows of higher floors, whose modules add it when they start. */
export class Batches<Of> {
  private readonly all: Batch<Of>[] = [];

  add(batch: Batch<Of>): void {
    this.all.push(batch);
  }

  /**
   * Runs them in the order in which they were added, until `limit` rows are processed.
   * @returns how many were
   */
  async run(within: EntityManager, of: Of, limit: number): Promise<number> {
    let rows = 0;
    for (const batch of this.all) if (rows < limit) rows += await batch(within, of, limit - rows);
    return rows;
  }
}
