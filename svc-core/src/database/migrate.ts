import { runMigrations } from '@mainstay/service-kit';
import { CreateLocations1763700100000 } from './migrations/1763700100000-create-locations.ts';
import { CreateTickets1763700200000 } from './migrations/1763700200000-create-tickets.ts';
import { CreateTasks1763700300000 } from './migrations/1763700300000-create-tasks.ts';
import { AuditChanges1763700400000 } from './migrations/1763700400000-audit-changes.ts';
import { AnchorSchedules1763700500000 } from './migrations/1763700500000-anchor-schedules.ts';
import { CountRows1763700600000 } from './migrations/1763700600000-count-rows.ts';
import { SearchShortWords1763700700000 } from './migrations/1763700700000-search-short-words.ts';
import { PublishToRoles1763700800000 } from './migrations/1763700800000-publish-to-roles.ts';
import { RemoveLocations1763700900000 } from './migrations/1763700900000-remove-locations.ts';
import { RemoveProjects1763701000000 } from './migrations/1763701000000-remove-projects.ts';

await runMigrations({
  schema: 'core',
  migrations: [
    CreateLocations1763700100000,
    CreateTickets1763700200000,
    CreateTasks1763700300000,
    AuditChanges1763700400000,
    AnchorSchedules1763700500000,
    CountRows1763700600000,
    SearchShortWords1763700700000,
    PublishToRoles1763700800000,
    RemoveLocations1763700900000,
    RemoveProjects1763701000000,
  ],
});
