import type { Guard } from './guard.ts';

/** Checks in svc-notifications. */
export const notifications: readonly Guard[] = [
  {
    name: 'events: only of locations that the user can see',
    file: 'svc-notifications/src/events/live-events.ts',
    remove: 'if (!isVisible(change, scope)) continue;',
    test: 'svc-notifications/test/events-scope.spec.ts',
  },
  {
    name: 'events: what was missed is only of locations that the user can see',
    file: 'svc-notifications/src/events/live-events.ts',
    remove: 'missed.changes.filter((change) => isVisible(change, scope))',
    put: 'missed.changes',
    test: 'svc-notifications/test/events-resume.spec.ts',
  },
  {
    name: 'events: locations that are being removed are hidden',
    file: 'svc-notifications/src/events/stream-access.ts',
    remove: ' JOIN core.locations l ON l.id = a.location_id',
    test: 'svc-notifications/test/events-scope.spec.ts',
  },
  {
    name: 'events: nothing after the role changed',
    file: 'svc-notifications/src/events/stream-access.ts',
    remove: ' || principal.role !== role',
    test: 'svc-notifications/test/events-scope.spec.ts',
  },
  {
    name: 'events: ten streams of a user',
    file: 'svc-notifications/src/events/stream-leases.ts',
    remove: "if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end",
    test: 'svc-notifications/test/events.spec.ts',
  },
  {
    name: 'events: an id of another secret is none',
    file: 'svc-notifications/src/events/event-ids.ts',
    remove: 'isOurs && ',
    test: 'svc-notifications/test/events-resume.spec.ts',
  },
  {
    name: 'scope: the tickets of the inbox',
    file: 'svc-notifications/src/inbox/inbox.repository.ts',
    remove: 'ON t.id = i.ticket_id AND ${IS_VISIBLE}',
    put: 'ON t.id = i.ticket_id',
    test: 'svc-notifications/test/inbox.spec.ts',
  },
  {
    name: 'scope: one’s own inbox',
    file: 'svc-notifications/src/inbox/inbox.repository.ts',
    remove: 'WHERE i.user_id = $1 AND i.in_app',
    put: 'WHERE i.in_app',
    test: 'svc-notifications/test/inbox.spec.ts',
  },
  {
    name: 'scope: items to be read',
    file: 'svc-notifications/src/inbox/inbox.repository.ts',
    remove: '{ userId, id: Any([...ids]) }',
    put: '{ id: Any([...ids]) }',
    test: 'svc-notifications/test/inbox.spec.ts',
  },
  {
    name: 'scope: who is told of a ticket',
    file: 'svc-notifications/src/recipients/scope.ts',
    remove: 'WHERE ${IS_VISIBLE}`',
    put: 'WHERE true`',
    test: 'svc-notifications/test/feed-consumer.spec.ts',
  },
  {
    name: 'scope: nobody is told while deactivated',
    file: 'svc-notifications/src/recipients/scope.ts',
    remove: '(u.active AND EXISTS',
    put: '(EXISTS',
    test: 'svc-notifications/test/feed-consumer.spec.ts',
  },
  {
    name: 'mail: only about tickets that are visible to the recipient',
    file: 'svc-notifications/src/mail/contents.repository.ts',
    remove: 'AND ${IS_VISIBLE}',
    test: 'svc-notifications/test/mail.spec.ts',
  },
  {
    name: 'mail: nothing that was read',
    file: 'svc-notifications/src/mail/contents.repository.ts',
    remove: 'AND i.read_at IS NULL ',
    test: 'svc-notifications/test/mail.spec.ts',
  },
  {
    name: 'mail: no removed comment',
    file: 'svc-notifications/src/mail/contents.repository.ts',
    remove: ' AND c.removed_at IS NULL',
    test: 'svc-notifications/test/mail.spec.ts',
  },
  {
    name: 'mail: one sender at a time has a delivery',
    file: 'svc-notifications/src/mail/deliveries.repository.ts',
    remove: 'AND (${alias}.lease_until IS NULL OR ${alias}.lease_until <= now())',
    test: 'svc-notifications/test/mail-replicas.spec.ts',
  },
  {
    name: 'mail: guesses of links for unsubscribing',
    file: 'svc-notifications/src/mail/unsubscribe.controller.ts',
    remove: 'await this.limits.takeGuess(address);',
    test: 'svc-notifications/test/unsubscribe.spec.ts',
  },
  {
    name: 'mail: forms for one call only',
    file: 'svc-notifications/src/mail/form-bodies.ts',
    remove: 'isAccepted ? null : new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE()',
    put: 'null',
    test: 'svc-notifications/test/unsubscribe.spec.ts',
  },
];
