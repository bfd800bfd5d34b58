import { createIndexConcurrently, type MigrationInterface, type QueryRunner } from '@mainstay/service-kit';

/** The number of the order with which a repair is paid. */
export class AddPurchaseOrders1763701111000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE core.tickets ADD COLUMN purchase_order varchar(40)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE core.tickets DROP COLUMN purchase_order');
  }
}

/** For the search. */
export class IndexPurchaseOrders1763701111001 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, {
      schema: 'core',
      name: 'ix_tickets_purchase_order_trgm',
      definition: 'ON core.tickets USING gin (purchase_order gin_trgm_ops) WHERE purchase_order IS NOT NULL',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY core.ix_tickets_purchase_order_trgm');
  }
}
