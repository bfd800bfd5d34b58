import { runMigrations } from '@mainstay/service-kit';
import { KeepRefusedPhotos1765200053000 } from './migrations/1765200053000-keep-refused-photos.ts';
import {
  ShowPurposes1766100000000,
  ValidatePurposes1766100001000,
} from './migrations/1766100000000-show-purposes.ts';
import { KeepCheckPhotos1766200100000 } from './migrations/1766200100000-keep-check-photos.ts';
import {
  IndexVendorPhotos1766300002000,
  KeepVendorPhotos1766300000000,
  ValidateVendorPhotos1766300001000,
} from './migrations/1766300000000-keep-vendor-photos.ts';
import { baseline } from './migrations/baseline.ts';

await runMigrations({
  schema: 'attachments',
  baseline,
  migrations: [
    KeepRefusedPhotos1765200053000,
    ShowPurposes1766100000000,
    ValidatePurposes1766100001000,
    KeepCheckPhotos1766200100000,
    KeepVendorPhotos1766300000000,
    ValidateVendorPhotos1766300001000,
    IndexVendorPhotos1766300002000,
  ],
});
