import { describe, expect, it } from '@jest/globals';
import { RouteTable } from '@mainstay/service-kit';
import { uploadGrantResponse } from '../src/attachments/attachments.schemas.ts';
import {
  attach,
  download,
  downloadUrlOf,
  grantUpload,
  listOf,
  record as recordAs,
  storeUpload,
  upload,
} from './running-service.ts';
import { useServiceOn } from './s3-server.ts';

const service = useServiceOn('S3');

const record = (objectPath: string, fileSize: number) => recordAs(service, objectPath, { fileSize });

describe('attachments on S3', () => {
  it('are uploaded to and downloaded from the bucket by the browser, and removed from it in the end', async () => {
    const { id } = await attach(service, service.managerA, service.ticketA, 'to the bucket');
    await service.sweep();
    expect(await service.s3?.keys()).toEqual([`attachments/${id}`]);

    const { bytes, headers } = await download(await downloadUrlOf(service, service.managerA, id));
    expect(bytes.toString()).toBe('to the bucket');
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="oven.txt"; filename*=UTF-8''oven.txt`,
    );

    await service.call(service.managerA, 'DELETE', `/api/attachments/${id}`);
    await service.sweep();
    expect(await service.s3?.keys()).toEqual([]);
  });

  it('are also recorded by their upload URL', async () => {
    const { uploadURL } = await storeUpload(service, service.managerA, 'x');
    expect(await record(uploadURL, 1)).toMatchObject({ status: 201 });
  });

  it('return 413 and are removed beyond 10485760 bytes, which S3 itself accepted', async () => {
    const { objectPath, uploadURL } = await grantUpload(service, service.managerA);
    for (const claim of [10_485_760, 10_485_761]) {
      expect(await upload(uploadURL, new Uint8Array(10_485_761))).toBe(200);
      expect(await record(objectPath, claim)).toMatchObject({ status: 413 });
    }
    expect(await record(objectPath, 10_485_760)).toMatchObject({ status: 413 });
    await upload(uploadURL, new Uint8Array(10_485_760));
    expect(await record(objectPath, 10_485_760)).toMatchObject({ status: 201 });
  });

  it('have exactly the size for which the upload was requested', async () => {
    const path = '/api/attachments/upload?fileSize=7';
    const { body } = await service.call(service.managerA, 'POST', path);
    const { uploadURL } = uploadGrantResponse.parse(body);
    expect([await upload(uploadURL, 'more than 7'), await upload(uploadURL, 'content')]).toEqual([403, 200]);
  });

  it('are not recorded while S3 returns errors, and are afterwards', async () => {
    const standIn = service.s3?.standIn;
    if (!standIn) return;
    const { objectPath } = await storeUpload(service, service.managerA, 'x');
    const { admin } = service.backends;
    const rows = async () => (await admin.query('SELECT FROM attachments.attachments')).rowCount;
    const before = await rows();
    standIn.fault = { status: 503, code: 'SlowDown' };
    const refused = await record(objectPath, 1);
    expect([refused.status, refused.headers.get('retry-after'), await rows()]).toEqual([503, '5', before]);
    expect((await service.call(service.managerA, 'GET', listOf(service.ticketA))).status).toBe(200);
    standIn.fault = undefined;
    expect(await record(objectPath, 1)).toMatchObject({ status: 201 });
  });

  it('have no routes for objects, because those are at S3', () => {
    const paths = service.app
      .get(RouteTable)
      .routes()
      .map(({ path }) => path);
    expect(paths.filter((path) => path.includes('/objects/'))).toEqual([]);
  });
});
