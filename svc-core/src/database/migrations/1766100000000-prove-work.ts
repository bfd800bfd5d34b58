import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';
import { audited, versioned } from './baseline/audited.ts';

/** What a ticket of each type needs before it is solved. */
const completionRules = `
  CREATE TABLE core.completion_rules (
    id uuid NOT NULL DEFAULT uuidv7(),
    ticket_type varchar(50) NOT NULL,
    before_photo boolean NOT NULL DEFAULT false,
    after_photo boolean NOT NULL DEFAULT false,
    note boolean NOT NULL DEFAULT false,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    CONSTRAINT pk_completion_rules PRIMARY KEY (id),
    CONSTRAINT uq_completion_rules_ticket_type UNIQUE (ticket_type),
    CONSTRAINT ck_completion_rules_ticket_type
      CHECK (ticket_type IN ('repair', 'inspection', 'cleaning', 'equipment', 'other'))
  );
  INSERT INTO core.completion_rules (ticket_type) VALUES
    ('repair'), ('inspection'), ('cleaning'), ('equipment'), ('other');
  ${versioned('completion_rules')}
  ${audited('completion_rules', 'completion_rule', { on: 'UPDATE' })}
  GRANT SELECT, UPDATE ON core.completion_rules TO svc_core;`;

/**
 * Pictures of tickets with a purpose, by the ids that they have in svc-attachments. They are no change of the ticket,
 * and the trail has them as attachments. Only record_photo() writes them.
 */
const ticketPhotos = `
  CREATE TABLE core.ticket_photos (
    id uuid NOT NULL,
    ticket_id uuid NOT NULL,
    comment_id uuid,
    purpose varchar(10) NOT NULL,
    CONSTRAINT pk_ticket_photos PRIMARY KEY (id),
    CONSTRAINT fk_ticket_photos_ticket_id FOREIGN KEY (ticket_id)
      REFERENCES core.tickets (id) ON DELETE CASCADE,
    CONSTRAINT fk_ticket_photos_comment_id FOREIGN KEY (comment_id)
      REFERENCES core.ticket_comments (id) ON DELETE CASCADE,
    CONSTRAINT ck_ticket_photos_purpose CHECK (purpose IN ('before', 'after'))
  );
  CREATE INDEX ix_ticket_photos_ticket_id ON core.ticket_photos (ticket_id, purpose);
  CREATE INDEX ix_ticket_photos_comment_id ON core.ticket_photos (comment_id) WHERE comment_id IS NOT NULL;
  GRANT SELECT ON core.ticket_photos TO svc_core;`;

/**
 * A picture of a ticket shows this from now on: the work before, after, or null for neither, also when it is removed.
 * Published to svc-attachments, which calls it in the transaction that changes the picture. It locks the ticket, so that
 * nobody solves it meanwhile. False, and nothing is written, where the solved ticket needs the picture as it is: the
 * rule of its type asks for one, no waiver names it, and it is the last. may_take_proof: whether that does not matter.
 */
const recordPhoto = `
  CREATE FUNCTION core.record_photo(
    photo_id uuid, of_ticket uuid, of_comment uuid, new_purpose text, may_take_proof boolean
  ) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    ticket record;
    old_purpose text;
  BEGIN
    SELECT t.status, t.ticket_type, t.completed_at INTO ticket
    FROM core.tickets t WHERE t.id = of_ticket FOR NO KEY UPDATE;
    -- A removed ticket has no pictures.
    IF NOT FOUND THEN RETURN true; END IF;
    -- Nor has a comment whose removal this may have waited for.
    IF new_purpose IS NOT NULL AND of_comment IS NOT NULL THEN
      PERFORM FROM core.ticket_comments c WHERE c.id = of_comment AND c.removed_at IS NULL FOR KEY SHARE;
      IF NOT FOUND THEN RETURN true; END IF;
    END IF;

    SELECT p.purpose INTO old_purpose FROM core.ticket_photos p WHERE p.id = photo_id;
    IF old_purpose IS NOT DISTINCT FROM new_purpose THEN RETURN true; END IF;
    IF old_purpose IS NOT NULL AND NOT may_take_proof AND ticket.status = 'solved'
      AND EXISTS (
        SELECT FROM core.completion_rules r
        WHERE r.ticket_type = ticket.ticket_type
          AND CASE old_purpose WHEN 'before' THEN r.before_photo ELSE r.after_photo END)
      AND NOT EXISTS (
        SELECT FROM core.ticket_photos p
        WHERE p.ticket_id = of_ticket AND p.purpose = old_purpose AND p.id <> photo_id)
      AND NOT EXISTS (
        SELECT FROM core.ticket_events w
        WHERE w.ticket_id = of_ticket AND w.kind = 'waived' AND w.created_at = ticket.completed_at
          AND old_purpose || 'Photo' = ANY (w.missing))
    THEN RETURN false; END IF;

    IF new_purpose IS NULL THEN
      DELETE FROM core.ticket_photos p WHERE p.id = photo_id;
    ELSE
      INSERT INTO core.ticket_photos (id, ticket_id, comment_id, purpose)
      VALUES (photo_id, of_ticket, of_comment, new_purpose)
      ON CONFLICT (id) DO UPDATE SET purpose = EXCLUDED.purpose;
    END IF;
    RETURN true;
  END $$;
  REVOKE EXECUTE ON FUNCTION core.record_photo FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION core.record_photo TO svc_core, svc_attachments;`;

const kinds =
  'paused resumed at_risk overdue escalated cost_added cost_changed cost_removed approval_needed approved declined'.split(
    ' ',
  );

const setEventKinds = (some: readonly string[], more = ''): string => `
  ALTER TABLE core.ticket_events
    DROP CONSTRAINT ck_ticket_events_kind,
    ADD CONSTRAINT ck_ticket_events_kind CHECK (kind IN (${some.map((kind) => `'${kind}'`).join(', ')})) NOT VALID
    ${more}`;

/** Photos and a note prove that a ticket is done; a waiver is an event of the transaction that solves the ticket. */
export class ProveWork1766100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE core.tickets ADD COLUMN completion_note varchar(2000)');
    await runner.query(setEventKinds([...kinds, 'waived'], ', ADD COLUMN missing text[]'));
    for (const statements of [completionRules, ticketPhotos, recordPhoto]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION core.record_photo');
    await runner.query('DROP TABLE core.ticket_photos');
    await runner.query('DROP TABLE core.completion_rules');
    await runner.query("DELETE FROM core.ticket_events WHERE kind = 'waived'");
    await runner.query(setEventKinds(kinds, ', DROP COLUMN missing'));
    await runner.query('ALTER TABLE core.tickets DROP COLUMN completion_note');
  }
}

/** Without the lock that adding the check takes. */
export class ValidateEventKinds1766100001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE core.ticket_events VALIDATE CONSTRAINT ck_ticket_events_kind');
  }

  async down(): Promise<void> {
    // A check that is valid may stay so.
  }
}
