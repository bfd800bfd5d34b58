import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/**
 * Equipment, the QR codes on it, and the reports that people without an account send with them; and what
 * svc-attachments needs to accept the photos of a report. Codes and tracking tokens are stored as SHA-256 only. The
 * audit trail has neither them nor the reporter's name and contact, which are erased later. Equipment of any size is
 * removed at once:
 * `removed_at` hides it, and its tickets and reports leave it in batches in the background (removals/removals.ts).
 */
export class CreateIntake1763701109000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE core.equipment (
        id uuid NOT NULL DEFAULT uuidv7(),
        location_id uuid NOT NULL,
        name varchar(120) NOT NULL,
        category varchar(20) NOT NULL,
        status varchar(20) NOT NULL DEFAULT 'in_service',
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        removed_at timestamptz(3),
        version integer NOT NULL DEFAULT 1,
        CONSTRAINT pk_equipment PRIMARY KEY (id),
        CONSTRAINT fk_equipment_location_id FOREIGN KEY (location_id)
          REFERENCES core.locations (id) ON DELETE CASCADE,
        CONSTRAINT ck_equipment_name CHECK (char_length(name) BETWEEN 1 AND 120),
        CONSTRAINT ck_equipment_category CHECK (category IN
          ('refrigeration', 'cooking', 'beverage', 'hvac', 'plumbing', 'electrical', 'pos', 'building', 'other')),
        CONSTRAINT ck_equipment_status CHECK (status IN ('in_service', 'out_of_service', 'retired'))
      )`);
    await runner.query('CREATE INDEX ix_equipment_location_id ON core.equipment (location_id, name, id)');
    await runner.query(`
      CREATE TRIGGER tr_equipment_version BEFORE UPDATE ON core.equipment
      FOR EACH ROW EXECUTE FUNCTION auth.count_version()`);
    await runner.query(`
      CREATE TRIGGER tr_equipment_audit AFTER INSERT OR UPDATE OR DELETE ON core.equipment
      FOR EACH ROW EXECUTE FUNCTION auth.write_audit_entry('equipment')`);

    await runner.query(`
      CREATE TABLE core.equipment_removals (
        equipment_id uuid NOT NULL,
        requested_at timestamptz(3) NOT NULL DEFAULT now(),
        requested_by uuid,
        request_id varchar(64),
        CONSTRAINT pk_equipment_removals PRIMARY KEY (equipment_id),
        CONSTRAINT fk_equipment_removals_equipment_id FOREIGN KEY (equipment_id)
          REFERENCES core.equipment (id) ON DELETE CASCADE
      )`);

    // Without a default the column takes no time on a large table.
    await runner.query(`
      ALTER TABLE core.tickets ADD COLUMN equipment_id uuid
        CONSTRAINT fk_tickets_equipment_id REFERENCES core.equipment (id) ON DELETE SET NULL`);

    await runner.query(`
      CREATE TABLE core.intake_codes (
        id uuid NOT NULL DEFAULT uuidv7(),
        location_id uuid NOT NULL,
        equipment_id uuid,
        code_hash bytea NOT NULL,
        label varchar(60),
        active boolean NOT NULL DEFAULT true,
        suspended_until timestamptz(3),
        created_by uuid,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        rotated_at timestamptz(3),
        last_used_at timestamptz(3),
        version integer NOT NULL DEFAULT 1,
        CONSTRAINT pk_intake_codes PRIMARY KEY (id),
        CONSTRAINT uq_intake_codes_code_hash UNIQUE (code_hash),
        CONSTRAINT fk_intake_codes_location_id FOREIGN KEY (location_id)
          REFERENCES core.locations (id) ON DELETE CASCADE,
        CONSTRAINT fk_intake_codes_equipment_id FOREIGN KEY (equipment_id)
          REFERENCES core.equipment (id) ON DELETE CASCADE,
        CONSTRAINT fk_intake_codes_created_by FOREIGN KEY (created_by)
          REFERENCES auth.users (id) ON DELETE SET NULL,
        CONSTRAINT ck_intake_codes_code_hash CHECK (octet_length(code_hash) = 32),
        CONSTRAINT ck_intake_codes_label CHECK (char_length(label) BETWEEN 1 AND 60)
      )`);
    await runner.query('CREATE INDEX ix_intake_codes_location_id ON core.intake_codes (location_id, id)');
    await runner.query(
      'CREATE INDEX ix_intake_codes_equipment_id ON core.intake_codes (equipment_id) WHERE equipment_id IS NOT NULL',
    );
    await runner.query(
      'CREATE INDEX ix_intake_codes_created_by ON core.intake_codes (created_by) WHERE created_by IS NOT NULL',
    );
    // That a code was used is no change of it: `last_used_at` is none of these columns.
    const changes =
      'UPDATE OF location_id, equipment_id, code_hash, label, active, suspended_until, rotated_at';
    await runner.query(`
      CREATE TRIGGER tr_intake_codes_version BEFORE ${changes} ON core.intake_codes
      FOR EACH ROW EXECUTE FUNCTION auth.count_version()`);
    await runner.query(`
      CREATE TRIGGER tr_intake_codes_audit AFTER INSERT OR DELETE OR ${changes} ON core.intake_codes
      FOR EACH ROW EXECUTE FUNCTION auth.write_audit_entry('intake_code', 'code_hash', 'last_used_at')`);

    await runner.query(`
      CREATE TABLE core.intake_reports (
        id uuid NOT NULL DEFAULT uuidv7(),
        ticket_id uuid NOT NULL,
        code_id uuid,
        comment_id uuid,
        description varchar(2000) NOT NULL,
        urgency varchar(10) NOT NULL,
        reporter_name varchar(100),
        contact varchar(254),
        language varchar(2) NOT NULL,
        tracking_hash bytea NOT NULL,
        tracking_until timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_intake_reports PRIMARY KEY (id),
        CONSTRAINT uq_intake_reports_tracking_hash UNIQUE (tracking_hash),
        CONSTRAINT fk_intake_reports_ticket_id FOREIGN KEY (ticket_id)
          REFERENCES core.tickets (id) ON DELETE CASCADE,
        CONSTRAINT fk_intake_reports_code_id FOREIGN KEY (code_id)
          REFERENCES core.intake_codes (id) ON DELETE SET NULL,
        CONSTRAINT fk_intake_reports_comment_id FOREIGN KEY (comment_id)
          REFERENCES core.ticket_comments (id) ON DELETE SET NULL,
        CONSTRAINT ck_intake_reports_description CHECK (char_length(description) BETWEEN 1 AND 2000),
        CONSTRAINT ck_intake_reports_urgency CHECK (urgency IN ('high', 'medium', 'low')),
        CONSTRAINT ck_intake_reports_language CHECK (language IN ('en', 'es')),
        CONSTRAINT ck_intake_reports_tracking_hash CHECK (octet_length(tracking_hash) = 32)
      )`);
    await runner.query('CREATE INDEX ix_intake_reports_ticket_id ON core.intake_reports (ticket_id, id)');
    await runner.query(
      'CREATE INDEX ix_intake_reports_code_id ON core.intake_reports (code_id) WHERE code_id IS NOT NULL',
    );
    await runner.query(
      'CREATE INDEX ix_intake_reports_comment_id ON core.intake_reports (comment_id) WHERE comment_id IS NOT NULL',
    );
    await runner.query(`
      CREATE TRIGGER tr_intake_reports_audit AFTER INSERT OR UPDATE OR DELETE ON core.intake_reports
      FOR EACH ROW EXECUTE FUNCTION
        auth.write_audit_entry('intake_report', 'tracking_hash', 'reporter_name', 'contact')`);

    // For the erasure of names and contacts.
    await runner.query(`
      CREATE INDEX ix_intake_reports_tracking_until ON core.intake_reports (tracking_until)
      WHERE reporter_name IS NOT NULL OR contact IS NOT NULL`);

    // The comments that are replies of a report: other reporters of the ticket do not see them.
    await runner.query(`
      CREATE TABLE core.intake_replies (
        comment_id uuid NOT NULL,
        report_id uuid NOT NULL,
        CONSTRAINT pk_intake_replies PRIMARY KEY (comment_id),
        CONSTRAINT fk_intake_replies_comment_id FOREIGN KEY (comment_id)
          REFERENCES core.ticket_comments (id) ON DELETE CASCADE,
        CONSTRAINT fk_intake_replies_report_id FOREIGN KEY (report_id)
          REFERENCES core.intake_reports (id) ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX ix_intake_replies_report_id ON core.intake_replies (report_id)');

    // Tracking ends 30 days after completion, and for good: a ticket reopened later does not bring it back.
    await runner.query(`
      CREATE FUNCTION core.follow_completion() RETURNS trigger LANGUAGE plpgsql
      SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        UPDATE core.intake_reports SET tracking_until = NEW.completed_at + interval '720 hours'
        WHERE ticket_id = NEW.id AND (tracking_until IS NULL OR tracking_until > now());
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER tr_tickets_completion AFTER UPDATE ON core.tickets
      FOR EACH ROW WHEN (OLD.completed_at IS DISTINCT FROM NEW.completed_at)
      EXECUTE FUNCTION core.follow_completion()`);

    // The name of somebody without an account is erased later, so the audit trail does not have it.
    await runner.query(`
      CREATE OR REPLACE TRIGGER tr_ticket_comments_audit AFTER INSERT OR UPDATE OR DELETE ON core.ticket_comments
      FOR EACH ROW EXECUTE FUNCTION auth.write_audit_entry('ticket_comment', 'author_name')`);
    await runner.query('GRANT UPDATE (author_name) ON core.ticket_comments TO svc_core');

    await runner.query('GRANT SELECT, INSERT, UPDATE, DELETE ON core.equipment TO svc_core');
    await runner.query('GRANT SELECT, INSERT, UPDATE (requested_at) ON core.equipment_removals TO svc_core');
    await runner.query('GRANT SELECT, INSERT, DELETE ON core.intake_codes TO svc_core');
    await runner.query(
      `GRANT UPDATE (location_id, code_hash, label, active, suspended_until, rotated_at, last_used_at)
       ON core.intake_codes TO svc_core`,
    );
    await runner.query('GRANT SELECT, INSERT ON core.intake_reports TO svc_core');
    await runner.query(
      'GRANT UPDATE (code_id, reporter_name, contact, tracking_until) ON core.intake_reports TO svc_core',
    );

    await runner.query('GRANT SELECT, INSERT ON core.intake_replies TO svc_core');

    await runner.query(
      `GRANT SELECT (id, ticket_id, comment_id, tracking_hash, tracking_until)
       ON core.intake_reports TO core_readers`,
    );
    await runner.query(
      'GRANT SELECT (id, location_id, equipment_id, label, suspended_until) ON core.intake_codes TO core_readers',
    );
    await runner.query('GRANT SELECT (id, name) ON core.equipment TO core_readers');
    await runner.query('GRANT REFERENCES (id) ON core.intake_reports TO core_referrers');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('REVOKE UPDATE (author_name) ON core.ticket_comments FROM svc_core');
    await runner.query(`
      CREATE OR REPLACE TRIGGER tr_ticket_comments_audit AFTER INSERT OR UPDATE OR DELETE ON core.ticket_comments
      FOR EACH ROW EXECUTE FUNCTION auth.write_audit_entry('ticket_comment')`);
    await runner.query('DROP TRIGGER tr_tickets_completion ON core.tickets');
    await runner.query('DROP FUNCTION core.follow_completion()');
    await runner.query('DROP TABLE core.intake_replies');
    await runner.query('DROP TABLE core.intake_reports');
    await runner.query('DROP TABLE core.intake_codes');
    await runner.query('ALTER TABLE core.tickets DROP COLUMN equipment_id');
    await runner.query('DROP TABLE core.equipment_removals');
    await runner.query('DROP TABLE core.equipment');
  }
}
