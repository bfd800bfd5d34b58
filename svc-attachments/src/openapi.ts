import { describeOnlyEnv, loadConfig, writeOpenApi } from '@mainstay/service-kit';
import { AppModule } from './app.module.ts';
import { configSchema } from './config.ts';

await writeOpenApi({
  module: AppModule.forRoot(loadConfig(configSchema, { ...describeOnlyEnv, STORAGE_DIR: '.' })),
  title: 'Mainstay: attachments',
  description: 'Files on tickets: granted uploads, their records, downloads.',
  file: 'openapi.json',
});
