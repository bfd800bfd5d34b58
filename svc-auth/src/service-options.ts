import type { ServiceOptions } from '@mainstay/service-kit';
import { AppModule } from './app.module.ts';
import type { AuthConfig } from './config.ts';

/** Configuration of svc-auth, used by the process and the tests. */
export const serviceOptions = (config: AuthConfig): ServiceOptions => ({
  adapter: 'express',
  module: AppModule.forRoot(config),
  config,
  formPaths: ['/api/oidc/backchannel-logout'],
});
