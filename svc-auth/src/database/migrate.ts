import { runMigrations } from '@mainstay/service-kit';
import { CreateUsers1763700000000 } from './migrations/1763700000000-create-users.ts';

await runMigrations({ schema: 'auth', migrations: [CreateUsers1763700000000] });
