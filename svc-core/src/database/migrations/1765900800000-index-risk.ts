import { createIndexConcurrently, type MigrationInterface, type QueryRunner } from '@mainstay/service-kit';

/** When the risk of a ticket begins that the clock has not seen yet. */
const newRisk = '(CASE WHEN passed = 0 THEN at_risk_at END)';

/**
 * Finds tickets at risk: those whose risk the clock has seen, soonest first, and those whose risk has begun since. By
 * the statistics the planner knows that the latter are few.
 */
export class IndexRisk1765900800000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Of an earlier migration that was replaced by this one.
    await runner.query('DROP STATISTICS IF EXISTS core.st_ticket_deadlines_risk');
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS core.ix_ticket_deadlines_risk');
    await createIndexConcurrently(runner, {
      schema: 'core',
      name: 'ix_ticket_deadlines_at_risk',
      definition: `ON core.ticket_deadlines (order_due_at, order_created, ticket_id)
        INCLUDE (location_id, status, at_risk_at)
        WHERE passed > 0 AND NOT is_paused AND order_due_at IS NOT NULL`,
    });
    await createIndexConcurrently(runner, {
      schema: 'core',
      name: 'ix_ticket_deadlines_new_risk',
      definition: `ON core.ticket_deadlines (${newRisk})
        WHERE passed = 0 AND NOT is_paused AND order_due_at IS NOT NULL`,
    });
    await runner.query(
      `CREATE STATISTICS IF NOT EXISTS core.st_new_risk ON ${newRisk} FROM core.ticket_deadlines`,
    );
    await runner.query('ANALYZE core.ticket_deadlines');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP STATISTICS core.st_new_risk');
    await runner.query('DROP INDEX CONCURRENTLY core.ix_ticket_deadlines_new_risk');
    await runner.query('DROP INDEX CONCURRENTLY core.ix_ticket_deadlines_at_risk');
  }
}
