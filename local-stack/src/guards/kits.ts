import type { Guard } from './guard.ts';

/** Checks in the packages. */
export const kits: readonly Guard[] = [
  {
    name: 'revocation: a deactivated user',
    file: 'packages/service-kit/src/principal-reader.ts',
    remove: 'WHERE id = $1 AND active`,',
    put: 'WHERE id = $1`,',
    test: 'svc-core/test/access-matrix.spec.ts',
  },
  {
    name: 'tokens: revoked ones are dead',
    file: 'packages/service-kit/src/principal-reader.ts',
    remove: ' AND t.revoked_at IS NULL\n',
    put: '\n',
    test: 'svc-auth/test/tokens.spec.ts',
  },
  {
    name: 'tokens: expired ones are dead',
    file: 'packages/service-kit/src/principal-reader.ts',
    remove: 'AND (t.expires_at IS NULL OR t.expires_at > now()) AND u.active`,',
    put: 'AND u.active`,',
    test: 'svc-auth/test/tokens.spec.ts',
  },
  {
    name: 'tokens: those of a deactivated user are dead',
    file: 'packages/service-kit/src/principal-reader.ts',
    remove: ' AND u.active`,',
    put: '`,',
    test: 'svc-auth/test/tokens.spec.ts',
  },
  {
    name: 'writes: so many of a user in a minute',
    file: 'packages/service-kit/src/write-limits.ts',
    remove: 'await this.byUser.take(userId);',
    test: 'svc-core/test/write-limits.spec.ts',
  },
  {
    name: 'writes: so many from an address in a minute',
    file: 'packages/service-kit/src/write-limits.ts',
    remove: 'await this.takeByAddress(address);',
    test: 'svc-core/test/write-limits.spec.ts',
  },
  {
    name: 'feed: a change waits for the transactions that began before its own',
    file: 'packages/service-kit/src/change-feed.ts',
    remove: ' AND xid < pg_snapshot_xmin(pg_current_snapshot())',
    test: 'svc-auth/test/change-feed.spec.ts',
  },
  {
    name: 'feed: a cursor is of this cluster',
    file: 'packages/service-kit/src/change-feed.ts',
    remove: 'system_identifier::text = $1 AND',
    put: '$1::text IS NOT NULL AND',
    test: 'svc-auth/test/change-feed.spec.ts',
  },
  {
    name: 'events: nothing after a token was revoked',
    file: 'packages/service-kit/src/principal-reader.ts',
    remove: 'WHERE t.token_hash = ANY($1) AND t.revoked_at IS NULL',
    put: 'WHERE t.token_hash = ANY($1)',
    test: 'svc-notifications/test/events-scope.spec.ts',
  },
  {
    name: 'events: nothing after a deactivation',
    file: 'packages/service-kit/src/principal-reader.ts',
    remove: 'WHERE id = ANY($1) AND active`,',
    put: 'WHERE id = ANY($1)`,',
    test: 'svc-notifications/test/events-scope.spec.ts',
  },
];
