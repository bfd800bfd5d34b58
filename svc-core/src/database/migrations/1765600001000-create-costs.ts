import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

const MARKS = `'paused', 'resumed', 'at_risk', 'overdue', 'escalated'`;
const DECISIONS = `'cost_added', 'cost_changed', 'cost_removed', 'approval_needed', 'approved', 'declined'`;

/**
 * What a ticket costs, the vendor who repairs, and the limit above which an administrator must approve. `repeat_of` has
 * no foreign key: a ticket stays a repeat when the one before it is deleted. Checks of tables that may be large are
 * validated by the next migration, without the lock.
 */
export class CreateCosts1765600001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE core.tickets
        ADD COLUMN vendor_id uuid CONSTRAINT fk_tickets_vendor_id REFERENCES core.vendors (id),
        ADD COLUMN spending_limit numeric(12, 2),
        ADD COLUMN approval varchar(20) NOT NULL DEFAULT 'none',
        ADD COLUMN approved_amount numeric(12, 2),
        ADD COLUMN repeat_of uuid,
        ADD CONSTRAINT ck_tickets_spending_limit CHECK (spending_limit >= 0) NOT VALID,
        ADD CONSTRAINT ck_tickets_approval CHECK (
          approval IN ('none', 'needed', 'approved', 'declined')
            AND (approved_amount IS NOT NULL) = (approval = 'approved')) NOT VALID`);

    await runner.query(`
      CREATE TABLE core.ticket_costs (
        id uuid NOT NULL DEFAULT uuidv7(),
        ticket_id uuid NOT NULL,
        kind varchar(20) NOT NULL,
        amount numeric(12, 2) NOT NULL,
        description varchar(255) NOT NULL,
        vendor_id uuid,
        invoice_number varchar(60),
        incurred_on date NOT NULL,
        created_by uuid,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        version integer NOT NULL DEFAULT 1,
        CONSTRAINT pk_ticket_costs PRIMARY KEY (id),
        CONSTRAINT fk_ticket_costs_ticket_id FOREIGN KEY (ticket_id) REFERENCES core.tickets (id) ON DELETE CASCADE,
        CONSTRAINT fk_ticket_costs_vendor_id FOREIGN KEY (vendor_id) REFERENCES core.vendors (id),
        CONSTRAINT fk_ticket_costs_created_by FOREIGN KEY (created_by) REFERENCES auth.users (id) ON DELETE SET NULL,
        CONSTRAINT ck_ticket_costs_kind CHECK (kind IN ('labor', 'parts', 'travel', 'other')),
        CONSTRAINT ck_ticket_costs_amount CHECK (amount BETWEEN -99999.99 AND 999999.99 AND amount <> 0),
        CONSTRAINT ck_ticket_costs_description CHECK (char_length(description) BETWEEN 1 AND 255)
      )`);
    await runner.query(
      'CREATE INDEX ix_ticket_costs_ticket_id ON core.ticket_costs (ticket_id, incurred_on, created_at, id)',
    );
    await runner.query(
      'CREATE INDEX ix_ticket_costs_incurred_on ON core.ticket_costs (incurred_on, created_at, id)',
    );
    for (const column of ['vendor_id', 'created_by']) {
      await runner.query(
        `CREATE INDEX ix_ticket_costs_${column} ON core.ticket_costs (${column}) WHERE ${column} IS NOT NULL`,
      );
    }
    await runner.query(`
      CREATE TRIGGER tr_ticket_costs_version BEFORE UPDATE ON core.ticket_costs
      FOR EACH ROW EXECUTE FUNCTION auth.count_version()`);
    await runner.query(`
      CREATE TRIGGER tr_ticket_costs_audit AFTER INSERT OR UPDATE OR DELETE ON core.ticket_costs
      FOR EACH ROW EXECUTE FUNCTION auth.write_audit_entry('ticket_cost')`);
    await runner.query('GRANT SELECT, INSERT, UPDATE, DELETE ON core.ticket_costs TO svc_core');

    await runner.query(`
      ALTER TABLE core.ticket_events
        ADD COLUMN cost_kind varchar(20),
        ADD COLUMN amount numeric(12, 2),
        DROP CONSTRAINT ck_ticket_events_kind,
        ADD CONSTRAINT ck_ticket_events_kind CHECK (kind IN (${MARKS}, ${DECISIONS})) NOT VALID`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM core.ticket_events WHERE kind IN (${DECISIONS})`);
    await runner.query(`
      ALTER TABLE core.ticket_events
        DROP COLUMN cost_kind,
        DROP COLUMN amount,
        DROP CONSTRAINT ck_ticket_events_kind,
        ADD CONSTRAINT ck_ticket_events_kind CHECK (kind IN (${MARKS}))`);
    await runner.query('DROP TABLE core.ticket_costs');
    await runner.query(`
      ALTER TABLE core.tickets
        DROP COLUMN vendor_id, DROP COLUMN spending_limit, DROP COLUMN approval, DROP COLUMN approved_amount,
        DROP COLUMN repeat_of`);
  }
}

const checks = {
  tickets: ['ck_tickets_spending_limit', 'ck_tickets_approval'],
  ticket_events: ['ck_ticket_events_kind'],
};

export class ValidateCosts1765600002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, names] of Object.entries(checks)) {
      for (const name of names) {
        await runner.query(`ALTER TABLE core.${table} VALIDATE CONSTRAINT ${name}`);
      }
    }
  }

  async down(): Promise<void> {
    // A check that is valid may stay so.
  }
}
