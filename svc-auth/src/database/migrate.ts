import { runMigrations } from '@mainstay/service-kit';
import { CreateUsers1763700000000 } from './migrations/1763700000000-create-users.ts';
import { AuditChanges1763700001000 } from './migrations/1763700001000-audit-changes.ts';
import { CreateTokens1763700002000 } from './migrations/1763700002000-create-tokens.ts';
import { PublishToRoles1763700003000 } from './migrations/1763700003000-publish-to-roles.ts';
import { DefineAuditWriter1763700004000 } from './migrations/1763700004000-define-audit-writer.ts';
import { CloseAuditEntries1763700005000 } from './migrations/1763700005000-close-audit-entries.ts';

await runMigrations({
  schema: 'auth',
  migrations: [
    CreateUsers1763700000000,
    AuditChanges1763700001000,
    CreateTokens1763700002000,
    PublishToRoles1763700003000,
    DefineAuditWriter1763700004000,
    CloseAuditEntries1763700005000,
  ],
});
