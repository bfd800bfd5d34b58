import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

const kinds = [
  'assigned',
  'mentioned',
  'reported',
  'commented',
  'status_changed',
  'at_risk',
  'overdue',
  'escalated',
  'approval_needed',
  'approval_decided',
  'check_failed',
];

/** Without a look at the rows. */
const setKinds = (some: readonly string[]): string => `
  ALTER TABLE notifications.inbox_items
    DROP CONSTRAINT ck_inbox_items_kind,
    ADD CONSTRAINT ck_inbox_items_kind CHECK (kind IN (${some.map((kind) => `'${kind}'`).join(', ')})) NOT VALID`;

/**
 * Mails to vendors, each about an event or a comment of a ticket. They are no deliveries: there is no user, and nothing
 * to choose. `generation`: of the link of the job, whose address a mail goes to or else nowhere.
 */
const vendorMails = `
  CREATE TABLE notifications.vendor_mails (
    id uuid NOT NULL DEFAULT uuidv7(),
    job_id uuid NOT NULL,
    generation smallint NOT NULL,
    event_id uuid,
    comment_id uuid,
    state varchar(10) NOT NULL DEFAULT 'waiting',
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    lease_until timestamptz(3),
    retry_at timestamptz(3),
    attempts smallint NOT NULL DEFAULT 0,
    last_error varchar(500),
    ended_at timestamptz(3),
    CONSTRAINT pk_vendor_mails PRIMARY KEY (id),
    CONSTRAINT fk_vendor_mails_job_id FOREIGN KEY (job_id) REFERENCES core.vendor_jobs (id) ON DELETE CASCADE,
    CONSTRAINT uq_vendor_mails_event_id UNIQUE (event_id),
    CONSTRAINT uq_vendor_mails_comment_id UNIQUE (comment_id),
    CONSTRAINT ck_vendor_mails_state CHECK (state IN ('waiting', 'sent', 'dropped', 'failed')
      AND (ended_at IS NULL) = (state = 'waiting') AND num_nonnulls(event_id, comment_id) = 1)
  );
  CREATE INDEX ix_vendor_mails_job_id ON notifications.vendor_mails (job_id);
  CREATE INDEX ix_vendor_mails_waiting ON notifications.vendor_mails (id) WHERE state = 'waiting';
  CREATE INDEX ix_vendor_mails_ended_at ON notifications.vendor_mails (ended_at) WHERE ended_at IS NOT NULL;
  GRANT SELECT, INSERT, UPDATE (state, lease_until, retry_at, attempts, last_error, ended_at), DELETE
    ON notifications.vendor_mails TO svc_notifications;`;

/** What a vendor answered is an item of the inbox, which keeps the words: {event, name, amount}. */
export class MailVendors1766300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE notifications.inbox_items ADD COLUMN vendor jsonb');
    await runner.query(setKinds([...kinds, 'vendor_answered', 'vendor_done']));
    await runner.query(vendorMails);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE notifications.vendor_mails');
    await runner.query(
      "DELETE FROM notifications.inbox_items WHERE kind IN ('vendor_answered', 'vendor_done')",
    );
    await runner.query(setKinds(kinds));
    await runner.query('ALTER TABLE notifications.inbox_items DROP COLUMN vendor');
  }
}
