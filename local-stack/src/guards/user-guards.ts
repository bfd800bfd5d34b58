import type { Guard } from './guard.ts';

const auth = 'svc-auth/src';
const migrations = `${auth}/database/migrations`;

/** Changes of users, the ends of their sessions, and what is said of them. */
export const userGuards: readonly Guard[] = [
  {
    name: 'users: unknown fields of a change',
    file: `${auth}/users/users.schemas.ts`,
    remove: '.strictObject({\n    id: idSchema.optional(),',
    put: '.object({\n    id: idSchema.optional(),',
    test: 'svc-auth/test/users.spec.ts',
    only: 'refuses bad input by field',
  },
  {
    name: 'users: one for an e-mail',
    file: `${auth}/users/users.service.ts`,
    remove: "brokenConstraint(error)?.constraint === 'uq_users_email'",
    put: "brokenConstraint(error)?.constraint === 'none'",
    test: 'svc-auth/test/users.spec.ts',
    only: 'whatever its case',
  },
  {
    name: 'users: only administrators change one',
    file: `${auth}/users/users.controller.ts`,
    remove: "@Patch('users/:id')\n  @Authorize('admin')",
    put: "@Patch('users/:id')\n  @Authorize()",
    test: 'svc-auth/test/users.spec.ts',
    only: 'PATCH /api/users/.id. is for administrators',
  },
  {
    name: 'users: only administrators deactivate one',
    file: `${auth}/users/users.controller.ts`,
    remove: "@Patch('users/:id/active')\n  @Authorize('admin')",
    put: "@Patch('users/:id/active')\n  @Authorize()",
    test: 'svc-auth/test/users.spec.ts',
    only: 'active is for administrators',
  },
  {
    name: 'users: only administrators reset a password',
    file: `${auth}/users/users.controller.ts`,
    remove: "@Post('admin/reset-user-password')\n  @Authorize('admin')",
    put: "@Post('admin/reset-user-password')\n  @Authorize()",
    test: 'svc-auth/test/users.spec.ts',
    only: 'reset-user-password is for',
  },
  {
    name: 'users: nobody overwrites what changed meanwhile',
    file: `${auth}/users/users.service.ts`,
    remove:
      'if (!user) throw notFound();\n        precondition(user.version);\n        return this.users.update(manager, id, changes);',
    put: 'if (!user) throw notFound();\n        return this.users.update(manager, id, changes);',
    test: 'svc-auth/test/users.spec.ts',
    only: 'lost update',
  },
  {
    name: 'users: the last administrator is not demoted',
    file: `${auth}/users/users.service.ts`,
    remove: "if (changes.role === 'district_manager') await this.refuseLastAdmin(manager, id);",
    test: 'svc-auth/test/last-administrator.spec.ts',
    only: 'demote each other',
  },
  {
    name: 'users: the last administrator is not deactivated',
    file: `${auth}/users/users.service.ts`,
    remove: 'if (!active) await this.refuseLastAdmin(manager, id);',
    test: 'svc-auth/test/last-administrator.spec.ts',
    only: 'deactivate each other',
  },
  {
    name: 'users: nobody deactivates themselves',
    file: `${auth}/users/users.service.ts`,
    remove: "if (!active && id === principal.userId) throw conflict('You cannot deactivate yourself.');",
    test: 'svc-auth/test/last-administrator.spec.ts',
    only: 'does not deactivate themselves',
  },
  {
    name: 'users: two administrators do not end each other at once',
    file: `${auth}/users/users.repository.ts`,
    remove: "order: { id: 'ASC' },\n      lock: { mode: 'pessimistic_write' },",
    put: "order: { id: 'ASC' },",
    test: 'svc-auth/test/last-administrator.spec.ts',
  },
  {
    name: 'revocation: deactivating ends sessions for good',
    file: `${auth}/users/users.service.ts`,
    remove: 'sessionEpoch: ended ? user.sessionEpoch + 1 : user.sessionEpoch,',
    test: 'svc-auth/test/users.spec.ts',
    only: 'activating again revives none',
  },
  {
    name: 'revocation: a reset password ends sessions',
    file: `${auth}/users/users.service.ts`,
    remove: '{ passwordHash, sessionEpoch: user.sessionEpoch + 1 }',
    put: '{ passwordHash }',
    test: 'svc-auth/test/users.spec.ts',
    only: 'sets the password and ends',
  },
  {
    name: 'remote loads: 120 reports a minute',
    file: `${auth}/remote-loads/remote-loads.service.ts`,
    remove: 'await this.take(userId);',
    test: 'svc-auth/test/remote-loads.spec.ts',
  },
  {
    name: 'published table: no password hash',
    file: `${migrations}/1763700000000-create-users.ts`,
    remove: 'GRANT SELECT (id, email, first_name,',
    put: 'GRANT SELECT (id, password_hash, email, first_name,',
    test: 'svc-auth/test/users-table.spec.ts',
  },
  {
    name: 'audit: nobody changes the trail',
    file: `${migrations}/1763700001000-audit-changes.ts`,
    remove: "GRANT SELECT ON auth.audit_entries TO svc_auth, svc_core, svc_attachments'",
    put: "GRANT SELECT, UPDATE, DELETE ON auth.audit_entries TO svc_auth, svc_core, svc_attachments'",
    test: 'svc-auth/test/audit-trail.spec.ts',
  },
  {
    name: 'audit: a user’s changes are in it, in their transaction',
    file: `${migrations}/1763700001000-audit-changes.ts`,
    remove: 'CREATE TRIGGER tr_users_audit AFTER INSERT OR UPDATE OR DELETE ON auth.users',
    put: 'CREATE TRIGGER tr_users_audit AFTER INSERT OR DELETE ON auth.users',
    test: 'svc-auth/test/audit-trail.spec.ts',
  },
  {
    name: 'audit: no password hash in it',
    file: `${migrations}/1763700001000-audit-changes.ts`,
    remove: "auth.write_audit_entry('user', 'password_hash')",
    put: "auth.write_audit_entry('user')",
    test: 'svc-auth/test/audit-trail.spec.ts',
  },
];
