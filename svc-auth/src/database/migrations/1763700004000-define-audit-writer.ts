import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/** What {@link DefineAuditWriter1763700004000} changes of the function of 1763700001000: whose rights it has. */
const writer = (rights: string): string => `
  CREATE OR REPLACE FUNCTION auth.write_audit_entry() RETURNS trigger LANGUAGE plpgsql ${rights} AS $$
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
  END $$`;

/**
 * The audit trail is written with the rights of its owner, so that whoever changes a row needs none on the trail. Its
 * search path is fixed, or a caller could put functions of their own in the place of PostgreSQL's. Only owners of
 * audited tables may make triggers of it: with a temporary table of its own a service could write any entry.
 */
export class DefineAuditWriter1763700004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(writer('SECURITY DEFINER SET search_path = pg_catalog, pg_temp'));
    await runner.query('REVOKE EXECUTE ON FUNCTION auth.write_audit_entry() FROM PUBLIC');
    await runner.query('GRANT EXECUTE ON FUNCTION auth.write_audit_entry() TO auth_referrers');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('GRANT EXECUTE ON FUNCTION auth.write_audit_entry() TO PUBLIC');
    await runner.query(writer('SECURITY INVOKER'));
  }
}
