import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/**
 * What a schedule returns to after an occurrence that had to give way, on the clock of the location: the day of the
 * month after a shorter month, the time of day after a change to daylight saving. Null means "as the next occurrence".
 */
export class AnchorSchedules1763700500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE core.recurring_tasks
        ADD COLUMN anchor_day smallint,
        ADD COLUMN anchor_time time(3),
        ADD CONSTRAINT ck_recurring_tasks_anchor_day CHECK (anchor_day BETWEEN 1 AND 31)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE core.recurring_tasks DROP COLUMN anchor_day, DROP COLUMN anchor_time');
  }
}
