import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/** An import keeps its counts when its rows are deleted. Those without counts are looked at every other second. */
export class KeepCountsOfImports1765900100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE core.imports ADD COLUMN counts jsonb');
    await runner.query('CREATE INDEX ix_imports_with_rows ON core.imports (id) WHERE counts IS NULL');
    await runner.query('GRANT UPDATE (counts) ON core.imports TO svc_core');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE core.imports DROP COLUMN counts');
  }
}
