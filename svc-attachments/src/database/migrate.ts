import { runMigrations } from '@mainstay/service-kit';
import { CreateAttachments1763700400000 } from './migrations/1763700400000-create-attachments.ts';
import { AuditAttachments1763700401000 } from './migrations/1763700401000-audit-attachments.ts';
import { CreateIdempotencyKeys1763700402000 } from './migrations/1763700402000-create-idempotency-keys.ts';
import { CloseGrants1763700403000 } from './migrations/1763700403000-close-grants.ts';
import { CreateThumbnails1763700404000 } from './migrations/1763700404000-create-thumbnails.ts';
import { AttachToComments1763700405000 } from './migrations/1763700405000-attach-to-comments.ts';
import { IndexComments1763700406000 } from './migrations/1763700406000-index-comments.ts';
import { CreateReportPhotos1763700407000 } from './migrations/1763700407000-create-report-photos.ts';
import { MendPhotos1765100000000 } from './migrations/1765100000000-mend-photos.ts';
import { KeepRefusedPhotos1765200053000 } from './migrations/1765200053000-keep-refused-photos.ts';

await runMigrations({
  schema: 'attachments',
  migrations: [
    CreateAttachments1763700400000,
    AuditAttachments1763700401000,
    CreateIdempotencyKeys1763700402000,
    CloseGrants1763700403000,
    CreateThumbnails1763700404000,
    AttachToComments1763700405000,
    IndexComments1763700406000,
    CreateReportPhotos1763700407000,
    MendPhotos1765100000000,
    KeepRefusedPhotos1765200053000,
  ],
});
