import { type RunningService, runService } from './running-service.ts';
import { openS3 } from './s3-server.ts';

export interface ServiceOnStorage {
  service: RunningService;
  close: () => Promise<void>;
}

/** For `describe.each`: each storage, and a service that keeps its files there. */
export const servicesOnStorages = (
  onDisk: Record<string, string> = {},
): [storage: string, start: () => Promise<ServiceOnStorage>][] => [
  [
    'disk',
    async () => {
      const service = await runService(onDisk);
      return { service, close: () => service.close() };
    },
  ],
  [
    'S3',
    async () => {
      const s3 = await openS3();
      const service = await runService(s3.env);
      return {
        service,
        close: async () => {
          await service.close();
          await s3.close();
        },
      };
    },
  ],
];
