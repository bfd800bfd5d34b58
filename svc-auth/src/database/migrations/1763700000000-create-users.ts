import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/**
 * The User entity (specification, section 3) and what the other services may know of it.
 * The password hash stays private: it is not among the granted columns.
 */
export class CreateUsers1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE auth.users (
        id uuid NOT NULL DEFAULT uuidv7(),
        email varchar(254) NOT NULL,
        password_hash text NOT NULL,
        first_name varchar(100) NOT NULL,
        last_name varchar(100) NOT NULL,
        profile_image_url text,
        role varchar(50) NOT NULL DEFAULT 'district_manager',
        active boolean NOT NULL DEFAULT true,
        session_epoch integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pk_users PRIMARY KEY (id),
        CONSTRAINT uq_users_email UNIQUE (email),
        CONSTRAINT ck_users_email CHECK (email = lower(email)),
        CONSTRAINT ck_users_role CHECK (role IN ('admin', 'district_manager'))
      )`);
    await runner.query('GRANT SELECT, INSERT, UPDATE ON auth.users TO svc_auth');
    await runner.query('GRANT USAGE ON SCHEMA auth TO svc_auth');

    await runner.query(
      'GRANT USAGE ON SCHEMA auth TO core_owner, attachments_owner, svc_core, svc_attachments',
    );
    await runner.query('GRANT REFERENCES (id) ON auth.users TO core_owner, attachments_owner');
    await runner.query(`
      GRANT SELECT (id, email, first_name, last_name, profile_image_url, role, active, session_epoch,
        created_at, updated_at) ON auth.users TO svc_core, svc_attachments`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE auth.users');
  }
}
