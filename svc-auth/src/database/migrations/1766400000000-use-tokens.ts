import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/**
 * When a token was last used, to the minute. Every service says so through a function, because only svc-auth may change
 * tokens; the audit trail leaves it out. svc-notifications mails before a token ends.
 */
export class UseTokens1766400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE auth.tokens ADD COLUMN last_used_at timestamptz(3);
      CREATE INDEX ix_tokens_expires_at ON auth.tokens (expires_at) WHERE revoked_at IS NULL;
      CREATE OR REPLACE TRIGGER tr_tokens_audit AFTER INSERT OR UPDATE OF revoked_at OR DELETE ON auth.tokens
        FOR EACH ROW EXECUTE FUNCTION auth.write_audit_entry('token', 'token_hash', 'last_used_at');
      CREATE FUNCTION auth.use_token(hash text) RETURNS void LANGUAGE sql
      SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        UPDATE auth.tokens SET last_used_at = now()
        WHERE token_hash = hash AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute') $$;
      REVOKE EXECUTE ON FUNCTION auth.use_token(text) FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION auth.use_token(text) TO svc_auth, svc_core, svc_attachments, auth_readers;
      GRANT SELECT (id, name, created_at) ON auth.tokens TO svc_notifications;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      REVOKE SELECT (id, name, created_at) ON auth.tokens FROM svc_notifications;
      DROP FUNCTION auth.use_token(text);
      CREATE OR REPLACE TRIGGER tr_tokens_audit AFTER INSERT OR UPDATE OR DELETE ON auth.tokens
        FOR EACH ROW EXECUTE FUNCTION auth.write_audit_entry('token', 'token_hash');
      DROP INDEX auth.ix_tokens_expires_at;
      ALTER TABLE auth.tokens DROP COLUMN last_used_at;`);
  }
}
