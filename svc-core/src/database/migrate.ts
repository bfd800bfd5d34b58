import { runMigrations } from '@mainstay/service-kit';
import { CreateLocations1763700100000 } from './migrations/1763700100000-create-locations.ts';
import { CreateTickets1763700200000 } from './migrations/1763700200000-create-tickets.ts';
import { CreateTasks1763700300000 } from './migrations/1763700300000-create-tasks.ts';

await runMigrations({
  schema: 'core',
  migrations: [CreateLocations1763700100000, CreateTickets1763700200000, CreateTasks1763700300000],
});
