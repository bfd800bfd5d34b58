import { runMigrations } from '@mainstay/service-kit';
import { CreateUsers1763700000000 } from './migrations/1763700000000-create-users.ts';
import { AuditChanges1763700001000 } from './migrations/1763700001000-audit-changes.ts';
import { CreateTokens1763700002000 } from './migrations/1763700002000-create-tokens.ts';
import { PublishToRoles1763700003000 } from './migrations/1763700003000-publish-to-roles.ts';
import { DefineAuditWriter1763700004000 } from './migrations/1763700004000-define-audit-writer.ts';
import { CloseAuditEntries1763700005000 } from './migrations/1763700005000-close-audit-entries.ts';
import { OrderAuditEntries1763700006000 } from './migrations/1763700006000-order-audit-entries.ts';
import { IndexAuditEntriesByTransaction1763700007000 } from './migrations/1763700007000-index-audit-entries-by-transaction.ts';
import { IndexAuditEntriesByTicket1763700008000 } from './migrations/1763700008000-index-audit-entries-by-ticket.ts';
import { PublishChanges1763700009000 } from './migrations/1763700009000-publish-changes.ts';
import { PublishVersions1763700010000 } from './migrations/1763700010000-publish-versions.ts';
import { RecordWays1764300000000 } from './migrations/1764300000000-record-ways.ts';

await runMigrations({
  schema: 'auth',
  migrations: [
    CreateUsers1763700000000,
    AuditChanges1763700001000,
    CreateTokens1763700002000,
    PublishToRoles1763700003000,
    DefineAuditWriter1763700004000,
    CloseAuditEntries1763700005000,
    OrderAuditEntries1763700006000,
    IndexAuditEntriesByTransaction1763700007000,
    IndexAuditEntriesByTicket1763700008000,
    PublishChanges1763700009000,
    PublishVersions1763700010000,
    RecordWays1764300000000,
  ],
});
