import type { EntityManager } from 'typeorm';

/** An entity that may have more rows than one transaction should delete. */
export interface Removable {
  /** Hides it and all its rows from everybody, once the transaction is committed. */
  hide(within: EntityManager, id: string): Promise<void>;

  /**
   * Deletes or updates some of the rows that must be processed before it can be deleted. @param limit maximum number
   * of rows, with the comments and reports of tickets and without other cascades; the last ticket may exceed it @returns whether none
   * is left
   */
  removeBatch(within: EntityManager, id: string, limit: number): Promise<boolean>;

  /** Deletes the entity itself. Rows added since the last batch are deleted or updated by cascade. */
  remove(within: EntityManager, id: string): Promise<void>;
}
