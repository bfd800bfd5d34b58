import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';
import { PublishChanges1763700009000, selectChanges } from './1763700009000-publish-changes.ts';

/** The function of 1763700004000, which also writes the version when it is to. */
const writer = (isVersioned: boolean): string => `
  CREATE OR REPLACE FUNCTION auth.write_audit_entry() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    hidden text[] := coalesce(TG_ARGV[1:]::text[], '{}') || 'version'::text;
    written jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
    old_row jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - hidden END;
    new_row jsonb := written - hidden;
  BEGIN
    INSERT INTO auth.audit_entries
      (actor_id, request_id, action, entity, entity_id, before, after${isVersioned ? ', version' : ''})
    VALUES (
      nullif(current_setting('mainstay.actor_id', true), '')::uuid,
      nullif(current_setting('mainstay.request_id', true), ''),
      CASE TG_OP WHEN 'INSERT' THEN 'create' WHEN 'UPDATE' THEN 'update' ELSE 'delete' END,
      TG_ARGV[0],
      (coalesce(new_row, old_row) ->> 'id')::uuid,
      old_row,
      new_row${isVersioned ? ", (written ->> 'version')::integer" : ''}
    );
    RETURN NULL;
  END $$`;

/**
 * `version`: the one of the row after the change, as in its ETag, so that a client knows whether it has read the row
 * since. Null after a deletion, for rows without versions (attachments, tokens), and in older entries. The view gets it
 * as its last column: PostgreSQL adds none elsewhere to a view that is in use. The trigger function takes effect with
 * the next row, also for services of the previous version, which name no column of either.
 */
export class PublishVersions1763700010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.audit_entries ADD COLUMN version integer');
    await runner.query(writer(true));
    await runner.query(`CREATE OR REPLACE VIEW auth.changes AS ${selectChanges(', e.version')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW auth.changes');
    await runner.query(writer(false));
    await runner.query('ALTER TABLE auth.audit_entries DROP COLUMN version');
    await new PublishChanges1763700009000().up(runner);
  }
}
