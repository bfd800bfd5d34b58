import { runMigrations } from '@mainstay/service-kit';
import {
  IndexSubjects1765900304000,
  TellDecisions1765900303000,
} from './migrations/1765900303000-tell-decisions.ts';
import {
  MailOfBulks1765906102000,
  ValidateForms1765906103000,
} from './migrations/1765906102000-mail-of-bulks.ts';
import {
  TellFailedChecks1766200100000,
  ValidateSubjects1766200101000,
} from './migrations/1766200100000-tell-failed-checks.ts';
import { MailVendors1766300000000 } from './migrations/1766300000000-mail-vendors.ts';
import { MailOfTokens1766400000000 } from './migrations/1766400000000-mail-of-tokens.ts';
import { baseline } from './migrations/baseline.ts';

await runMigrations({
  schema: 'notifications',
  baseline,
  migrations: [
    TellDecisions1765900303000,
    IndexSubjects1765900304000,
    MailOfBulks1765906102000,
    ValidateForms1765906103000,
    TellFailedChecks1766200100000,
    ValidateSubjects1766200101000,
    MailVendors1766300000000,
    MailOfTokens1766400000000,
  ],
});
