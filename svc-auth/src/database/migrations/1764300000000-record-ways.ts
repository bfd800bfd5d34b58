import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/** The function of 1763700010000, which also writes how the change came when it is to. */
const writer = (hasWay: boolean): string => `
  CREATE OR REPLACE FUNCTION auth.write_audit_entry() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    hidden text[] := coalesce(TG_ARGV[1:]::text[], '{}') || 'version'::text;
    written jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
    old_row jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - hidden END;
    new_row jsonb := written - hidden;
  BEGIN
    INSERT INTO auth.audit_entries
      (actor_id, request_id, action, entity, entity_id, before, after, version${hasWay ? ', via' : ''})
    VALUES (
      nullif(current_setting('mainstay.actor_id', true), '')::uuid,
      nullif(current_setting('mainstay.request_id', true), ''),
      CASE TG_OP WHEN 'INSERT' THEN 'create' WHEN 'UPDATE' THEN 'update' ELSE 'delete' END,
      TG_ARGV[0],
      (coalesce(new_row, old_row) ->> 'id')::uuid,
      old_row,
      new_row,
      (written ->> 'version')::integer${hasWay ? ",\n      nullif(current_setting('mainstay.via', true), '')" : ''}
    );
    RETURN NULL;
  END $$`;

/**
 * `via`: how the change came, `app`, `api` or `qr`. Null for background work, in older entries, and in those of a
 * service of the previous version, which does not set it.
 */
export class RecordWays1764300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.audit_entries ADD COLUMN via text');
    await runner.query(writer(true));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(writer(false));
    await runner.query('ALTER TABLE auth.audit_entries DROP COLUMN via');
  }
}
