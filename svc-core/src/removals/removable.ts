import type { EntityManager } from 'typeorm';

/** Something that may have more rows than one transaction should take away. */
export interface Removable {
  /** Hides it from everybody, with all that belongs to it, once this is committed. */
  hide(within: EntityManager, id: string): Promise<void>;

  /**
   * Takes away some of the rows that keep it from going.
   * @param limit rows at most, cascades not counted
   * @returns whether nothing is left
   */
  removeBatch(within: EntityManager, id: string, limit: number): Promise<boolean>;

  /** Takes it away itself. What has come to it since it was last looked at goes, or is let go, by cascade. */
  remove(within: EntityManager, id: string): Promise<void>;
}
