import { audited } from './audited.ts';

// That a code was used is no change of it: `last_used_at` is none of these columns.
const CODE_CHANGES =
  'UPDATE OF location_id, equipment_id, code_hash, label, active, suspended_until, rotated_at';
const auditedCodes = audited('intake_codes', 'intake_code', {
  without: ['code_hash', 'last_used_at'],
  on: `INSERT OR DELETE OR ${CODE_CHANGES}`,
});

/** QR codes, stored as SHA-256 only, which the audit trail does not have either. */
const codes = `
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
  );
  CREATE INDEX ix_intake_codes_location_id ON core.intake_codes (location_id, id);
  CREATE INDEX ix_intake_codes_equipment_id ON core.intake_codes (equipment_id) WHERE equipment_id IS NOT NULL;
  CREATE INDEX ix_intake_codes_created_by ON core.intake_codes (created_by) WHERE created_by IS NOT NULL;
  CREATE TRIGGER tr_intake_codes_version BEFORE ${CODE_CHANGES} ON core.intake_codes
    FOR EACH ROW EXECUTE FUNCTION auth.count_version();
  ${auditedCodes}
  GRANT SELECT, INSERT, DELETE,
    UPDATE (location_id, code_hash, label, active, suspended_until, rotated_at, last_used_at)
    ON core.intake_codes TO svc_core;
  GRANT SELECT (id, location_id, equipment_id, label, suspended_until) ON core.intake_codes TO svc_notifications;`;

/**
 * What people without an account report with a code. The tracking token is stored as SHA-256 only; the audit trail has
 * neither it nor the reporter's name and contact, which are erased later.
 */
const reports = `
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
  );
  CREATE INDEX ix_intake_reports_ticket_id ON core.intake_reports (ticket_id, id);
  CREATE INDEX ix_intake_reports_code_id ON core.intake_reports (code_id) WHERE code_id IS NOT NULL;
  CREATE INDEX ix_intake_reports_comment_id ON core.intake_reports (comment_id) WHERE comment_id IS NOT NULL;
  -- For the erasure of names and contacts.
  CREATE INDEX ix_intake_reports_tracking_until ON core.intake_reports (tracking_until)
    WHERE reporter_name IS NOT NULL OR contact IS NOT NULL;
  ${audited('intake_reports', 'intake_report', { without: ['tracking_hash', 'reporter_name', 'contact'] })}
  GRANT SELECT, INSERT, UPDATE (code_id, reporter_name, contact, tracking_until) ON core.intake_reports TO svc_core;
  GRANT SELECT (id, ticket_id, comment_id, tracking_hash, tracking_until) ON core.intake_reports TO svc_attachments;
  GRANT REFERENCES (id) ON core.intake_reports TO core_referrers;

  -- The comments that are replies of a report: other reporters of the ticket do not see them.
  CREATE TABLE core.intake_replies (
    comment_id uuid NOT NULL,
    report_id uuid NOT NULL,
    CONSTRAINT pk_intake_replies PRIMARY KEY (comment_id),
    CONSTRAINT fk_intake_replies_comment_id FOREIGN KEY (comment_id)
      REFERENCES core.ticket_comments (id) ON DELETE CASCADE,
    CONSTRAINT fk_intake_replies_report_id FOREIGN KEY (report_id)
      REFERENCES core.intake_reports (id) ON DELETE CASCADE
  );
  CREATE INDEX ix_intake_replies_report_id ON core.intake_replies (report_id);
  GRANT SELECT, INSERT ON core.intake_replies TO svc_core;

  -- Tracking ends 30 days after completion, and for good: a ticket reopened later does not bring it back.
  CREATE FUNCTION core.follow_completion() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    UPDATE core.intake_reports SET tracking_until = NEW.completed_at + interval '720 hours'
    WHERE ticket_id = NEW.id AND (tracking_until IS NULL OR tracking_until > now());
    RETURN NULL;
  END $$;
  CREATE TRIGGER tr_tickets_completion AFTER UPDATE ON core.tickets
    FOR EACH ROW WHEN (OLD.completed_at IS DISTINCT FROM NEW.completed_at)
    EXECUTE FUNCTION core.follow_completion();`;

export const intake = [codes, reports];
