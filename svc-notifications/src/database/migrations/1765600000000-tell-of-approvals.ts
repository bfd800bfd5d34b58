import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

const KINDS = `
  'assigned', 'mentioned', 'reported', 'commented', 'status_changed', 'at_risk', 'overdue', 'escalated'`;
const APPROVALS = `'approval_needed', 'approval_decided'`;

/** An item may be about the approval of costs. Not validated: the rows that are there passed a stricter check. */
export class TellOfApprovals1765600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE notifications.inbox_items
        DROP CONSTRAINT ck_inbox_items_kind,
        ADD CONSTRAINT ck_inbox_items_kind CHECK (kind IN (${KINDS}, ${APPROVALS})) NOT VALID`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['inbox_items', 'preferences']) {
      await runner.query(`DELETE FROM notifications.${table} WHERE kind IN (${APPROVALS})`);
    }
    await runner.query(`
      ALTER TABLE notifications.inbox_items
        DROP CONSTRAINT ck_inbox_items_kind,
        ADD CONSTRAINT ck_inbox_items_kind CHECK (kind IN (${KINDS})) NOT VALID`);
  }
}
