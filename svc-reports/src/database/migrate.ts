import { runMigrations } from '@mainstay/service-kit';

/** Nothing is stored yet: figures are computed from what others publish. */
await runMigrations({ schema: 'reports', migrations: [] });
