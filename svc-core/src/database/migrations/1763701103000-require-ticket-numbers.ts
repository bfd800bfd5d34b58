import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/**
 * Numbers the tickets that were created while the others were numbered, and from here on each new one, also one of the
 * previous version of the service. From now on every change of a ticket is a version again, with an audit entry.
 */
export class RequireTicketNumbers1763701103000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('LOCK TABLE core.tickets IN ACCESS EXCLUSIVE MODE');
    // The statistics are of before the numbers: without this, PostgreSQL reads the whole table for those without one.
    await runner.query('SET LOCAL enable_seqscan = off');
    await runner.query(`
      UPDATE core.tickets t SET number = numbered.number
      FROM (
        SELECT id, (SELECT coalesce(max(number), 0) FROM core.tickets)
          + row_number() OVER (ORDER BY created_at, id) AS number
        FROM core.tickets WHERE number IS NULL
      ) AS numbered
      WHERE t.id = numbered.id`);
    await runner.query('CREATE SEQUENCE core.ticket_numbers AS integer OWNED BY core.tickets.number');
    await runner.query(
      `SELECT setval('core.ticket_numbers', coalesce(max(number), 0) + 1, false) FROM core.tickets`,
    );
    await runner.query('GRANT USAGE ON SEQUENCE core.ticket_numbers TO svc_core');
    await runner.query(`
      ALTER TABLE core.tickets
        ALTER COLUMN number SET DEFAULT nextval('core.ticket_numbers'),
        ADD CONSTRAINT tickets_number_not_null NOT NULL number NOT VALID,
        ADD CONSTRAINT uq_tickets_number UNIQUE USING INDEX uq_tickets_number`);
    await runner.query('DROP TRIGGER tr_tickets_audit_update ON core.tickets');
    await runner.query(`
      CREATE OR REPLACE TRIGGER tr_tickets_audit AFTER INSERT OR UPDATE OR DELETE ON core.tickets
      FOR EACH ROW EXECUTE FUNCTION auth.write_audit_entry('ticket')`);
    await runner.query(`
      CREATE OR REPLACE TRIGGER tr_tickets_version BEFORE UPDATE ON core.tickets
      FOR EACH ROW EXECUTE FUNCTION auth.count_version()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE core.tickets
        DROP CONSTRAINT uq_tickets_number,
        DROP CONSTRAINT tickets_number_not_null,
        ALTER COLUMN number DROP DEFAULT`);
    await runner.query('DROP SEQUENCE core.ticket_numbers');
    await runner.query('CREATE UNIQUE INDEX uq_tickets_number ON core.tickets (number)');
    await runner.query(`
      CREATE OR REPLACE TRIGGER tr_tickets_audit AFTER INSERT OR DELETE ON core.tickets
      FOR EACH ROW EXECUTE FUNCTION auth.write_audit_entry('ticket')`);
    await runner.query(`
      CREATE TRIGGER tr_tickets_audit_update AFTER UPDATE ON core.tickets
      FOR EACH ROW WHEN (OLD.number IS NOT DISTINCT FROM NEW.number)
      EXECUTE FUNCTION auth.write_audit_entry('ticket')`);
  }
}
