import { checksIn } from './guard.ts';

const check = checksIn('svc-notifications');

/** Checks in svc-notifications. */
export const notifications = [
  check('src/events/stream-access.ts', 'test/events-scope.spec.ts', {
    'events: locations that are being removed are hidden': ' JOIN core.locations l ON l.id = a.location_id',
  }),
  check('src/events/stream-leases.ts', 'test/events.spec.ts', {
    'events: ten streams of a user': "if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end",
  }),
  check('src/inbox/inbox.repository.ts', 'test/inbox.spec.ts', {
    'scope: the tickets of the inbox': "ON t.id = i.ticket_id« AND ${isVisibleAt('t.location_id')}»",
    'scope: the codes of the inbox': "ON k.id = i.code_id« AND ${isVisibleAt('k.location_id')}»",
    'scope: one’s own inbox': 'WHERE «i.user_id = $1 AND »i.in_app',
    'scope: items to be read': '{ «userId, »id: Any([...ids]) }',
  }),
  check('src/recipients/scope.ts', 'test/feed-consumer.spec.ts', {
    'scope: who is told of a ticket':
      "WHERE «${isVisibleAt('coalesce(t.location_id, k.location_id)')} → true»`",
    'scope: nobody is told while deactivated': '(«u.active AND »EXISTS',
  }),
  check('src/mail/contents.repository.ts', 'test/mail.spec.ts', {
    'mail: only about tickets that are visible to the recipient': "AND ${isVisibleAt('store.id')}",
    'mail: nothing that was read': 'AND i.read_at IS NULL ',
    'mail: no removed comment': ' AND c.removed_at IS NULL',
  }),
  check('src/mail/deliveries.repository.ts', 'test/mail-retries.spec.ts', {
    'mail: one sender at a time has a delivery':
      'AND (${alias}.lease_until IS NULL OR ${alias}.lease_until <= now())',
  }),
  check('src/mail/unsubscribe.controller.ts', 'test/unsubscribe.spec.ts', {
    'mail: guesses of links for unsubscribing': 'await this.limits.takeGuess(address);',
  }),
].flat();
