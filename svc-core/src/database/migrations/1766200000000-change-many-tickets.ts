import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';
import { audited } from './baseline/audited.ts';

/**
 * Changes of many tickets at once. An undo is one too, of the tickets that the change it names has changed. Each ticket
 * is a row without an outcome until it was its turn, so a repeated request goes on after a crash. The rows have no
 * audit trail: what they change is audited where it is changed.
 *
 * - `request_ids`: of the requests that changed something, by which svc-notifications finds in the change feed what
 *   belongs together.
 * - `position` in the request, `version` that it names, `before`: the values that the fields had, `changed_at`: by the
 *   change, also in its undo.
 */
export class ChangeManyTickets1766200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE core.bulk_changes (
        id uuid NOT NULL DEFAULT uuidv7(),
        created_by uuid NOT NULL,
        undo_of uuid,
        changes jsonb NOT NULL,
        request_ids varchar(64)[] NOT NULL DEFAULT '{}',
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        changed_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_bulk_changes PRIMARY KEY (id),
        CONSTRAINT uq_bulk_changes_undo_of UNIQUE (undo_of),
        CONSTRAINT fk_bulk_changes_created_by FOREIGN KEY (created_by) REFERENCES auth.users (id) ON DELETE CASCADE,
        CONSTRAINT fk_bulk_changes_undo_of FOREIGN KEY (undo_of) REFERENCES core.bulk_changes (id) ON DELETE CASCADE
      );
      CREATE INDEX ix_bulk_changes_created_by ON core.bulk_changes (created_by);
      CREATE INDEX ix_bulk_changes_request_ids ON core.bulk_changes USING gin (request_ids);
      ${audited('bulk_changes', 'bulk_change', { without: ['request_ids'] })}
      GRANT SELECT, INSERT, UPDATE (request_ids, changed_at) ON core.bulk_changes TO svc_core;
      GRANT SELECT (id, undo_of, request_ids) ON core.bulk_changes TO svc_notifications;

      CREATE TABLE core.bulk_change_tickets (
        bulk_id uuid NOT NULL,
        position smallint NOT NULL,
        ticket_id uuid NOT NULL,
        version integer,
        number integer,
        before jsonb,
        outcome varchar(10),
        status smallint,
        detail text,
        changed_at timestamptz(3),
        CONSTRAINT pk_bulk_change_tickets PRIMARY KEY (bulk_id, position),
        CONSTRAINT fk_bulk_change_tickets_bulk_id FOREIGN KEY (bulk_id)
          REFERENCES core.bulk_changes (id) ON DELETE CASCADE,
        CONSTRAINT ck_bulk_change_tickets_outcome
          CHECK (outcome IN ('changed', 'unchanged', 'refused', 'restored', 'kept'))
      );
      GRANT SELECT, INSERT, UPDATE (number, before, outcome, status, detail, changed_at), DELETE
        ON core.bulk_change_tickets TO svc_core;

      -- An undo of a reopening.
      GRANT DELETE ON core.ticket_stops TO svc_core`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      REVOKE DELETE ON core.ticket_stops FROM svc_core;
      DROP TABLE core.bulk_change_tickets;
      DROP TABLE core.bulk_changes`);
  }
}
