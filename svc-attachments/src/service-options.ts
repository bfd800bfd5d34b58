import type { ServiceOptions } from '@mainstay/service-kit';
import { AppModule } from './app.module.ts';
import { addErrorMessages } from './companion/error-messages.ts';
import type { AttachmentsConfig } from './config.ts';
import { hideUnknownReports, TRACKING_PATH } from './report-photos/tracked-reports.ts';
import { leaveStreamedBodies } from './storage/streamed-bodies.ts';

/** Configuration of svc-attachments, used by the process and the tests. */
export const serviceOptions = (config: AttachmentsConfig): ServiceOptions => ({
  adapter: 'fastify',
  module: AppModule.forRoot(config),
  config,
  secretPaths: [TRACKING_PATH],
  secretRoutes: [TRACKING_PATH],
  prepare(app) {
    leaveStreamedBodies(app);
    addErrorMessages(app);
    hideUnknownReports(app);
  },
});
