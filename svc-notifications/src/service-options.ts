import type { ServiceOptions } from '@mainstay/service-kit';
import { AppModule } from './app.module.ts';
import type { Config } from './config.ts';
import { acceptForms } from './mail/form-bodies.ts';
import { secretPaths } from './secret-paths.ts';

/** How svc-notifications runs, for the process and for the tests alike. */
export const serviceOptions = (config: Config): ServiceOptions => ({
  adapter: 'fastify',
  module: AppModule.forRoot(config),
  config,
  secretPaths,
  prepare: acceptForms,
});
