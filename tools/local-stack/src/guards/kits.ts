import { checksIn } from './guard.ts';

const check = checksIn('.');

/** Checks in the packages. */
export const kits = [
  check('packages/service-kit/src/principal-reader.ts', 'svc-core/test/access-matrix.spec.ts', {
    'revocation: a deactivated user': 'WHERE id = $1« AND active»`,',
  }),
  check('packages/service-kit/src/principal-reader.ts', 'svc-auth/test/tokens.spec.ts', {
    'tokens: revoked ones are dead': '« AND t.revoked_at IS NULL»\n',
    'tokens: expired ones are dead': '«AND (t.expires_at IS NULL OR t.expires_at > now()) »AND u.active`,',
    'tokens: those of a deactivated user are dead': '« AND u.active»`,',
  }),
  check('packages/service-kit/src/principal-reader.ts', 'svc-notifications/test/events-scope.spec.ts', {
    'events: nothing after a token was revoked': 'WHERE t.token_hash = ANY($1)« AND t.revoked_at IS NULL»',
    'events: nothing after a deactivation': 'WHERE id = ANY($1)« AND active»`,',
  }),
  check('packages/service-kit/src/write-limits.ts', 'svc-core/test/write-limits.spec.ts', {
    'writes: so many of a user in a minute': 'await this.byUser.take(userId);',
    'writes: so many from an address in a minute': 'await this.takeByAddress(address);',
  }),
  check('packages/service-kit/src/change-feed.ts', 'svc-auth/test/change-feed.spec.ts', {
    'feed: a change waits for the transactions that began before its own':
      ' AND xid < pg_snapshot_xmin(pg_current_snapshot())',
    'feed: a cursor is of this cluster': '«system_identifier::text = $1 → $1::text IS NOT NULL» AND',
  }),
].flat();
