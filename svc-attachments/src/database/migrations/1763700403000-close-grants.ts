import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/**
 * A grant that was not recorded within a day is closed and its object removed, while the row waits for the URL to
 * expire: whatever still comes through that URL is removed then. What is put in the outbox again while it is being
 * removed is removed once more.
 */
export class CloseGrants1763700403000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE attachments.upload_grants ADD COLUMN closed_at timestamptz(3)');
    await runner.query('GRANT UPDATE (closed_at) ON attachments.upload_grants TO svc_attachments');
    await runner.query(
      `CREATE INDEX ix_upload_grants_to_close ON attachments.upload_grants (granted_at)
       WHERE recorded_at IS NULL AND closed_at IS NULL`,
    );
    await replaceFunctions(runner, 'ON CONFLICT (object_key) DO UPDATE SET due_at = now()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceFunctions(runner, 'ON CONFLICT DO NOTHING');
    await runner.query('ALTER TABLE attachments.upload_grants DROP COLUMN closed_at');
  }
}

async function replaceFunctions(runner: QueryRunner, onConflict: string): Promise<void> {
  for (const [name, key] of [
    ['remove_attachment_object', `'attachments/' || OLD.id`],
    ['remove_granted_object', 'OLD.object_path'],
  ]) {
    await runner.query(`
      CREATE OR REPLACE FUNCTION attachments.${name}() RETURNS trigger
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        INSERT INTO attachments.object_removals (object_key) VALUES (${key}) ${onConflict};
        RETURN NULL;
      END $$`);
  }
}
