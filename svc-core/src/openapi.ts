import { describeOnlyEnv, loadConfig, writeOpenApi } from '@mainstay/service-kit';
import { AppModule } from './app.module.ts';
import { configSchema } from './config.ts';

await writeOpenApi({
  module: AppModule.forRoot(loadConfig(configSchema, describeOnlyEnv)),
  title: 'Mainstay: locations, tickets and tasks',
  description:
    'Locations, assignments, tickets and what is said about them, recurring tasks, tasks and statistics.',
  tags: {
    Audit: 'Who changed what, and when.',
    Checklists: 'Steps to go through, and the runs in which that is done.',
    Comments: 'What people write about a ticket.',
    'Completion rules': 'What tickets of each type need to be solved.',
    Costs: 'What tickets cost, and the approval of what exceeds a limit.',
    Employees: 'Employees and the locations assigned to them.',
    Equipment: 'The appliances of the locations.',
    Imports: 'Locations and equipment from CSV files: planned first, then applied.',
    Intake: 'Reports by QR code, of people without an account.',
    'Intake codes': 'The QR codes on stickers, through which people report problems.',
    Locations: 'The stores, their opening hours and archive.',
    Projects: 'Maintenance tasks of a location that belong together.',
    'Recurring tasks': 'What has to be done again and again, and when next.',
    'Response targets': 'Within how many hours tickets of each priority should be answered and fixed.',
    Stats: 'The numbers of the dashboard.',
    Tasks: 'Maintenance tasks, planned or created by a recurring task.',
    Tickets: 'Maintenance tickets with their clock, watchers and timeline.',
    Vendors: 'The companies that mend things.',
    Views: 'Filters of lists under names, for oneself or for all.',
  },
  file: 'openapi.json',
});
