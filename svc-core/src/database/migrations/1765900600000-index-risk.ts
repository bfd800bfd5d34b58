import { createIndexConcurrently, type MigrationInterface, type QueryRunner } from '@mainstay/service-kit';

/** A due date that people set in the past has its risk after it: `least` makes that an empty range, not an error. */
const risk = 'tstzrange(least(at_risk_at, order_due_at), order_due_at)';

/** Finds few tickets at risk among many others. Statistics tell the planner whether they are few. */
export class IndexRisk1765900600000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, {
      schema: 'core',
      name: 'ix_ticket_deadlines_risk',
      // With what lists and their counts read, so that they need no row of the table.
      definition: `ON core.ticket_deadlines USING gist (${risk})
        INCLUDE (is_paused, order_due_at, at_risk_at, order_created, ticket_id, location_id, status)
        WHERE NOT is_paused AND order_due_at IS NOT NULL`,
    });
    await runner.query(
      `CREATE STATISTICS IF NOT EXISTS core.st_ticket_deadlines_risk ON (${risk}) FROM core.ticket_deadlines`,
    );
    await runner.query('ANALYZE core.ticket_deadlines');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP STATISTICS core.st_ticket_deadlines_risk');
    await runner.query('DROP INDEX CONCURRENTLY core.ix_ticket_deadlines_risk');
  }
}
