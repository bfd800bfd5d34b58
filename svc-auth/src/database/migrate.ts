import { runMigrations } from '@mainstay/service-kit';
import { baseline } from './migrations/baseline.ts';

await runMigrations({ schema: 'auth', baseline, migrations: [] });
