import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/**
 * A ticket's number, who created it and by which way. Only what takes no time on a large table: the numbers of the
 * tickets that are there follow in 1763701101000, and the checks are validated in 1763701104000. Until all tickets have
 * a number, giving one is no change of the ticket: it neither counts as a version nor is it written to the audit trail.
 */
export class AddTicketNumbers1763701100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE core.tickets
        ADD COLUMN number integer,
        ADD COLUMN created_by uuid
          CONSTRAINT fk_tickets_created_by REFERENCES auth.users (id) ON DELETE SET NULL,
        ADD COLUMN via varchar(10) NOT NULL DEFAULT 'app',
        ADD CONSTRAINT ck_tickets_number CHECK (number > 0) NOT VALID,
        ADD CONSTRAINT ck_tickets_via CHECK (via IN ('app', 'api', 'qr')) NOT VALID`);
    await runner.query(`
      CREATE OR REPLACE TRIGGER tr_tickets_version BEFORE UPDATE ON core.tickets
      FOR EACH ROW WHEN (OLD.number IS NOT DISTINCT FROM NEW.number) EXECUTE FUNCTION auth.count_version()`);
    await runner.query(`
      CREATE OR REPLACE TRIGGER tr_tickets_audit AFTER INSERT OR DELETE ON core.tickets
      FOR EACH ROW EXECUTE FUNCTION auth.write_audit_entry('ticket')`);
    await runner.query(`
      CREATE TRIGGER tr_tickets_audit_update AFTER UPDATE ON core.tickets
      FOR EACH ROW WHEN (OLD.number IS NOT DISTINCT FROM NEW.number)
      EXECUTE FUNCTION auth.write_audit_entry('ticket')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER tr_tickets_audit_update ON core.tickets');
    await runner.query(`
      CREATE OR REPLACE TRIGGER tr_tickets_audit AFTER INSERT OR UPDATE OR DELETE ON core.tickets
      FOR EACH ROW EXECUTE FUNCTION auth.write_audit_entry('ticket')`);
    await runner.query(`
      CREATE OR REPLACE TRIGGER tr_tickets_version BEFORE UPDATE ON core.tickets
      FOR EACH ROW EXECUTE FUNCTION auth.count_version()`);
    await runner.query(
      'ALTER TABLE core.tickets DROP COLUMN number, DROP COLUMN created_by, DROP COLUMN via',
    );
  }
}
