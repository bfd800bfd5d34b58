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
  ids: {
    '/api/checklists/{id}': '01a1fdf3-6a30-7c11-9d42-1b7e5c90aa01',
    '/api/equipment/{id}': '01a1fdf3-19be-7c4f-a2c8-7d90b3e5fa0c',
    '/api/locations/{id}': '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01',
    '/api/projects/{id}': '01a1fdf3-66d4-7b35-a0f8-1c5e8b27cd05',
    '/api/tickets/{id}': '01a1fdf3-2b52-7f0e-9c47-2a6be1f4d702',
  },
  file: 'openapi.json',
});
