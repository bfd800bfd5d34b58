import type { ServiceOptions } from '@mainstay/service-kit';
import { AppModule } from './app.module.ts';
import type { Config } from './config.ts';
import { acceptCsv } from './imports/csv-bodies.ts';
import { limitPublicCalls } from './intake/limit-public-calls.ts';
import { secretPaths } from './secret-paths.ts';

/** Configuration of svc-core, used by the process and the tests. */
export const serviceOptions = (config: Config): ServiceOptions => ({
  adapter: 'fastify',
  module: AppModule.forRoot(config),
  config,
  secretPaths,
  secretRoutes: secretPaths,
  prepare: (app) => {
    limitPublicCalls(app);
    acceptCsv(app);
  },
});
