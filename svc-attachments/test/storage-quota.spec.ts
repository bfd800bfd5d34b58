import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { checkPhotoGrantResponse } from '../src/check-photos/check-photos.schemas.ts';
import { photo } from './report-photo-scene.ts';
import { insertRun, insertTicket, STEP_ID } from './core-rows.ts';
import { attach, record as recordAs, storeUpload, upload } from './file-calls.ts';
import { useService } from './running-service.ts';

/** Bytes that a location may have here. */
const LIMIT = 1000;

describe('the storage of a location', () => {
  const service = useService({ LOCATION_STORAGE_BYTES: String(LIMIT) });

  const grant = (ticketId: string, fileSize: number | string) =>
    service.call(
      service.managerA,
      'POST',
      `/api/attachments/upload?${new URLSearchParams({ ticketId, fileSize: String(fileSize) }).toString()}`,
    );
  const record = (objectPath: string, fileSize: number) => recordAs(service, objectPath, { fileSize });
  const refusals = async () => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    return Number(/^storage_quota_refusals_total (\d+)$/m.exec(text)?.[1]);
  };

  it('is full for a grant and for a record at the limit, over all its tickets', async () => {
    const other = await insertTicket(service.backends, service.locationA);
    const kept = await attach(service, service.managerA, service.ticketA, 'x'.repeat(600));
    await attach(service, service.managerA, other, 'x'.repeat(300));
    const before = await refusals();

    expect((await grant(other, 100)).status).toBe(201);
    expect(await grant(other, 101)).toMatchObject({
      status: 413,
      body: {
        detail:
          'The files of this location may use 0.0 MB in total, and 0.0 MB are left. ' +
          'Please delete attachments that are no longer needed.',
      },
    });
    // A grant that does not say what it is for is refused when it is recorded.
    const { objectPath } = await storeUpload(service, service.managerA, 'x'.repeat(101));
    expect((await record(objectPath, 101)).status).toBe(413);
    expect((await refusals()) - before).toBe(2);

    // The upload can still be recorded once there is room.
    expect((await service.call(service.managerA, 'DELETE', `/api/attachments/${kept.id}`)).status).toBe(204);
    expect((await record(objectPath, 101)).status).toBe(201);
    // Other locations are not concerned.
    await attach(service, service.managerB, service.ticketB, 'x'.repeat(LIMIT));
  });

  it('is not given twice to files that are recorded at the same moment', async () => {
    const { rows } = await service.backends.admin.query<{ bytes: number }>(
      `SELECT coalesce(sum(file_size), 0)::int AS bytes FROM attachments.attachments a
       JOIN core.tickets t ON t.id = a.ticket_id WHERE t.location_id = $1`,
      [service.locationA],
    );
    const size = Math.floor((LIMIT - (rows[0]?.bytes ?? 0)) / 2);
    const uploads = [];
    for (let index = 0; index < 6; index += 1) {
      uploads.push(await storeUpload(service, service.managerA, 'x'.repeat(size)));
    }
    const responses = await Promise.all(uploads.map(({ objectPath }) => record(objectPath, size)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 413, 413, 413, 413]);
  });

  it('is used by photos of checklists, too, and is checked for them', async () => {
    await service.sql('DELETE FROM attachments.attachments');
    expect((await grant(service.ticketA, LIMIT)).status).toBe(201);
    const runId = await insertRun(service);
    await service.sql(
      `INSERT INTO attachments.check_photos (id, run_id, step_id, object_key, file_size)
       VALUES (uuidv7(), $1, $2, 'attachments/kept', $3)`,
      [runId, STEP_ID, LIMIT],
    );
    expect((await grant(service.ticketA, 1)).status).toBe(413);
    const path = `/api/checklist-runs/${runId}/photos`;
    const post = (to: string, body?: object) => service.call(service.managerA, 'POST', to, body);
    const { id, uploadURL } = checkPhotoGrantResponse.parse((await post(path, { stepId: STEP_ID })).body);
    expect(await upload(uploadURL, await photo())).toBe(200);
    expect((await post(`${path}/${id}/done`)).status).toBe(413);
    const { rows } = await service.sql('SELECT FROM core.checklist_photos WHERE run_id = $1', [runId]);
    expect(rows).toEqual([]);
  });

  it('is checked for a ticket one sees and a size that makes sense', async () => {
    for (const ticketId of [service.ticketB, randomUUID()]) {
      expect((await grant(ticketId, 1)).status).toBe(404);
    }
    expect((await grant('none', 1)).status).toBe(400);
    for (const size of [-1, 1.5, 'many']) expect((await grant(service.ticketA, size)).status).toBe(400);
    expect(await grant(service.ticketA, 10_485_761)).toMatchObject({
      status: 413,
      body: { detail: 'A file may have at most 10485760 bytes.' },
    });
  });
});
