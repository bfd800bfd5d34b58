import type { ServiceOptions } from '@mainstay/service-kit';
import { AppModule } from './app.module.ts';
import { addErrorMessages } from './companion/error-messages.ts';
import type { AttachmentsConfig } from './config.ts';
import { hideUnknown, secretPaths } from './public-photos/hide-unknown.ts';
import { leaveStreamedBodies } from './storage/streamed-bodies.ts';

/** Configuration of svc-attachments, used by the process and the tests. */
export const serviceOptions = (config: AttachmentsConfig): ServiceOptions => ({
  adapter: 'fastify',
  module: AppModule.forRoot(config),
  config,
  secretPaths,
  secretRoutes: secretPaths,
  prepare(app) {
    leaveStreamedBodies(app);
    addErrorMessages(app);
    hideUnknown(app);
  },
});
