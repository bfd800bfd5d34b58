import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RouteTable } from '@mainstay/service-kit';
import { Sweeper } from '../src/sweeper/sweeper.ts';
import {
  attach,
  download,
  downloadUrlOf,
  grantUpload,
  type RunningService,
  runService,
  storeUpload,
  upload,
} from './running-service.ts';
import { S3StandIn } from './s3-stand-in/s3-stand-in.ts';

let standIn: S3StandIn;
let service: RunningService;
beforeAll(async () => {
  standIn = await S3StandIn.start();
  service = await runService(standIn.env);
});
afterAll(async () => {
  await service.close();
  await standIn.close();
});
beforeEach(() => {
  standIn.fault = undefined;
});

const record = (objectPath: string, fileSize: number) =>
  service.call(service.managerA, 'POST', `/api/tickets/${service.ticketA}/attachments`, {
    fileName: 'oven.txt',
    fileSize,
    objectPath,
  });

describe('attachments on S3', () => {
  it('go from the browser to the bucket and back, and leave it in the end', async () => {
    const { id } = await attach(service, service.managerA, service.ticketA, 'to the bucket');
    await service.app.get(Sweeper).sweep();
    expect([...standIn.objects.keys()]).toEqual([`attachments/${id}`]);

    const { bytes, headers } = await download(await downloadUrlOf(service, service.managerA, id));
    expect(bytes.toString()).toBe('to the bucket');
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="oven.txt"; filename*=UTF-8''oven.txt`,
    );

    await service.call(service.managerA, 'DELETE', `/api/attachments/${id}`);
    await service.app.get(Sweeper).sweep();
    expect(standIn.objects.size).toBe(0);
  });

  it('are recorded by their upload URL too', async () => {
    const { uploadURL } = await storeUpload(service, service.managerA, 'x');
    expect(await record(uploadURL, 1)).toMatchObject({ status: 201 });
  });

  it('are 413 and removed beyond 10485760 bytes, which S3 itself let pass', async () => {
    const { objectPath, uploadURL } = await grantUpload(service, service.managerA);
    for (const claim of [10_485_760, 10_485_761]) {
      expect(await upload(uploadURL, new Uint8Array(10_485_761))).toBe(200);
      expect(await record(objectPath, claim)).toMatchObject({ status: 413 });
    }
    expect(await record(objectPath, 10_485_760)).toMatchObject({ status: 413 });
    await upload(uploadURL, new Uint8Array(10_485_760));
    expect(await record(objectPath, 10_485_760)).toMatchObject({ status: 201 });
  });

  it('are not recorded while S3 refuses, and are afterwards', async () => {
    const { objectPath } = await storeUpload(service, service.managerA, 'x');
    const { admin } = service.backends;
    const rows = async () => (await admin.query('SELECT FROM attachments.attachments')).rowCount;
    const before = await rows();
    standIn.fault = { status: 503, code: 'SlowDown' };
    const refused = await record(objectPath, 1);
    expect([refused.status, refused.headers.get('retry-after'), await rows()]).toEqual([503, '5', before]);
    expect(
      await service.call(service.managerA, 'GET', `/api/tickets/${service.ticketA}/attachments`),
    ).toMatchObject({
      status: 200,
    });
    standIn.fault = undefined;
    expect(await record(objectPath, 1)).toMatchObject({ status: 201 });
  });

  it('have no routes for objects: those are at S3', () => {
    const paths = service.app
      .get(RouteTable)
      .routes()
      .map(({ path }) => path);
    expect(paths.filter((path) => path.includes('/objects/'))).toEqual([]);
  });
});
