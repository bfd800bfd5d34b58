import { DiskStorage } from '../src/storage/disk-storage.ts';
import { runService } from './running-service.ts';
import { describeStorage } from './storage-contract.ts';

describeStorage('disk', async () => {
  const { app, close } = await runService();
  return { storage: app.get(DiskStorage), close };
});
