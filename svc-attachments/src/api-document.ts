import { describeOnlyEnv, loadConfig, writeOpenApi } from '@mainstay/service-kit';
import { AppModule } from './app.module.ts';
import { configSchema } from './config.ts';

/** Writes the OpenAPI document of this service to `file`. */
export const writeApiDocument = (file: string): Promise<void> =>
  writeOpenApi({
    module: AppModule.forRoot(loadConfig(configSchema, { ...describeOnlyEnv, STORAGE_DIR: '.' })),
    title: 'Mainstay: attachments',
    description: 'Files on tickets: granted uploads, their records, downloads.',
    file,
  });
