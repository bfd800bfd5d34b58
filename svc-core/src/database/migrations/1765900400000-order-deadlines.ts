import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/**
 * Deadlines copy what lists of late tickets filter and sort by: an index has the columns of one table. By a trigger, so
 * that the previous version writes them too. They are written in each transaction that changes the location or the
 * status of a ticket.
 */
export class OrderDeadlines1765900400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE core.ticket_deadlines
        ADD COLUMN location_id uuid,
        ADD COLUMN status varchar(20),
        ADD COLUMN order_due_at timestamptz(3),
        ADD COLUMN order_created numeric`);
    // Ascending: without a due date last, and the newest first. Nothing of solved tickets, so that few rows are known
    // to be few.
    await runner.query(`
      CREATE FUNCTION core.order_deadline() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        SELECT t.location_id, t.status, -extract(epoch FROM t.created_at)
        INTO NEW.location_id, NEW.status, NEW.order_created
        FROM core.tickets t WHERE t.id = NEW.ticket_id;
        NEW.order_due_at := CASE WHEN NEW.status <> 'solved' THEN coalesce(NEW.due_at, 'infinity') END;
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER tr_ticket_deadlines_order BEFORE INSERT OR UPDATE ON core.ticket_deadlines
      FOR EACH ROW EXECUTE FUNCTION core.order_deadline()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER tr_ticket_deadlines_order ON core.ticket_deadlines');
    await runner.query('DROP FUNCTION core.order_deadline()');
    await runner.query(`
      ALTER TABLE core.ticket_deadlines
        DROP COLUMN location_id, DROP COLUMN status, DROP COLUMN order_due_at, DROP COLUMN order_created`);
  }
}
