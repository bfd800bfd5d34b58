import { describeOnlyEnv, loadConfig, writeOpenApi } from '@mainstay/service-kit';
import { AppModule } from './app.module.ts';
import { configSchema } from './config.ts';

await writeOpenApi({
  module: AppModule.forRoot(loadConfig(configSchema, describeOnlyEnv)),
  title: 'Mainstay: locations, tickets and tasks',
  description:
    'Locations, assignments, tickets and what is said about them, recurring tasks, tasks and statistics.',
  file: 'openapi.json',
});
