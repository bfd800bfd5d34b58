import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/**
 * The audit trail of all services: who changed which row when, what it was before and after, in the transaction of the
 * change. A trigger writes it, so no code path can forget. Services add to it and read it; nobody changes it.
 * Also the trigger that counts a row's versions, for ETag and If-Match.
 */
export class AuditChanges1763700001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE auth.audit_entries (
        id uuid NOT NULL DEFAULT uuidv7(),
        occurred_at timestamptz(3) NOT NULL DEFAULT now(),
        actor_id uuid,
        request_id varchar(64),
        action varchar(10) NOT NULL,
        entity varchar(50) NOT NULL,
        entity_id uuid NOT NULL,
        before jsonb,
        after jsonb,
        CONSTRAINT pk_audit_entries PRIMARY KEY (id),
        CONSTRAINT ck_audit_entries_action CHECK (action IN ('create', 'update', 'delete'))
      )`);
    await runner.query(
      'CREATE INDEX ix_audit_entries_occurred_at ON auth.audit_entries (occurred_at DESC, id DESC)',
    );
    await runner.query(
      'CREATE INDEX ix_audit_entries_entity ON auth.audit_entries (entity, entity_id, occurred_at DESC, id DESC)',
    );
    await runner.query(
      'CREATE INDEX ix_audit_entries_actor_id ON auth.audit_entries (actor_id, occurred_at DESC, id DESC)',
    );

    // Arguments: the entity's name, then the columns that stay out of the trail.
    await runner.query(`
      CREATE FUNCTION auth.write_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        hidden text[] := coalesce(TG_ARGV[1:]::text[], '{}') || 'version'::text;
        old_row jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - hidden END;
        new_row jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) - hidden END;
      BEGIN
        INSERT INTO auth.audit_entries (actor_id, request_id, action, entity, entity_id, before, after)
        VALUES (
          nullif(current_setting('mainstay.actor_id', true), '')::uuid,
          nullif(current_setting('mainstay.request_id', true), ''),
          CASE TG_OP WHEN 'INSERT' THEN 'create' WHEN 'UPDATE' THEN 'update' ELSE 'delete' END,
          TG_ARGV[0],
          (coalesce(new_row, old_row) ->> 'id')::uuid,
          old_row,
          new_row
        );
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE FUNCTION auth.count_version() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.version := OLD.version + 1;
        RETURN NEW;
      END $$`);

    // The owners too: a cascade runs as the owner of the table it reaches.
    const everybody = 'svc_auth, svc_core, svc_attachments, auth_owner, core_owner, attachments_owner';
    await runner.query(`GRANT INSERT ON auth.audit_entries TO ${everybody}`);
    await runner.query('GRANT SELECT ON auth.audit_entries TO svc_auth, svc_core, svc_attachments');
    await runner.query('REVOKE UPDATE, DELETE, TRUNCATE ON auth.audit_entries FROM auth_owner');

    await runner.query('ALTER TABLE auth.users ADD COLUMN version integer NOT NULL DEFAULT 1');
    await runner.query(`
      CREATE TRIGGER tr_users_version BEFORE UPDATE ON auth.users
      FOR EACH ROW EXECUTE FUNCTION auth.count_version()`);
    await runner.query(`
      CREATE TRIGGER tr_users_audit AFTER INSERT OR UPDATE OR DELETE ON auth.users
      FOR EACH ROW EXECUTE FUNCTION auth.write_audit_entry('user', 'password_hash')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER tr_users_audit ON auth.users');
    await runner.query('DROP TRIGGER tr_users_version ON auth.users');
    await runner.query('ALTER TABLE auth.users DROP COLUMN version');
    await runner.query('DROP FUNCTION auth.write_audit_entry()');
    await runner.query('DROP FUNCTION auth.count_version()');
    await runner.query('DROP TABLE auth.audit_entries');
  }
}
