import { describeOnlyEnv, loadConfig, writeOpenApi } from '@mainstay/service-kit';
import { AppModule } from './app.module.ts';
import { configSchema } from './config.ts';
import { eventSchemas } from './events/events.schemas.ts';

await writeOpenApi({
  module: AppModule.forRoot(loadConfig(configSchema, describeOnlyEnv)),
  title: 'Mainstay: notifications',
  description: 'What changed, as a stream of events, in the inbox and by e-mail.',
  file: 'openapi.json',
  schemas: eventSchemas,
});
