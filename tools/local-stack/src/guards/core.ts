import { checksIn } from './guard.ts';

const check = checksIn('svc-core');

/** Checks in svc-core. */
export const core = [
  check('src/assignments/visibility-checks.ts', 'test/access-matrix.spec.ts', {
    'scope: assigned locations only':
      'SELECT location_id FROM core.manager_assignments WHERE «manager_id = ${userId} → ${userId} IS NOT NULL»)`;',
    'scope: the ticket that is commented or watched':
      ' «AND ${locationVisibleTo(principal, sql`location_id`)} »FOR KEY SHARE',
    'scope: the location that a body names': '«AND ${locationVisibleTo(principal, sql`id`)} »FOR KEY SHARE`,',
  }),
  check('src/assignments/visibility-checks.ts', 'test/people.spec.ts', {
    'scope: no deactivated user among the people of a ticket': '«u.active AND »(u.role',
  }),
  check('src/assignments/visibility-checks.ts', 'test/location-removals.spec.ts', {
    'scope: what belongs to a removed location':
      '? sql`«${column} NOT IN (SELECT id FROM core.locations WHERE removed_at IS NOT NULL) → TRUE»`\n    : sql`${column} IN',
  }),
  check('src/assignments/visibility-checks.ts', 'test/tickets.spec.ts', {
    'scope: the employee that a body names':
      "AND active« AND (role = 'admin' OR ${userVisibleTo(principal, sql`id`)})»`,",
    'scope: nothing is given to a deactivated employee': 'WHERE id = ${assignedTo} AND« active AND»',
    'equipment: of the location, for a ticket or a code':
      'WHERE id = ${equipmentId} AND «location_id = ${locationId} → ${locationId}::uuid IS NOT NULL» AND removed_at',
  }),
  check('src/assignments/visibility-checks.ts', 'test/equipment-removals.spec.ts', {
    'scope: removed equipment': 'e.removed_at IS NULL AND ',
  }),
  check('src/tickets/tickets.repository.ts', 'test/access-matrix.spec.ts', {
    'scope: one of the tickets': 'WHERE t.id = ${id}« AND ${visibleTo(principal)}»`;',
    'scope: one of the tickets to change':
      'const isVisible = sql`t.id = ${id}« AND ${visibleTo(principal)}»`;',
  }),
  check('src/tickets/tickets.repository.ts', 'test/tickets.spec.ts', {
    'scope: the equipment of a ticket': 'ON e.id = t.equipment_id« AND ${equipmentVisibleTo(principal)}»`',
  }),
  check('src/comments/comments.repository.ts', 'test/comments.spec.ts', {
    'scope: one of the comments': '«AND ${locationVisibleTo(principal, sql`location_id`)} »FOR KEY SHARE',
  }),
  check('src/timeline/timeline.repository.ts', 'test/access-matrix.spec.ts', {
    'scope: the timeline of a ticket': ' AND ${locationVisibleTo(principal, sql`t.location_id`)}',
  }),
  check('src/timeline/timeline.repository.ts', 'test/timeline-replay.spec.ts', {
    'scope: names of locations in a timeline': ' AND ${locationVisibleTo(principal, sql`id`)}',
    'scope: the equipment of a timeline':
      'WHERE e.id = ANY (${ids}) AND «${equipmentVisibleTo(principal)} → (TRUE OR ${equipmentVisibleTo(principal)})»`',
  }),
  check('src/people/people.repository.ts', 'test/access-matrix.spec.ts', {
    'scope: the people of a ticket': ' AND ${locationVisibleTo(principal, sql`location_id`)}',
  }),
  check('src/similar-tickets/similar-tickets.repository.ts', 'test/access-matrix.spec.ts', {
    'scope: similar tickets': ' AND ${locationVisibleTo(principal, sql`id`)}',
  }),
  check('src/comments/comments.service.ts', 'test/comments.spec.ts', {
    'If-Match: a change of a comment': '«precondition(comment.version);\n      »if',
    'If-Match: the removal of a comment': '«precondition(comment.version);\n      »await',
  }),
  check('src/recurring-tasks/recurring-tasks.repository.ts', 'test/access-matrix.spec.ts', {
    'scope: one of the recurring tasks': 'r.id = ${id}« AND ${visibleTo(principal)}»`',
  }),
  check('src/tasks/tasks.repository.ts', 'test/access-matrix.spec.ts', {
    'scope: one of the tasks': 't.id = ${id}« AND ${visibleTo(principal)}»`',
  }),
  check('src/projects/projects.repository.ts', 'test/access-matrix.spec.ts', {
    'scope: one of the projects': 'p.id = ${id}« AND ${visibleTo(principal)}»`',
  }),
  check('src/projects/projects.repository.ts', 'test/project-removals.spec.ts', {
    'scope: a removed project': 'p.removed_at IS NULL AND ',
  }),
  check('src/locations/locations.repository.ts', 'test/access-matrix.spec.ts', {
    'scope: one of the locations': 'l.id = ${id}« AND ${visibleTo(principal)}»`',
  }),
  check('src/stats/stats.repository.ts', 'test/stats.spec.ts', {
    'scope: locations in the statistics':
      "WHERE status = 'active'« AND ${locationVisibleTo(principal, sql`id`)}»)",
  }),
  check('src/database/migrations/1763700900000-remove-locations.ts', 'test/location-removals.spec.ts', {
    'scope: a removed location in a published table': 'USING («removed_at IS NULL → true»)',
  }),
  check('src/tickets/tickets.controller.ts', 'test/access-matrix.spec.ts', {
    'roles: deleteTicket': "@Authorize(«'admin'»)\n  @call.delete(",
  }),
  check('src/tickets/tickets.service.ts', 'test/entities.spec.ts', {
    'If-Match: a change of a ticket': 'precondition(ticket.version);',
  }),
  check('src/tickets/tickets.schemas.ts', 'test/tickets.spec.ts', {
    'fields: unknown ones of a new ticket': 'createTicketRequest = z\n  «.strictObject → .object»(',
  }),
  check('src/database/migrations/1763700400000-audit-changes.ts', 'test/entities.spec.ts', {
    'audit: changes in svc-core are in it': 'AFTER INSERT «OR UPDATE OR DELETE »ON core.${table}',
  }),
  check('src/database/migrations/1763700400000-audit-changes.ts', 'test/privileges.spec.ts', {
    'privileges: svc-core has the rights it needs and no others':
      "'GRANT «DELETE → DELETE, TRUNCATE» ON core.manager_assignments, core.tickets TO svc_core'",
  }),
  check('src/equipment/equipment.repository.ts', 'test/access-matrix.spec.ts', {
    'scope: one of the equipment':
      'sql`e.id = ${id} AND «${equipmentVisibleTo(principal)} → e.removed_at IS NULL»`;',
  }),
  check('src/equipment/equipment.repository.ts', 'test/equipment.spec.ts', {
    'scope: the list of equipment':
      '[«equipmentVisibleTo(principal) → sql`e.removed_at IS NULL`», ...filters]',
  }),
  check('src/intake-codes/intake-codes.repository.ts', 'test/access-matrix.spec.ts', {
    'scope: codes':
      '«${locationVisibleTo(principal, sql`c.location_id`)} → (TRUE OR ${locationVisibleTo(principal, sql`c.location_id`)})»\n  AND NOT EXISTS',
  }),
  check('src/intake-codes/intake-codes.repository.ts', 'test/equipment-removals.spec.ts', {
    'scope: codes of removed equipment':
      '«\n  AND NOT EXISTS (SELECT FROM core.equipment_removals r WHERE r.equipment_id = c.equipment_id)»)`',
  }),
  check('src/equipment/equipment.service.ts', 'test/equipment.spec.ts', {
    'equipment: its codes move with it': 'await this.codes.move(transaction, id, locationId);',
  }),
  check('src/removals/equipment-rows.repository.ts', 'test/equipment-removals.spec.ts', {
    'equipment: its codes take no reports once it is removed':
      'await within.withRepository(this.codes).update({ equipmentId: id }, { active: false });',
  }),
  check('src/intake-codes/intake-codes.service.ts', 'test/intake-codes.spec.ts', {
    'If-Match: the rotation of a code': 'precondition(locked.version);',
  }),
  check('src/database/migrations/1763701109000-create-intake.ts', 'test/intake-codes.spec.ts', {
    'audit: no hash of a code': "auth.write_audit_entry('intake_code', «'code_hash', »'last_used_at')",
  }),
  check('src/database/migrations/1763701109000-create-intake.ts', 'test/tracking.spec.ts', {
    'tracking: it ends for good': ' AND (tracking_until IS NULL OR tracking_until > now())',
  }),
  check('src/database/migrations/1763701109000-create-intake.ts', 'test/intake.spec.ts', {
    'audit: no name at a comment': "write_audit_entry('ticket_comment'«, 'author_name'»)",
  }),
  check('src/intake/intake.repository.ts', 'test/intake-unknown.spec.ts', {
    'reports: only with an active code': ' AND c.active',
    'reports: not for a removed location': ' AND «l.removed_at IS NULL AND »e.removed_at',
    'reports: not with a code that was replaced meanwhile': ' AND code_hash = ${code.hash}',
  }),
  check('src/intake/intake.repository.ts', 'test/intake-joins.spec.ts', {
    'reports: joining tickets made by QR code only': "AND «via = 'qr' AND »status <> 'solved' FOR SHARE",
    'reports: joining no completed ticket': " «AND status <> 'solved' »FOR SHARE",
    'reports: joining no ticket of another location': "AND «location_id = ${locationId} AND »via = 'qr'",
  }),
  check('src/intake/intake.repository.ts', 'test/intake-limits.spec.ts', {
    'reports: one rest at a time': ' AND (suspended_until IS NULL OR suspended_until <= now())',
  }),
  check('src/intake/intake.service.ts', 'test/intake.spec.ts', {
    'reports: keys are not stored with the address':
      'idempotentRequest« && { ...idempotentRequest, operation: OPERATION }»,',
  }),
  check('src/intake/intake.service.ts', 'test/intake-limits.spec.ts', {
    'reports: a code that rests': 'this.limits.requireAwake(code.suspendedUntil);',
    'reports: what is not accepted does not count': 'await giveBack?.();',
  }),
  check('src/intake/code.guard.ts', 'test/intake-limits.spec.ts', {
    'reports: all requests of an address': 'await this.limits.takeRequest(request.ip);',
  }),
  check('src/intake/intake-limits.ts', 'test/intake.spec.ts', {
    'reports: no limit without Redis': ', onlyRedis: true',
  }),
  check('src/intake/tracking.repository.ts', 'test/tracking.spec.ts', {
    'tracking: not once it has ended': ' AND «${isTracked} AND »l.removed_at',
    'tracking: no comments of the team among themselves': " AND c.visibility = 'reporter'",
    'tracking: no texts of other reporters': "AND (c.via <> 'qr' OR ${isOwn})",
  }),
  check('src/intake/tracking.repository.ts', 'test/contact-erasure.spec.ts', {
    'erasure: not before tracking has ended': '«tracking_until <= now() AND »(reporter_name',
  }),
].flat();
