import { checksIn } from './guard.ts';

const check = checksIn('svc-auth');

/** Checks in svc-auth. */
export const auth = [
  check('src/sessions/sign-in-limits.ts', 'test/sessions.spec.ts', {
    'sign-in: ten tries at an account': 'await this.byAccount.take(accountKey(email, device));',
    'sign-in: a hundred tries from an address':
      'if (device === null) await this.byAddress.take(clientNetwork(address));',
  }),
  check('src/users/users.service.ts', 'test/session-only.spec.ts', {
    'registration: not with a token': "requireSession(principal, 'register a user');",
    'users: a token resets no password': "«requireSession(principal, 'reset a password') → void principal»;",
  }),
  check('src/users/users.schemas.ts', 'test/users.spec.ts', {
    'registration: unknown fields': '«.strictObject → .object»({ email, password,',
    'users: unknown fields of a change': '«.strictObject → .object»({\n    id: idSchema.optional(),',
  }),
  check('src/tokens/tokens.service.ts', 'test/session-only.spec.ts', {
    'tokens: a token makes none': "requireSession(principal, 'create a token');",
    'tokens: a token revokes none': "requireSession(principal, 'revoke a token');",
  }),
  check('src/users/users.controller.ts', 'test/users.spec.ts', {
    'users: only administrators change one': "@Patch('users/:id')\n  @Authorize(«'admin'»)",
  }),
  check('src/database/migrations/1763700000000-create-users.ts', 'test/users-table.spec.ts', {
    'published table: no password hash': 'GRANT SELECT (id, «email → password_hash, email», first_name,',
  }),
  check('src/database/migrations/1763700005000-close-audit-entries.ts', 'test/audit-privileges.spec.ts', {
    'audit: nobody changes the trail':
      "'GRANT «SELECT → SELECT, UPDATE, DELETE» ON auth.audit_entries TO svc_core'",
    'audit: nobody adds to the trail, and one service reads it':
      'await runner.query(`REVOKE ALL ON auth.audit_entries FROM ${everybody}`);',
  }),
  check('src/database/migrations/1763700004000-define-audit-writer.ts', 'test/audit-privileges.spec.ts', {
    'audit: no service makes triggers that write it':
      "await runner.query('REVOKE EXECUTE ON FUNCTION auth.write_audit_entry() FROM PUBLIC');",
  }),
  check('src/database/migrations/1763700010000-publish-versions.ts', 'test/audit-privileges.spec.ts', {
    'audit: a fixed search path': 'SECURITY DEFINER« SET search_path = pg_catalog, pg_temp»',
  }),
  check('src/database/migrations/1763700001000-audit-changes.ts', 'test/audit-trail.spec.ts', {
    'audit: a user’s changes are in it, in their transaction':
      'CREATE TRIGGER tr_users_audit AFTER INSERT OR «UPDATE OR »DELETE ON auth.users',
    'audit: no password hash in it': "auth.write_audit_entry('user'«, 'password_hash'»)",
  }),
].flat();
