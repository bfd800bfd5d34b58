import type { BaseConfig, ServiceOptions } from '@mainstay/service-kit';
import { AppModule } from './app.module.ts';

/** How svc-reports runs, for the process and for the tests alike. */
export const serviceOptions = (config: BaseConfig): ServiceOptions => ({
  adapter: 'fastify',
  module: AppModule.forRoot(config),
  config,
});
