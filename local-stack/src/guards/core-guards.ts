import type { Guard } from './guard.ts';

const core = 'svc-core/src';
const migrations = `${core}/database/migrations`;

/** A route of svc-core for administrators, by its operation. */
const forAdministrators = (operationId: string, file: string, answers: string, test: string): Guard => ({
  name: `roles: ${operationId}`,
  file: `${core}/${file}`,
  remove: `@Authorize('admin')\n  ${answers}operationId: '${operationId}'`,
  put: `@Authorize()\n  ${answers}operationId: '${operationId}'`,
  test: `svc-core/test/${test}.spec.ts`,
});

/** What a service of svc-core checks before it changes a row. */
const staleVersion = (noun: string, file: string, row: string): Guard[] => [
  {
    name: `If-Match: a change of ${noun}`,
    file: `${core}/${file}`,
    remove: `precondition(${row}version);`,
    test: 'svc-core/test/entities.spec.ts',
  },
];

/** Roles, fields and versions of locations, tickets, tasks and projects. */
export const coreGuards: readonly Guard[] = [
  forAdministrators(
    'deleteTicket',
    'tickets/tickets.controller.ts',
    '@ReturnsNoContent({\n    ',
    'access-matrix',
  ),
  forAdministrators(
    'deleteRecurringTask',
    'recurring-tasks/recurring-tasks.controller.ts',
    '@ReturnsNoContent({\n    ',
    'access-matrix',
  ),
  forAdministrators(
    'createLocation',
    'locations/locations.controller.ts',
    '@ReturnsCreated(locationResponse, {\n    ',
    'locations',
  ),
  forAdministrators(
    'updateLocation',
    'locations/locations.controller.ts',
    '@ReturnsUpdated(locationResponse, {\n    ',
    'locations',
  ),
  forAdministrators(
    'deleteLocation',
    'locations/locations.controller.ts',
    '@ReturnsNoContent({\n    ',
    'locations',
  ),
  forAdministrators(
    'listManagers',
    'assignments/assignments.controller.ts',
    '@ReturnsPage(managerResponse, {\n    ',
    'assignments',
  ),
  forAdministrators(
    'assignLocation',
    'assignments/assignments.controller.ts',
    '@ReturnsCreated(assignmentResponse, {\n    ',
    'assignments',
  ),
  forAdministrators(
    'unassignLocation',
    'assignments/assignments.controller.ts',
    '@ReturnsNoContent({\n    ',
    'access-matrix',
  ),
  {
    name: 'roles: listAuditEntries',
    file: `${core}/audit/audit.controller.ts`,
    remove: "@Authorize('admin')",
    put: '@Authorize()',
    test: 'svc-core/test/audit.spec.ts',
  },
  ...staleVersion('a ticket', 'tickets/tickets.service.ts', 'ticket.'),
  ...staleVersion('a task', 'tasks/tasks.service.ts', 'task.'),
  ...staleVersion('a recurring task', 'recurring-tasks/recurring-tasks.service.ts', 'task.'),
  ...staleVersion('a project', 'projects/projects.service.ts', 'project.'),
  {
    name: 'If-Match: a change of a location',
    file: `${core}/locations/locations.service.ts`,
    remove: 'precondition(location.version);',
    test: 'svc-core/test/entities.spec.ts',
  },
  ...['description: limited(ticketFields.description),', 'notes: limited(ticketFields.notes),'].map(
    (remove): Guard => ({
      name: `fields: the length of a new ticket's ${remove.split(':', 1)[0] ?? ''}`,
      file: `${core}/tickets/tickets.schemas.ts`,
      remove,
      test: 'svc-core/test/large-lists.spec.ts',
    }),
  ),
  {
    name: "fields: the length of a ticket's changed texts",
    file: `${core}/tickets/tickets.service.ts`,
    remove: "requireLimits(ticket, changes, ['description', 'notes']);",
    test: 'svc-core/test/large-lists.spec.ts',
  },
  ...[
    { noun: 'tickets', next: 'await this.tickets.delete(' },
    { noun: 'tasks', next: 'await this.tasks.delete(' },
    { noun: 'projects', next: 'if (isSmall)' },
  ].map(({ noun, next }): Guard => ({
    name: `If-Match: the removal of one of the ${noun}`,
    file: `${core}/${noun}/${noun}.service.ts`,
    remove: `precondition(version);\n      ${next}`,
    put: next,
    test: 'svc-core/test/entities.spec.ts',
  })),
  {
    name: 'Idempotency-Key: one of ten equal calls creates',
    file: `${core}/database/database.ts`,
    remove: 'this.idempotency.once(transaction, userId, idempotentRequest, versioned(bodySchema)',
    put: 'this.idempotency.once(transaction, userId, idempotentRequest && null, versioned(bodySchema)',
    test: 'svc-core/test/entities.spec.ts',
  },
  {
    name: 'unique: a store number',
    file: `${core}/locations/locations.service.ts`,
    remove: "=== 'uq_locations_store_number'",
    put: "=== 'none'",
    test: 'svc-core/test/locations.spec.ts',
  },
  {
    name: 'unique: a location of an employee',
    file: `${core}/assignments/assignments.service.ts`,
    remove: "=== 'uq_manager_assignments_manager_id_location_id'",
    put: "=== 'none'",
    test: 'svc-core/test/assignments.spec.ts',
  },
  {
    name: 'unique: a task of an occurrence',
    file: `${migrations}/1763700300000-create-tasks.ts`,
    remove: 'UNIQUE (recurring_task_id, occurrence_at),',
    put: 'UNIQUE (id, recurring_task_id, occurrence_at),',
    test: 'svc-core/test/tables.spec.ts',
  },
  {
    name: 'search: wildcards mean themselves',
    file: `${core}/database/like.ts`,
    remove: ".replace(/[\\\\%_]/g, '\\\\$&')",
    test: 'svc-core/test/ticket-list.spec.ts',
  },
  {
    name: 'fields: unknown ones of a new ticket',
    file: `${core}/tickets/tickets.schemas.ts`,
    remove: 'createTicketRequest = z\n  .strictObject(',
    put: 'createTicketRequest = z\n  .object(',
    test: 'svc-core/test/tickets.spec.ts',
  },
  {
    name: 'fields: unknown ones of a changed ticket',
    file: `${core}/tickets/tickets.schemas.ts`,
    remove: 'updateTicketRequest = z\n  .strictObject(',
    put: 'updateTicketRequest = z\n  .object(',
    test: 'svc-core/test/tickets.spec.ts',
  },
  {
    name: 'fields: a new ticket is incoming',
    file: `${core}/tickets/tickets.schemas.ts`,
    remove: ".literal('incoming', { error: 'A new ticket must have the status incoming.' })",
    put: '.enum(ticketStatuses)',
    test: 'svc-core/test/tickets.spec.ts',
  },
  {
    name: 'fields: unknown ones of a new location',
    file: `${core}/locations/locations.schemas.ts`,
    remove: 'createLocationRequest = z\n  .strictObject(',
    put: 'createLocationRequest = z\n  .object(',
    test: 'svc-core/test/locations.spec.ts',
  },
  {
    name: 'fields: unknown ones of a new task',
    file: `${core}/tasks/tasks.schemas.ts`,
    remove: 'createTaskRequest = z\n  .strictObject(',
    put: 'createTaskRequest = z\n  .object(',
    test: 'svc-core/test/tasks.spec.ts',
  },
  {
    name: 'fields: unknown ones of a new project',
    file: `${core}/projects/projects.schemas.ts`,
    remove: 'createProjectRequest = z\n  .strictObject(',
    put: 'createProjectRequest = z\n  .object(',
    test: 'svc-core/test/projects.spec.ts',
  },
  {
    name: 'fields: unknown ones of a new recurring task',
    file: `${core}/recurring-tasks/recurring-tasks.schemas.ts`,
    remove: 'createRecurringTaskRequest = z\n  .strictObject(',
    put: 'createRecurringTaskRequest = z\n  .object(',
    test: 'svc-core/test/recurring-tasks.spec.ts',
  },
  {
    name: 'lists: at most 1000 at a time',
    file: 'packages/service-kit/src/page.ts',
    remove: ".max(1000, 'At most 1000.')",
    test: 'svc-core/test/locations.spec.ts',
  },
  {
    name: 'lists: a cursor is a cursor of this list',
    file: 'packages/service-kit/src/page.ts',
    remove: "context.addIssue('Must be a cursor from the Link header of this list.');\n      return z.NEVER;",
    put: 'return undefined;',
    test: 'svc-core/test/locations.spec.ts',
  },
  {
    name: 'audit: changes in svc-core are in it',
    file: `${migrations}/1763700400000-audit-changes.ts`,
    remove: 'AFTER INSERT OR UPDATE OR DELETE ON core.${table}',
    put: 'AFTER INSERT ON core.${table}',
    test: 'svc-core/test/entities.spec.ts',
  },
  {
    name: 'privileges: svc-core has the rights it needs and no others',
    file: `${migrations}/1763700400000-audit-changes.ts`,
    remove: "'GRANT DELETE ON core.manager_assignments, core.tickets TO svc_core'",
    put: "'GRANT DELETE, TRUNCATE ON core.manager_assignments, core.tickets TO svc_core'",
    test: 'svc-core/test/privileges.spec.ts',
  },
];
