import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

const KINDS = `'assigned', 'mentioned', 'reported', 'commented', 'status_changed'`;

/**
 * An item may be about the due date of a ticket. Not validated, which would read the whole table under a lock: the rows
 * that are there passed a stricter check. The version before this one shows such an item without words, and tries its
 * mail again.
 */
export class TellOfDeadlines1765300001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE notifications.inbox_items
        ADD COLUMN due_at timestamptz(3),
        DROP CONSTRAINT ck_inbox_items_kind,
        ADD CONSTRAINT ck_inbox_items_kind
          CHECK (kind IN (${KINDS}, 'at_risk', 'overdue', 'escalated')) NOT VALID`);
  }

  async down(runner: QueryRunner): Promise<void> {
    const marks = `kind IN ('at_risk', 'overdue', 'escalated')`;
    await runner.query(`DELETE FROM notifications.inbox_items WHERE ${marks}`);
    await runner.query(`DELETE FROM notifications.preferences WHERE ${marks}`);
    await runner.query(`
      ALTER TABLE notifications.inbox_items
        DROP COLUMN due_at,
        DROP CONSTRAINT ck_inbox_items_kind,
        ADD CONSTRAINT ck_inbox_items_kind CHECK (kind IN (${KINDS})) NOT VALID`);
  }
}
