import { runMigrations } from '@mainstay/service-kit';
import { KeepRefusedPhotos1765200053000 } from './migrations/1765200053000-keep-refused-photos.ts';
import { baseline } from './migrations/baseline.ts';

await runMigrations({ schema: 'attachments', baseline, migrations: [KeepRefusedPhotos1765200053000] });
