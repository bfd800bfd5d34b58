import { createIndexConcurrently, type MigrationInterface, type QueryRunner } from '@mainstay/service-kit';

const folded = (columns: readonly string[]): string =>
  `USING gin (${columns.map((column) => `core.folded(${column}) gin_trgm_ops`).join(', ')})`;

/** Of the searches before those of folded text: no release that can be upgraded reads them, and every change wrote them. */
const unread = {
  ix_locations_name_trgm: 'ON core.locations USING gin (name gin_trgm_ops)',
  ix_tickets_title_trgm: 'ON core.tickets USING gin (title gin_trgm_ops)',
  ix_tickets_title_short_grams: 'ON core.tickets USING gin (core.short_grams(title))',
  ix_tickets_purchase_order_trgm:
    'ON core.tickets USING gin (purchase_order gin_trgm_ops) WHERE purchase_order IS NOT NULL',
};

/** Searches find locations by an index; those of tickets and equipment ask for them, too. */
export class IndexSearches1766600100000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, {
      schema: 'core',
      name: 'ix_locations_folded',
      definition: `ON core.locations ${folded(['name', 'city', 'store_number'])}`,
    });
    for (const name of Object.keys(unread))
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS core.${name}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, definition] of Object.entries(unread))
      await createIndexConcurrently(runner, { schema: 'core', name, definition });
    await runner.query('DROP INDEX CONCURRENTLY core.ix_locations_folded');
  }
}

/**
 * Searches use no parallel workers: most parts of a search find nothing or are skipped, and workers that start for each
 * of them take longer than the search itself.
 */
export class SearchAlone1766600101000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER FUNCTION core.folded_fully(text) PARALLEL RESTRICTED');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER FUNCTION core.folded_fully(text) PARALLEL SAFE');
  }
}
