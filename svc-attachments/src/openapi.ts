import { describeOnlyEnv, loadConfig, writeOpenApi } from '@mainstay/service-kit';
import { AppModule } from './app.module.ts';
import { configSchema } from './config.ts';

const config = loadConfig(configSchema, { ...describeOnlyEnv, STORAGE_DRIVER: 'disk', STORAGE_DIR: '.' });

await writeOpenApi({
  module: AppModule.forRoot(config),
  title: 'Mainstay: attachments',
  description: 'Files on tickets: granted uploads, their records, downloads.',
  file: 'openapi.json',
});
