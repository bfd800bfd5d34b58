import { describeOnlyEnv, loadConfig, writeOpenApi } from '@mainstay/service-kit';
import { AppModule } from './app.module.ts';
import { configSchema } from './config.ts';
import { eventSchemas } from './events/events.schemas.ts';

await writeOpenApi({
  module: AppModule.forRoot(loadConfig(configSchema, describeOnlyEnv)),
  title: 'Mainstay: notifications',
  description: 'What changed, as a stream of events, in the inbox and by e-mail.',
  tags: {
    Events: 'What changes, live.',
    Inbox: 'What concerns you, read and unread.',
    'Notification settings': 'Of what you are notified, and how.',
    Unsubscribe: 'The link at the end of each mail.',
  },
  file: 'openapi.json',
  schemas: eventSchemas,
});
