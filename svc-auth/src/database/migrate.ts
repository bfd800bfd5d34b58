import { runMigrations } from '@mainstay/service-kit';
import { LinkIdentities1766000000000 } from './migrations/1766000000000-link-identities.ts';
import { UseTokens1766400000000 } from './migrations/1766400000000-use-tokens.ts';
import { baseline } from './migrations/baseline.ts';

await runMigrations({
  schema: 'auth',
  baseline,
  migrations: [LinkIdentities1766000000000, UseTokens1766400000000],
});
