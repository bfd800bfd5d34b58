import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/**
 * Publishes to roles instead of services by name, so that a service is added without a change here: provisioning makes
 * its run-time role a member of auth_readers and its owner one of auth_referrers when its service.json reads a table of
 * auth.
 */
export class PublishToRoles1763700003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('GRANT USAGE ON SCHEMA auth TO auth_readers, auth_referrers');
    await runner.query(`
      GRANT SELECT (id, email, first_name, last_name, profile_image_url, role, active, session_epoch,
        created_at, updated_at) ON auth.users TO auth_readers`);
    await runner.query(
      'GRANT SELECT (user_id, token_hash, read_only, expires_at, revoked_at) ON auth.tokens TO auth_readers',
    );
    await runner.query('GRANT SELECT ON auth.audit_entries TO auth_readers');
    await runner.query('GRANT REFERENCES (id) ON auth.users TO auth_referrers');
    // The triggers of every audited table write as whoever changes it; a cascade runs as the table's owner.
    await runner.query('GRANT INSERT ON auth.audit_entries TO auth_readers, auth_referrers');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['users', 'tokens', 'audit_entries']) {
      await runner.query(`REVOKE ALL ON auth.${table} FROM auth_readers, auth_referrers`);
    }
    await runner.query('REVOKE USAGE ON SCHEMA auth FROM auth_readers, auth_referrers');
  }
}
