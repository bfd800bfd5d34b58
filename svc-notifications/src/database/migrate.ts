import { runMigrations } from '@mainstay/service-kit';
import { CreateInbox1763710000000 } from './migrations/1763710000000-create-inbox.ts';
import { TellOfCodes1763710001000 } from './migrations/1763710001000-tell-of-codes.ts';
import { TellOfDeadlines1765300001000 } from './migrations/1765300001000-tell-of-deadlines.ts';
import { TellOfApprovals1765600000000 } from './migrations/1765600000000-tell-of-approvals.ts';
import { KeepBrowserZones1765200001000 } from './migrations/1765200001000-keep-browser-zones.ts';
import {
  IndexSubjects1765900304000,
  TellDecisions1765900303000,
} from './migrations/1765900303000-tell-decisions.ts';

await runMigrations({
  schema: 'notifications',
  migrations: [
    CreateInbox1763710000000,
    TellOfCodes1763710001000,
    KeepBrowserZones1765200001000,
    TellOfDeadlines1765300001000,
    TellOfApprovals1765600000000,
    TellDecisions1765900303000,
    IndexSubjects1765900304000,
  ],
});
