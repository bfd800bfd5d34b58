import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/** Screens follow deadlines that were computed again: the feed has the end of each request, with its location. */
export class TellDeadlines1765800100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TRIGGER tr_deadline_requests_audit AFTER DELETE ON core.deadline_requests
      FOR EACH ROW EXECUTE FUNCTION auth.write_audit_entry('deadline_change')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER tr_deadline_requests_audit ON core.deadline_requests');
  }
}
