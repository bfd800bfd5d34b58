import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/** Idempotency keys, with the responses to the first requests. */
export class CreateIdempotencyKeys1763700402000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE attachments.idempotency_keys (
        user_id uuid NOT NULL,
        operation text NOT NULL,
        key varchar(255) NOT NULL,
        body_hash char(64) NOT NULL,
        answer jsonb,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_idempotency_keys PRIMARY KEY (user_id, operation, key)
      )`);
    await runner.query(
      'CREATE INDEX ix_idempotency_keys_created_at ON attachments.idempotency_keys (created_at)',
    );
    await runner.query(
      'GRANT SELECT, INSERT, UPDATE, DELETE ON attachments.idempotency_keys TO svc_attachments',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE attachments.idempotency_keys');
  }
}
