import { createIndexConcurrently, type MigrationInterface, type QueryRunner } from '@mainstay/service-kit';

/** Tables whose lists say what changed, with what their entries in the audit trail are called and leave out. */
const shown = [
  { table: 'tickets', entity: 'ticket', hidden: [] },
  { table: 'equipment', entity: 'equipment', hidden: ['twin'] },
  { table: 'locations', entity: 'location', hidden: ['twin'] },
  { table: 'vendors', entity: 'vendor', hidden: ['twin'] },
  { table: 'ticket_costs', entity: 'ticket_cost', hidden: [] },
];

/** What a ticket shows of other tables that change with it: its row is locked by whoever writes these. */
const parts = [
  ['ticket_comments', 'INSERT OR DELETE OR UPDATE OF removed_at'],
  ['ticket_costs', 'INSERT OR DELETE OR UPDATE OF amount'],
  ['ticket_photos', 'INSERT OR DELETE OR UPDATE OF purpose'],
  ['ticket_stops', 'INSERT OR DELETE OR UPDATE OF ended_at, reason, note, until'],
  [
    'ticket_deadlines',
    'INSERT OR DELETE OR UPDATE OF is_paused, respond_due_at, resolve_due_at, due_at, at_risk_at, passed',
  ],
  ['vendor_jobs', 'INSERT OR DELETE OR UPDATE OF state, visit_at'],
  ['intake_reports', 'INSERT OR DELETE OR UPDATE OF reporter_name, contact, urgency'],
] as const;

/**
 * `shown_at`: when something changed that a response shows of the row, if that was after `updated_at` (decision 70). A
 * statement that changes it alone is no change of the row: the version, and with it the ETag, stays, and the audit trail
 * has no entry. Every other change sets it.
 */
export class ShowChanges1766400100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION core.count_shown_version() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.version := OLD.version + 1;
        NEW.shown_at := now();
        RETURN NEW;
      END $$`);
    for (const { table, entity, hidden } of shown) {
      const entry = `auth.write_audit_entry(${[entity, ...hidden, 'shown_at'].map((name) => `'${name}'`).join(', ')})`;
      await runner.query(`
        ALTER TABLE core.${table} ADD COLUMN shown_at timestamptz(3);
        CREATE OR REPLACE TRIGGER tr_${table}_version BEFORE UPDATE ON core.${table} FOR EACH ROW
          WHEN (OLD.shown_at IS NOT DISTINCT FROM NEW.shown_at) EXECUTE FUNCTION core.count_shown_version();
        CREATE OR REPLACE TRIGGER tr_${table}_audit AFTER UPDATE ON core.${table} FOR EACH ROW
          WHEN (OLD.version <> NEW.version) EXECUTE FUNCTION ${entry};
        CREATE TRIGGER tr_${table}_audit_rows AFTER INSERT OR DELETE ON core.${table} FOR EACH ROW
          EXECUTE FUNCTION ${entry}`);
    }
    // Once in a transaction; a new ticket was shown to nobody.
    await runner.query(`
      CREATE FUNCTION core.show_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'UPDATE' AND OLD IS NOT DISTINCT FROM NEW THEN RETURN NULL; END IF;
        UPDATE core.tickets t SET shown_at = now()
        WHERE t.id = coalesce(NEW.ticket_id, OLD.ticket_id) AND t.created_at <> now()::timestamptz(3)
          AND t.shown_at IS DISTINCT FROM now()::timestamptz(3);
        RETURN NULL;
      END $$`);
    for (const [table, events] of parts)
      await runner.query(`
        CREATE TRIGGER tr_${table}_shown AFTER ${events} ON core.${table}
        FOR EACH ROW EXECUTE FUNCTION core.show_ticket()`);
    await runner.query(`
      CREATE TABLE core.shown_position (
        id boolean NOT NULL DEFAULT true,
        cursor text,
        since timestamptz(3),
        CONSTRAINT pk_shown_position PRIMARY KEY (id),
        CONSTRAINT ck_shown_position_id CHECK (id)
      );
      INSERT INTO core.shown_position DEFAULT VALUES;
      GRANT SELECT, UPDATE ON core.shown_position TO svc_core`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE core.shown_position');
    for (const [table] of parts) await runner.query(`DROP TRIGGER tr_${table}_shown ON core.${table}`);
    await runner.query('DROP FUNCTION core.show_ticket()');
    for (const { table, entity, hidden } of shown) {
      const names = [entity, ...hidden].map((name) => `'${name}'`).join(', ');
      await runner.query(`
        DROP TRIGGER tr_${table}_audit_rows ON core.${table};
        CREATE OR REPLACE TRIGGER tr_${table}_audit AFTER INSERT OR UPDATE OR DELETE ON core.${table}
          FOR EACH ROW EXECUTE FUNCTION auth.write_audit_entry(${names});
        CREATE OR REPLACE TRIGGER tr_${table}_version BEFORE UPDATE ON core.${table}
          FOR EACH ROW EXECUTE FUNCTION auth.count_version();
        ALTER TABLE core.${table} DROP COLUMN shown_at`);
    }
    await runner.query('DROP FUNCTION core.count_shown_version()');
  }
}

const indexes = {
  ...Object.fromEntries(
    shown.map(({ table }) => [
      `ix_${table}_shown`,
      `ON core.${table} (greatest(${table === 'ticket_costs' ? 'created_at' : 'updated_at'}, shown_at), id)`,
    ]),
  ),
  // A ticket that is removed is shown by those that repeated it.
  ix_tickets_repeat_of: 'ON core.tickets (repeat_of) WHERE repeat_of IS NOT NULL',
  ix_intake_codes_last_used_at: 'ON core.intake_codes (last_used_at) WHERE equipment_id IS NOT NULL',
};

export class IndexShown1766400101000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, definition] of Object.entries(indexes))
      await createIndexConcurrently(runner, { schema: 'core', name, definition });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(indexes)) await runner.query(`DROP INDEX CONCURRENTLY core.${name}`);
  }
}
