import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/** Personal access tokens, of which only a hash is kept, and the keys of repeated requests. */
export class CreateTokens1763700002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE auth.tokens (
        id uuid NOT NULL DEFAULT uuidv7(),
        user_id uuid NOT NULL,
        name varchar(100) NOT NULL,
        token_hash char(64) NOT NULL,
        read_only boolean NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3),
        revoked_at timestamptz(3),
        CONSTRAINT pk_tokens PRIMARY KEY (id),
        CONSTRAINT uq_tokens_token_hash UNIQUE (token_hash),
        CONSTRAINT fk_tokens_user_id FOREIGN KEY (user_id) REFERENCES auth.users (id) ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX ix_tokens_user_id ON auth.tokens (user_id, created_at DESC, id DESC)');
    await runner.query(`
      CREATE TRIGGER tr_tokens_audit AFTER INSERT OR UPDATE OR DELETE ON auth.tokens
      FOR EACH ROW EXECUTE FUNCTION auth.write_audit_entry('token', 'token_hash')`);
    await runner.query('GRANT SELECT, INSERT ON auth.tokens TO svc_auth');
    await runner.query('GRANT UPDATE (revoked_at) ON auth.tokens TO svc_auth');
    await runner.query(`
      GRANT SELECT (user_id, token_hash, read_only, expires_at, revoked_at) ON auth.tokens
      TO svc_core, svc_attachments`);

    await runner.query(`
      CREATE TABLE auth.idempotency_keys (
        user_id uuid NOT NULL,
        operation text NOT NULL,
        key varchar(255) NOT NULL,
        body_hash char(64) NOT NULL,
        answer jsonb,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_idempotency_keys PRIMARY KEY (user_id, operation, key)
      )`);
    await runner.query('CREATE INDEX ix_idempotency_keys_created_at ON auth.idempotency_keys (created_at)');
    await runner.query('GRANT SELECT, INSERT, UPDATE, DELETE ON auth.idempotency_keys TO svc_auth');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE auth.idempotency_keys');
    await runner.query('DROP TABLE auth.tokens');
  }
}
