import { runMigrations } from '@mainstay/service-kit';
import { CreateAttachments1763700400000 } from './migrations/1763700400000-create-attachments.ts';

await runMigrations({ schema: 'attachments', migrations: [CreateAttachments1763700400000] });
