import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/**
 * The time zones of users who have chosen none. A row of settings says whether its zone was chosen: one that was
 * written to turn off mail has a zone too, because the version before this one reads it.
 */
export class KeepBrowserZones1765200001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE notifications.browser_zones (
        user_id uuid NOT NULL,
        time_zone varchar(64) NOT NULL,
        CONSTRAINT pk_browser_zones PRIMARY KEY (user_id),
        CONSTRAINT fk_browser_zones_user FOREIGN KEY (user_id) REFERENCES auth.users (id) ON DELETE CASCADE
      )`);
    await runner.query('GRANT SELECT, INSERT, UPDATE ON notifications.browser_zones TO svc_notifications');
    await runner.query(
      'ALTER TABLE notifications.settings ADD COLUMN zone_is_chosen boolean NOT NULL DEFAULT true',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE notifications.settings DROP COLUMN zone_is_chosen');
    await runner.query('DROP TABLE notifications.browser_zones');
  }
}
