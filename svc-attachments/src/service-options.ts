import type { ServiceOptions } from '@mainstay/service-kit';
import { AppModule } from './app.module.ts';
import { addErrorMessages } from './companion/error-messages.ts';
import type { AttachmentsConfig } from './config.ts';
import { leaveStreamedBodies } from './storage/streamed-bodies.ts';

/** How svc-attachments runs, for the process and for the tests alike. */
export const serviceOptions = (config: AttachmentsConfig): ServiceOptions => ({
  adapter: 'fastify',
  module: AppModule.forRoot(config),
  config,
  prepare(app) {
    leaveStreamedBodies(app);
    addErrorMessages(app);
  },
});
