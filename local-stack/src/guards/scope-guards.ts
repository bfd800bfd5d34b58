import type { Guard } from './guard.ts';

const core = 'svc-core/src';
const matrix = 'svc-core/test/access-matrix.spec.ts';
const listed = 'const conditions = [inSight(principal), ...filters];';

/** The repository of a noun: where a row is found by its id, to be read or changed. */
const byId = (noun: string, file: string, alias: string): Guard => ({
  name: `scope: one of the ${noun}`,
  file: `${core}/${file}`,
  remove: `${alias}.id = \${id} AND \${inSight(principal)}\``,
  put: `${alias}.id = \${id}\``,
  test: matrix,
});

/** What a district manager sees: the things of the locations assigned to them, and nothing else. */
export const scopeGuards: readonly Guard[] = [
  {
    name: 'scope: assigned locations only',
    file: `${core}/assignments/sight.ts`,
    remove: 'SELECT location_id FROM core.manager_assignments WHERE manager_id = ${userId})`;',
    put: 'SELECT location_id FROM core.manager_assignments WHERE ${userId} IS NOT NULL)`;',
    test: matrix,
  },
  {
    name: 'scope: the list of tickets',
    file: `${core}/tickets/tickets.repository.ts`,
    remove: listed,
    put: 'const conditions = [...filters];',
    test: 'svc-core/test/ticket-list.spec.ts',
  },
  {
    name: 'scope: the search of tickets',
    file: `${core}/tickets/tickets.repository.ts`,
    remove: 'const found = [...conditions, search.matches];',
    put: 'const found = [...filters, search.matches];',
    test: 'svc-core/test/ticket-list.spec.ts',
  },
  {
    name: 'scope: how many tickets there are',
    file: `${core}/counts/counted-rows.ts`,
    remove: 'return sum(counts, seesLocation(principal, sql`c.location_id`));',
    put: 'return sum(counts, sql`c.location_id IS NULL`);',
    test: 'svc-core/test/ticket-list.spec.ts',
  },
  byId('tickets', 'tickets/tickets.repository.ts', 't'),
  {
    name: 'scope: the list of recurring tasks',
    file: `${core}/recurring-tasks/recurring-tasks.repository.ts`,
    remove: listed,
    put: 'const conditions = [...filters];',
    test: 'svc-core/test/recurring-tasks.spec.ts',
  },
  byId('recurring tasks', 'recurring-tasks/recurring-tasks.repository.ts', 'r'),
  {
    name: 'scope: the list of tasks',
    file: `${core}/tasks/tasks.repository.ts`,
    remove: 'const conditions = [inSight(principal)];',
    put: 'const conditions: Sql[] = [];',
    test: 'svc-core/test/tasks.spec.ts',
  },
  byId('tasks', 'tasks/tasks.repository.ts', 't'),
  {
    name: 'scope: the list of projects',
    file: `${core}/projects/projects.repository.ts`,
    remove: 'conditions: [inSight(principal)],',
    put: 'conditions: [],',
    test: 'svc-core/test/projects.spec.ts',
  },
  byId('projects', 'projects/projects.repository.ts', 'p'),
  {
    name: 'scope: the list of locations',
    file: `${core}/locations/locations.repository.ts`,
    remove: 'const conditions = [inSight(principal)];',
    put: 'const conditions: Sql[] = [];',
    test: 'svc-core/test/locations.spec.ts',
  },
  byId('locations', 'locations/locations.repository.ts', 'l'),
  {
    name: 'scope: the locations assigned to the current user',
    file: `${core}/assignments/assignments.repository.ts`,
    remove: 'SELECT location_id FROM core.manager_assignments WHERE manager_id = ${userId})`',
    put: 'SELECT location_id FROM core.manager_assignments WHERE ${userId} IS NOT NULL)`',
    test: 'svc-core/test/assignments.spec.ts',
  },
  {
    name: 'scope: locations in the statistics',
    file: `${core}/stats/stats.repository.ts`,
    remove: "WHERE status = 'active' AND ${seesLocation(principal, sql`id`)})",
    put: "WHERE status = 'active')",
    test: 'svc-core/test/stats.spec.ts',
  },
  {
    name: 'scope: managers in the statistics',
    file: `${core}/stats/stats.repository.ts`,
    remove: "role = 'district_manager' AND ${seesUser(principal, sql`id`)})",
    put: "role = 'district_manager')",
    test: 'svc-core/test/stats.spec.ts',
  },
  {
    name: 'scope: tickets and tasks in the statistics',
    file: `${core}/counts/counted-rows.ts`,
    remove: "principal.role !== 'admin'",
    put: "principal.role === 'admin'",
    test: 'svc-core/test/stats.spec.ts',
  },
  {
    name: 'scope: the location that a body names',
    file: `${core}/assignments/sight.ts`,
    remove: 'AND ${seesLocation(principal, sql`id`)} FOR KEY SHARE`,',
    put: 'FOR KEY SHARE`,',
    test: matrix,
  },
  {
    name: 'scope: what belongs to a removed location',
    file: `${core}/assignments/sight.ts`,
    remove:
      '? sql`${column} NOT IN (SELECT id FROM core.locations WHERE removed_at IS NOT NULL)`\n    : sql`${column} IN',
    put: '? sql`TRUE`\n    : sql`${column} IN',
    test: 'svc-core/test/location-removals.spec.ts',
  },
  {
    name: 'scope: a removed location in a published table',
    file: `${core}/database/migrations/1763700900000-remove-locations.ts`,
    remove: 'USING (removed_at IS NULL)',
    put: 'USING (true)',
    test: 'svc-core/test/location-removals.spec.ts',
  },
  {
    name: 'scope: attachments of a removed location',
    file: 'svc-attachments/src/attachments/attachments.repository.ts',
    remove: 'EXISTS (SELECT FROM core.locations l WHERE l.id = t.location_id)',
    put: 'true',
    test: 'svc-attachments/test/attachments.spec.ts',
  },
  {
    name: 'scope: the location a thing is moved to',
    file: `${core}/assignments/sight.ts`,
    remove:
      'if (locationId !== before.locationId) await this.requireLocation(within, principal, locationId);',
    test: 'svc-core/test/tickets.spec.ts',
  },
  {
    name: 'scope: the location a project is moved to',
    file: `${core}/projects/projects.service.ts`,
    remove: 'if (locationId !== project.locationId) {',
    put: "if (locationId === '') {",
    test: 'svc-core/test/projects.spec.ts',
  },
  {
    name: 'scope: the project that a body names',
    file: `${core}/assignments/sight.ts`,
    remove: '(id = ${projectId} AND ${seesLocation(principal, sql`location_id`)})',
    put: '(id = ${projectId})',
    test: 'svc-core/test/tasks.spec.ts',
  },
  {
    name: 'scope: the employee that a body names',
    file: `${core}/assignments/sight.ts`,
    remove: 'AND active AND ${seesUser(principal, sql`id`)}`,',
    put: 'AND active`,',
    test: 'svc-core/test/tickets.spec.ts',
  },
  {
    name: 'scope: nothing is given to a deactivated employee',
    file: `${core}/assignments/sight.ts`,
    remove: 'WHERE id = ${assignedTo} AND active AND',
    put: 'WHERE id = ${assignedTo} AND',
    test: 'svc-core/test/tickets.spec.ts',
  },
  {
    name: 'scope: the attachments of a ticket',
    file: 'svc-attachments/src/attachments/attachments.repository.ts',
    remove: "WHERE t.id = $1 AND ${isVisibleTo('$2')}`,",
    put: 'WHERE t.id = $1 AND ($2::uuid IS NULL OR true)`,',
    test: 'svc-attachments/test/attachments.spec.ts',
  },
  {
    name: 'scope: recording an attachment',
    file: 'svc-attachments/src/attachments/attachments.service.ts',
    remove: 'await this.requireTicket(principal, ticketId);\n    const keeping',
    put: 'const keeping',
    test: 'svc-attachments/test/record-attachment.spec.ts',
  },
  {
    name: 'scope: the download of an attachment',
    file: 'svc-attachments/src/attachments/attachments.repository.ts',
    remove: "WHERE t.id = a.ticketId AND ${isVisibleTo(':manager')})`",
    put: 'WHERE t.id = a.ticketId)`',
    test: 'svc-attachments/test/attachments.spec.ts',
  },
  {
    name: 'scope: the removal of an attachment',
    file: 'svc-attachments/src/attachments/attachments.repository.ts',
    remove: "ticket_id IN (SELECT t.id FROM core.tickets t WHERE ${isVisibleTo(':manager')})`",
    put: 'ticket_id IN (SELECT t.id FROM core.tickets t)`',
    test: 'svc-attachments/test/attachments.spec.ts',
  },
];
