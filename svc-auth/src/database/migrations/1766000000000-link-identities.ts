import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/** Accounts at the company's provider. Each sign-in changes `last_used_at`, so the audit trail has each of them. */
export class LinkIdentities1766000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE auth.identities (
        id uuid NOT NULL DEFAULT uuidv7(),
        user_id uuid NOT NULL,
        issuer varchar(500) NOT NULL,
        subject varchar(255) NOT NULL,
        email varchar(254) NOT NULL,
        linked_at timestamptz(3) NOT NULL DEFAULT now(),
        last_used_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_identities PRIMARY KEY (id),
        CONSTRAINT uq_identities_subject UNIQUE (issuer, subject),
        CONSTRAINT uq_identities_user_id UNIQUE (user_id, issuer),
        CONSTRAINT fk_identities_user_id FOREIGN KEY (user_id) REFERENCES auth.users (id) ON DELETE CASCADE
      );
      CREATE TRIGGER tr_identities_audit AFTER INSERT OR UPDATE OR DELETE ON auth.identities
        FOR EACH ROW EXECUTE FUNCTION auth.write_audit_entry('identity');
      GRANT SELECT, INSERT, DELETE, UPDATE (last_used_at) ON auth.identities TO svc_auth;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE auth.identities');
  }
}
