import type { ServiceOptions } from '@mainstay/service-kit';
import { AppModule } from './app.module.ts';
import type { AuthConfig } from './config.ts';

/** How svc-auth runs, for the process and for the tests alike. */
export const serviceOptions = (config: AuthConfig): ServiceOptions => ({
  adapter: 'express',
  module: AppModule.forRoot(config),
  config,
});
