import { describeOnlyEnv, loadConfig, writeOpenApi } from '@mainstay/service-kit';
import { AppModule } from './app.module.ts';
import { configSchema } from './config.ts';

await writeOpenApi({
  module: AppModule.forRoot(loadConfig(configSchema, { ...describeOnlyEnv, STORAGE_DIR: '.' })),
  title: 'Mainstay: attachments',
  description: 'Files on tickets: granted uploads, their records, downloads.',
  tags: {
    attachments: 'Files of tickets: granted, uploaded, recorded, downloaded.',
    intake: 'Photos of reports by QR code.',
    'upload widget': 'The calls that the Uppy widget makes to upload, in one piece or in parts.',
  },
  file: 'openapi.json',
});
