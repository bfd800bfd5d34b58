import { beforeEach, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { attachmentResponse } from '../src/attachments/attachments.schemas.ts';
import { photoGrantResponse } from '../src/public-photos/public-photos.schemas.ts';
import { expectRefusal, photo, statusesOf } from './report-photo-scene.ts';
import { insertJob, insertTicket } from './core-rows.ts';
import { attach, listOf, upload } from './file-calls.ts';
import { useServiceOn } from './s3-server.ts';

describe('photos of the work of a vendor', () => {
  const service = useServiceOn('disk');
  let ticketId: string;
  let job: { id: string; token: string };
  beforeEach(async () => {
    ticketId = await insertTicket(service.backends, service.locationA);
    job = await insertJob(service.backends, ticketId);
  });

  const pathOf = (of = job) => `/api/intake/jobs/${of.token}/photos`;
  const ask = (body: object = {}, of = job, headers: Record<string, string> = {}) =>
    service.call(undefined, 'POST', pathOf(of), { name: 'Lee', purpose: 'after', ...body }, headers);
  const done = (id: string, of = job) => service.call(undefined, 'POST', `${pathOf(of)}/${id}/done`);
  const send = async (purpose = 'after', of = job) => {
    const { id, uploadURL } = photoGrantResponse.parse((await ask({ purpose }, of)).body);
    expect(await upload(uploadURL, await photo())).toBe(200);
    return id;
  };
  const listed = async () => {
    const { body } = await service.call(service.managerA, 'GET', listOf(ticketId));
    return attachmentResponse.array().parse(body);
  };
  const read = (id: string, of = job) => fetch(`${service.url}${pathOf(of)}/${id}`);
  const setState = (state: string) =>
    service.sql(`UPDATE core.vendor_jobs SET state = $2, ended_at = now() WHERE id = $1`, [job.id, state]);
  const proven = async (): Promise<unknown> => {
    const of = [ticketId];
    return (await service.sql('SELECT purpose, job_id FROM core.ticket_photos WHERE ticket_id = $1', of))
      .rows;
  };
  it('are attachments with a purpose, encoded again, which core knows as those of the job', async () => {
    const id = await send();
    expect(statusesOf(await Promise.all([done(id), done(id)]))).toEqual([200, 200]);
    const [attachment, ...others] = await listed();
    expect(others).toEqual([]);
    expect(attachment).toMatchObject({ fileName: 'photo-1.jpg', purpose: 'after', uploadedBy: null });
    expect(await proven()).toEqual([{ purpose: 'after', job_id: job.id }]);
    const shown = await read(attachment?.id ?? '');
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const { width, height, exif } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
    expect([width, height, exif]).toEqual([480, 640, undefined]);
    const { rows: trail } = await service.sql(
      "SELECT via FROM auth.audit_entries WHERE entity = 'attachment' AND entity_id = $1",
      [attachment?.id],
    );
    expect(trail).toEqual([{ via: 'vendor' }]);
  });

  it('are shown to their own link, as are those from before the work; others are the one 404', async () => {
    const other = await insertJob(service.backends, await insertTicket(service.backends, service.locationA));
    await done(await send('before'));
    const [before] = await listed();
    const { id: plain } = await attach(service, service.managerA, ticketId);
    const texts = await Promise.all(
      [read(plain), read(before?.id ?? '', other), read(job.id), read('x')].map(async (asked) => {
        const response = await asked;
        return [response.status, await response.text()];
      }),
    );
    expect(new Set(texts.map(String)).size).toBe(1);
    expect(texts[0]?.[0]).toBe(404);
    expect((await read(before?.id ?? '')).status).toBe(200);
    await setState('withdrawn');
    expect((await read(before?.id ?? '')).status).toBe(404);
  });

  it.each([
    ['without a name', { name: ' ' }],
    ['with another purpose', { purpose: 'during' }],
    ['without a purpose', { purpose: undefined }],
    ['with another field', { stepId: 'x' }],
  ])('are refused %s', async (_what, body) => {
    expect((await ask(body)).status).toBe(400);
  });

  it.each(['declined', 'confirmed', 'withdrawn'])(
    'are refused once the job is %s, also those that are uploaded',
    async (state) => {
      const id = await send();
      await setState(state);
      expectRefusal(await ask(), 409, /takes no photos/);
      expectRefusal(await done(id), 409, /takes no photos/);
      expect([await listed(), await proven()]).toEqual([[], []]);
    },
  );

  it('are at most twenty, and one key grants one', async () => {
    const key = { 'Idempotency-Key': 'once' };
    const [one, again] = [await ask({}, job, key), await ask({}, job, key)];
    expect(photoGrantResponse.parse(again.body).id).toBe(photoGrantResponse.parse(one.body).id);
    const responses = await Promise.all(Array.from({ length: 24 }, () => ask()));
    expect(statusesOf(responses)).toEqual([...Array<number>(19).fill(201), ...Array<number>(5).fill(409)]);
  });

  it('are refused for what is no photo, and for an unknown token', async () => {
    const { id, uploadURL } = photoGrantResponse.parse((await ask()).body);
    expect(await upload(uploadURL, Buffer.from('<svg/>'))).toBe(200);
    expect((await done(id)).status).toBe(422);
    const stranger = { id: job.id, token: `${'a'.repeat(25)}a` };
    expect((await ask({}, stranger)).status).toBe(404);
  });
});
