import { expect, it, jest } from '@jest/globals';
import { rename, writeFile } from 'node:fs/promises';
import { countRows, expectConsistency, isUnavailable, recordPhoto, storePhoto } from './fault-checks.ts';
import { listOf, record, storeUpload } from './file-calls.ts';
import { until, useService } from './running-service.ts';

// Killed replicas: faults.nightly.spec.ts. Lost connections of the database: npm run faults.
const service = useService();

/** Whether the database refuses the writes of the service from now on, like a primary that becomes a standby. */
async function refuseWrites(isRefusing: boolean): Promise<void> {
  const { admin } = service.backends;
  const database = new URL(service.config.DATABASE_URL).pathname.slice(1);
  const change = isRefusing
    ? 'SET default_transaction_read_only = on'
    : 'RESET default_transaction_read_only';
  await admin.query(`ALTER ROLE svc_attachments IN DATABASE ${database} ${change}`);
  // The setting is that of new connections.
  await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND usename = 'svc_attachments'`,
  );
}

it('leaves nothing when the database fails between object and row', async () => {
  const { objectPath } = await storeUpload(service, service.managerA);
  const copy = jest.spyOn(service.storage, 'copy').mockImplementationOnce(async (...copied) => {
    copy.mockRestore();
    await service.storage.copy(...copied);
    await refuseWrites(true);
  });
  const before = await countRows(service);
  expect(isUnavailable(await record(service, objectPath))).toBe(true);
  expect(await countRows(service)).toBe(before);
  await refuseWrites(false);
  await until(async () => (await record(service, objectPath)).status === 201);
  await expectConsistency(service);
});

it('leaves nothing when the database fails between the stored photo of a report and its row', async () => {
  const path = await storePhoto(service);
  const store = jest.spyOn(service.storage, 'store').mockImplementationOnce(async (...stored) => {
    store.mockRestore();
    await service.storage.store(...stored);
    await refuseWrites(true);
  });
  const before = await countRows(service);
  expect(isUnavailable(await recordPhoto(service, path))).toBe(true);
  expect(await countRows(service)).toBe(before);
  await refuseWrites(false);
  await until(async () => (await recordPhoto(service, path)).status === 200);
  await expectConsistency(service);
});

it('returns 503 for uploads and records while the folder is missing, and nothing is half-recorded', async () => {
  const { objectPath, uploadURL } = await storeUpload(service, service.managerA);
  const before = await countRows(service);
  await rename(service.directory, `${service.directory}-moved`);
  await writeFile(service.directory, 'not a folder');
  const response = await fetch(uploadURL, { method: 'PUT', body: 'content' });
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  expect(isUnavailable(await record(service, objectPath))).toBe(true);
  expect((await service.call(service.managerA, 'GET', listOf(service.ticketA))).status).toBe(200);
  await rename(service.directory, `${service.directory}-file`);
  await rename(`${service.directory}-moved`, service.directory);
  expect(await countRows(service)).toBe(before);
  expect(await record(service, objectPath)).toMatchObject({ status: 201 });
  await expectConsistency(service);
});
