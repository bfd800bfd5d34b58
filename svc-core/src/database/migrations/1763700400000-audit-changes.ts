import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/** Each table under the name its rows have in the audit trail. */
const entities = {
  locations: 'location',
  manager_assignments: 'manager_assignment',
  tickets: 'ticket',
  recurring_tasks: 'recurring_task',
  projects: 'project',
  tasks: 'task',
};

/**
 * Every row counts its versions, for ETag and If-Match, and every change goes into the audit trail, both by svc-auth's
 * trigger functions. Also the keys of repeated requests, and what the run-time role needs to change and remove things.
 */
export class AuditChanges1763700400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, entity] of Object.entries(entities)) {
      await runner.query(`ALTER TABLE core.${table} ADD COLUMN version integer NOT NULL DEFAULT 1`);
      await runner.query(`
        CREATE TRIGGER tr_${table}_version BEFORE UPDATE ON core.${table}
        FOR EACH ROW EXECUTE FUNCTION auth.count_version()`);
      await runner.query(`
        CREATE TRIGGER tr_${table}_audit AFTER INSERT OR UPDATE OR DELETE ON core.${table}
        FOR EACH ROW EXECUTE FUNCTION auth.write_audit_entry('${entity}')`);
    }

    await runner.query(`
      CREATE TABLE core.idempotency_keys (
        user_id uuid NOT NULL,
        operation text NOT NULL,
        key varchar(255) NOT NULL,
        body_hash char(64) NOT NULL,
        answer jsonb,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_idempotency_keys PRIMARY KEY (user_id, operation, key)
      )`);
    await runner.query('CREATE INDEX ix_idempotency_keys_created_at ON core.idempotency_keys (created_at)');

    await runner.query('GRANT SELECT, INSERT, UPDATE, DELETE ON core.idempotency_keys TO svc_core');
    await runner.query('GRANT DELETE ON core.manager_assignments, core.tickets TO svc_core');
    await runner.query('GRANT UPDATE, DELETE ON core.recurring_tasks TO svc_core');
    await runner.query('GRANT INSERT, UPDATE, DELETE ON core.tasks TO svc_core');
    await runner.query('GRANT SELECT, INSERT, UPDATE, DELETE ON core.projects TO svc_core');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('REVOKE ALL ON core.projects FROM svc_core');
    await runner.query('REVOKE INSERT, UPDATE, DELETE ON core.tasks FROM svc_core');
    await runner.query('REVOKE UPDATE, DELETE ON core.recurring_tasks FROM svc_core');
    await runner.query('REVOKE DELETE ON core.manager_assignments, core.tickets FROM svc_core');
    await runner.query('DROP TABLE core.idempotency_keys');
    for (const table of Object.keys(entities)) {
      await runner.query(`DROP TRIGGER tr_${table}_audit ON core.${table}`);
      await runner.query(`DROP TRIGGER tr_${table}_version ON core.${table}`);
      await runner.query(`ALTER TABLE core.${table} DROP COLUMN version`);
    }
  }
}
