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
];

/** Without a look at the rows. */
const setChecks = (some: readonly string[], subject: string): string => `
  ALTER TABLE notifications.inbox_items
    DROP CONSTRAINT ck_inbox_items_kind,
    ADD CONSTRAINT ck_inbox_items_kind CHECK (kind IN (${some.map((kind) => `'${kind}'`).join(', ')})) NOT VALID,
    DROP CONSTRAINT ck_inbox_items_subject,
    ADD CONSTRAINT ck_inbox_items_subject CHECK (${subject}) NOT VALID`;

/**
 * An item may be about the run of a checklist. It keeps the name and the location, because a svc-core of the version
 * before has no runs to read.
 */
export class TellFailedChecks1766200100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE notifications.inbox_items
        ADD COLUMN run_id uuid, ADD COLUMN run_name varchar(120), ADD COLUMN location_id uuid`);
    await runner.query(setChecks([...kinds, 'check_failed'], 'num_nonnulls(ticket_id, code_id, run_id) = 1'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DELETE FROM notifications.inbox_items WHERE kind = 'check_failed'");
    await runner.query(setChecks(kinds, '(ticket_id IS NULL) <> (code_id IS NULL)'));
    await runner.query(`
      ALTER TABLE notifications.inbox_items
        DROP COLUMN run_id, DROP COLUMN run_name, DROP COLUMN location_id`);
  }
}

/** Without the lock that stops writes. */
export class ValidateSubjects1766200101000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE notifications.inbox_items VALIDATE CONSTRAINT ck_inbox_items_subject');
  }

  async down(): Promise<void> {
    // A check that is valid may stay so.
  }
}
