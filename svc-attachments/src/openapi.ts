import { describeOnlyEnv, loadConfig, writeOpenApi } from '@mainstay/service-kit';
import { AppModule } from './app.module.ts';
import { configSchema } from './config.ts';

await writeOpenApi({
  module: AppModule.forRoot(loadConfig(configSchema, { ...describeOnlyEnv, STORAGE_DIR: '.' })),
  title: 'Mainstay: attachments',
  description: 'Files on tickets: granted uploads, their records, downloads.',
  tags: {
    Attachments: 'Files of tickets: granted, uploaded, recorded, downloaded.',
    Intake: 'Photos of reports by QR code.',
    'Upload widget': 'The calls that the Uppy widget makes to upload, in one piece or in parts.',
  },
  ids: { '/api/tickets/{id}': '01a1fdf3-2b52-7f0e-9c47-2a6be1f4d702' },
  file: 'openapi.json',
});
